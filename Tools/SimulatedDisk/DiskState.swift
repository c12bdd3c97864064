/// All that a simulated disk is, changed under its lock alone.
struct DiskState: Sendable {
    /// The folder that every path begins in.
    static let root = 0

    var files: [Int: FileNode] = [:]
    var folders: [Int: FolderNode] = [root: FolderNode()]
    var lastNode = root
    /// Held locks, by the numbers of files and folders.
    var locks: [Int: LockHolders] = [:]
    /// Changes so far, over all files and folders.
    var changes: UInt64 = 0
    /// What was changed before this one is on the disk, but for what was not flushed at an earlier end.
    var firstChange: UInt64 = 0
    /// Calls so far, reading ones too.
    var calls = 0
    var strikes: [Int: DiskFault] = [:]
    var aimed: [AimedFault] = []
    var roomReturns = 0
    var descriptorsReturn = 0
    /// Of which process the calls are answered; one that has ended gets errors.
    var process = 0
    var end: Crash?
    var struck = Struck()
    var trace: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Who has a file or folder locked.
    struct LockHolders: Sendable {
        var shared = 0
        var isExclusive = false
    }

    /// A fault that waits for a call of its kind.
    struct AimedFault: Sendable {
        var operation: String
        var ending: String
        /// So many calls of the kind are spared.
        var spared: Int
        var fault: DiskFault
    }

    /// What strikes the call that is answered now.
    mutating func nextFault(_ operation: String, _ subject: String) -> DiskFault? {
        if let fault = strikes.removeValue(forKey: calls) { return fault }
        guard let place = aimed.firstIndex(where: { $0.operation == operation && subject.hasSuffix($0.ending) }) else {
            return nil
        }
        if aimed[place].spared == 0 { return aimed.remove(at: place).fault }
        aimed[place].spared -= 1
        return nil
    }

    mutating func nextChange() -> UInt64 {
        changes += 1
        return changes
    }

    mutating func nextNode() -> Int {
        lastNode += 1
        return lastNode
    }

    /// Mixes a number into what tells two courses of calls apart.
    mutating func note(_ number: UInt64) {
        trace = (trace ^ number) &* 0x0000_0100_0000_01B3
        trace ^= trace >> 29
    }

    mutating func note(_ text: String) {
        for byte in text.utf8 { note(UInt64(byte)) }
    }

    // MARK: Paths

    static func names(of path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    /// The number of what stands at the path.
    func node(at path: String) -> Int? {
        var node = Self.root
        for name in Self.names(of: path) {
            guard let next = folders[node]?.names[name] else { return nil }
            node = next
        }
        return node
    }

    /// The folder above a path, and the last name of the path; nil where that folder is not there.
    func place(of path: String) -> (folder: Int, name: String)? {
        let names = Self.names(of: path)
        guard let name = names.last else { return nil }
        guard let folder = node(at: names.dropLast().joined(separator: "/")), folders[folder] != nil
        else { return nil }
        return (folder, name)
    }

    /// The folder in which a folder stands, and its name there; nil where it was deleted.
    func place(ofFolder node: Int) -> (folder: Int, name: String)? {
        for folder in folders.keys.sorted() {
            if let entry = folders[folder]?.names.first(where: { $0.value == node }) {
                return (folder, entry.key)
            }
        }
        return nil
    }

    /// Makes the folder if it is not there; false if it is.
    mutating func makeFolder(_ name: String, in path: String) throws(DiskRefusal) -> Bool {
        guard let above = node(at: path), let names = folders[above]?.names else { throw .notAFolder }
        if let known = names[name] {
            if folders[known] == nil { throw .notAFolder }
            return false
        }
        try needRoom()
        let node = nextNode()
        folders[node] = FolderNode()
        enter(name, node, in: above)
        return true
    }

    mutating func enter(_ name: String, _ node: Int, in folder: Int) {
        let change = nextChange()
        folders[folder]?.enter(name, node, as: change)
    }

    mutating func remove(_ name: String, from folder: Int) {
        let change = nextChange()
        folders[folder]?.remove(name, as: change)
    }

    mutating func rename(_ name: String, to target: String, in folder: Int) {
        let change = nextChange()
        folders[folder]?.rename(name, to: target, as: change)
    }

    // MARK: What others do

    mutating func makeFolders(_ path: String, flushed: Bool) {
        var folder = Self.root
        for name in Self.names(of: path) {
            let known = folders[folder]?.names[name]
            let node = known ?? nextNode()
            if known == nil {
                folders[node] = FolderNode()
                enter(name, node, in: folder)
                if flushed { folders[folder]?.flush() }
            }
            folder = node
        }
    }

    mutating func moveFolder(_ node: Int, to path: String) {
        guard let from = place(ofFolder: node), let to = place(of: path) else { return }
        enter(to.name, node, in: to.folder)
        remove(from.name, from: from.folder)
        folders[to.folder]?.flush()
        folders[from.folder]?.flush()
    }

    mutating func deleteFolder(_ node: Int) {
        guard let place = place(ofFolder: node) else { return }
        for name in (folders[node]?.names.keys).map(Array.init) ?? [] {
            remove(name, from: node)
        }
        remove(place.name, from: place.folder)
        folders[node]?.flush()
        folders[place.folder]?.flush()
    }

    // MARK: Ends

    mutating func restart(
        after crash: Crash, keeping survival: Survival?, using chance: inout some RandomNumberGenerator
    ) {
        if crash == .powerLoss {
            let survival = survival ?? .drawn(changes: changes, since: firstChange, using: &chance)
            for node in files.keys.sorted() { files[node]?.losePower(keeping: survival, using: &chance) }
            for node in folders.keys.sorted() {
                folders[node]?.losePower(keeping: survival, using: &chance)
            }
            firstChange = changes
        }
        process += 1
        locks = [:]
        end = nil
        strikes = [:]
        aimed = []
        descriptorsReturn = calls
        note(crash == .kill ? 1 : 2)
    }
}

/// How often each kind of fault has struck.
package struct Struck: Hashable, Sendable {
    /// Nothing has struck yet.
    package init() {}

    package var crashes = 0
    package var failures = 0
    package var fullDisks = 0
    package var missingDescriptors = 0
    package var interruptions = 0
    package var removals = 0
    /// Calls that were refused by any of them, or after a crash.
    package var refused = 0

    /// All but the crashes.
    package var faults: Int { failures + fullDisks + missingDescriptors + interruptions + removals }
}
