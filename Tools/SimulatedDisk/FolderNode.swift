/// A folder. Its names are kept twice: as the machine sees them, and as the disk has them.
struct FolderNode: Sendable {
    private enum Change: Sendable {
        /// The name stands for the file or folder with this number from now on.
        case enter(String, Int)
        case remove(String)
        /// A single change: after a loss of power the name is either the old or the new one, never both or none.
        case rename(String, to: String)
    }

    /// What listing gives: the number of each file and folder by its name.
    private(set) var names: [String: Int] = [:]
    /// The names that the disk has for certain.
    private var durable: [String: Int] = [:]
    /// The changes since the last flush, the oldest first, each with its number.
    private var unflushed: [(change: UInt64, what: Change)] = []

    mutating func enter(_ name: String, _ node: Int, numbered change: UInt64) {
        apply(.enter(name, node), numbered: change)
    }

    mutating func remove(_ name: String, numbered change: UInt64) {
        apply(.remove(name), numbered: change)
    }

    mutating func rename(_ name: String, to target: String, numbered change: UInt64) {
        apply(.rename(name, to: target), numbered: change)
    }

    mutating func flush() {
        durable = names
        unflushed = []
    }

    mutating func losePower(
        keeping survival: Survival, using chance: inout some RandomNumberGenerator
    ) {
        // Which file a rename moved is looked up among the names as the machine saw them, which are made again here: the change
        // that had entered the old name may be lost, and the rename may still survive.
        var known = durable
        for (change, what) in unflushed {
            let source: Int? = if case .rename(let name, _) = what { known[name] } else { nil }
            Self.apply(what, source: source, to: &known)
            if survival.keeps(change, using: &chance) { Self.apply(what, source: source, to: &durable) }
        }
        names = durable
        unflushed = []
    }

    private mutating func apply(_ what: Change, numbered change: UInt64) {
        let source: Int? = if case .rename(let name, _) = what { names[name] } else { nil }
        Self.apply(what, source: source, to: &names)
        unflushed.append((change, what))
    }

    /// Makes the change; `source` is the number of the file that a rename moves.
    private static func apply(_ what: Change, source: Int?, to names: inout [String: Int]) {
        switch what {
        case .enter(let name, let node): names[name] = node
        case .remove(let name): names[name] = nil
        case .rename(let name, let target):
            if names[name] == source { names[name] = nil }
            names[target] = source
        }
    }
}
