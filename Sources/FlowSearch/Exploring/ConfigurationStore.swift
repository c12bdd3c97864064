/// The configurations found so far, in the order in which they were found, and where each of them is.
///
/// Takes 20 bytes for a configuration and its parent, and between 5 and 11 for its place in the table.
struct ConfigurationStore {
    /// Stands for no position: a beginning has no parent.
    static let none = UInt32.max
    /// So many positions fit beside the tags, and besides them the targets of one more configuration.
    static let greatestCount = 268_000_000

    private(set) var configurations: [Configuration] = []
    private(set) var parents: [UInt32] = []
    /// Entries by hash, with open addressing; `none` where free. Its count is a power of two.
    private var table = [UInt32](repeating: none, count: 1 << 10)
    /// What the table has where each target of the steps at hand is looked for first.
    private var expected: [UInt32] = []

    var count: Int { configurations.count }

    /// Where the configuration is; nil where it was never found.
    func position(of configuration: Configuration) -> Int? {
        let entry = table[slot(of: configuration)]
        return entry == Self.none ? nil : Self.position(in: entry)
    }

    /// Keeps the targets that were not found before.
    ///
    /// Nearly all the time goes into waiting for memory, so all first looks are made before the first is judged, and
    /// where a step leaves its configuration as it is none is made.
    mutating func insertTargets(of steps: [Step], from parent: UInt32) {
        let source = configurations.indices.contains(Int(parent)) ? configurations[Int(parent)] : nil
        expected.removeAll(keepingCapacity: true)
        for step in steps { expected.append(step.target == source ? Self.none : table[firstSlot(of: step.target)]) }
        for (step, entry) in zip(steps, expected) {
            if step.target == source || (entry != Self.none && isOf(step.target, entry)) { continue }
            insert(step.target, from: parent)
        }
    }

    private mutating func insert(_ configuration: Configuration, from parent: UInt32) {
        let slot = slot(of: configuration)
        guard table[slot] == Self.none else { return }
        table[slot] = Self.entry(of: configuration, at: configurations.count)
        configurations.append(configuration)
        parents.append(parent)
        if configurations.count > table.count / 4 * 3 { grow() }
    }

    /// Where the configuration stands in the table, or where it would.
    private func slot(of configuration: Configuration) -> Int {
        var slot = firstSlot(of: configuration)
        while true {
            let entry = table[slot]
            if entry == Self.none || isOf(configuration, entry) { return slot }
            slot = (slot &+ 1) & (table.count &- 1)
        }
    }

    private func firstSlot(of configuration: Configuration) -> Int {
        Int(truncatingIfNeeded: configuration.scattered) & (table.count &- 1)
    }

    private mutating func grow() {
        let count = table.count * 2
        table = []  // given back before its successor is asked for
        table = [UInt32](repeating: Self.none, count: count)
        for (position, configuration) in configurations.enumerated() {
            var slot = firstSlot(of: configuration)
            while table[slot] != Self.none { slot = (slot &+ 1) & (count &- 1) }
            table[slot] = Self.entry(of: configuration, at: position)
        }
    }
}

extension ConfigurationStore {
    /// A position, and above it a tag of four bits of the hash: of those that stand in the way, nearly all are told from the
    /// one that is looked for without a look at them.
    private static func entry(of configuration: Configuration, at position: Int) -> UInt32 {
        tag(of: configuration) | UInt32(truncatingIfNeeded: position)
    }

    private static func position(in entry: UInt32) -> Int { Int(entry & 0x0FFF_FFFF) }

    private static func tag(of configuration: Configuration) -> UInt32 {
        UInt32(truncatingIfNeeded: configuration.scattered >> 32) & 0xF000_0000
    }

    private func isOf(_ configuration: Configuration, _ entry: UInt32) -> Bool {
        entry & 0xF000_0000 == Self.tag(of: configuration)
            && configurations[Self.position(in: entry)] == configuration
    }
}
