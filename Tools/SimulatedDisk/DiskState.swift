/// The whole state of a simulated disk; it is changed only while the disk's lock is held.
struct DiskState: Sendable {
    /// The number of the folder in which every path begins.
    static let root = 0

    /// Files and folders, the disk's nodes, by their numbers. A name in a folder stands for a number, which a renamed file keeps.
    var files: [Int: FileNode] = [:]
    var folders: [Int: FolderNode] = [root: FolderNode()]
    /// The number that a file or folder was given last.
    var lastNode = root
    /// Held locks, by the numbers of files and folders.
    var locks: [Int: LockHolders] = [:]
    /// How many changes there were so far, in all files and folders; each change has its number.
    var changes: UInt64 = 0
    /// How many changes there were at the last loss of power: up to there it is settled which of them the disk has.
    var changesAtPowerLoss: UInt64 = 0
    /// How many calls were answered so far, as `SimulatedDisk.calls` counts them.
    var calls = 0
    /// Faults that wait for the call with a number.
    var strikes: [Int: DiskFault] = [:]
    /// Faults that wait for a call of some kind.
    var aimed: [AimedFault] = []
    /// The number of the call from which on there is room again.
    var roomReturns = 0
    /// The number of the call from which on files can be opened again.
    var descriptorsReturn = 0
    /// The number of the process that uses the disk now. Calls of an earlier one, by a file that it had opened, get errors.
    var process = 0
    /// The crash that ended this process; nil while it lives.
    var end: Crash?
    var struck = Struck()
    /// A checksum of all calls, of how many bytes each wrote, of all bytes but zeros, and of the faults; it begins as the checksum FNV-1a.
    var trace: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Who has a file or folder locked.
    struct LockHolders: Sendable {
        /// How many shared locks are held.
        var shared = 0
        var isExclusive = false
    }

    /// A fault that waits for a call of its kind.
    struct AimedFault: Sendable {
        /// What the call does, as an error names it: `flush`.
        var operation: String
        /// How the path of the call's file must end.
        var ending: String
        /// How many calls of the kind go by before the fault strikes.
        var spared: Int
        var fault: DiskFault
    }

    /// Takes the fault that is to strike the call that is answered now; nil where none is. `subject` is the path of its file or folder.
    mutating func nextFault(_ operation: String, _ subject: String) -> DiskFault? {
        if let fault = strikes.removeValue(forKey: calls) { return fault }
        guard let place = aimed.firstIndex(where: { $0.operation == operation && subject.hasSuffix($0.ending) }) else {
            return nil
        }
        if aimed[place].spared == 0 { return aimed.remove(at: place).fault }
        aimed[place].spared -= 1
        return nil
    }

    /// The number of the next change: by such a number `Survival.before` tells the changes that a loss of power keeps from the others.
    mutating func nextChange() -> UInt64 {
        changes += 1
        return changes
    }

    mutating func nextNode() -> Int {
        lastNode += 1
        return lastNode
    }

    /// Mixes a number into the trace, by which two courses of calls can be told apart.
    mutating func addToTrace(_ number: UInt64) {
        trace = (trace ^ number) &* 0x0000_0100_0000_01B3
        trace ^= trace >> 29
    }

    mutating func addToTrace(_ text: String) {
        for byte in text.utf8 { addToTrace(UInt64(byte)) }
    }

    // MARK: Paths

    /// The names of which a path is made.
    static func names(of path: String) -> [String] {
        path.split(separator: "/").map(String.init).filter { $0 != "." }
    }

    /// The number of the file or folder at the path; nil where there is none.
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

    /// Makes the folder; returns false where it was there already.
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
        folders[folder]?.enter(name, node, numbered: change)
    }

    mutating func remove(_ name: String, from folder: Int) {
        let change = nextChange()
        folders[folder]?.remove(name, numbered: change)
    }

    mutating func rename(_ name: String, to target: String, in folder: Int) {
        let change = nextChange()
        folders[folder]?.rename(name, to: target, numbered: change)
    }

    // MARK: What somebody beside the process does

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

    /// Begins a new process after a crash. `survival`: what a loss of power keeps; drawn where it is nil.
    mutating func restart(
        after crash: Crash, keeping survival: Survival?, using chance: inout some RandomNumberGenerator
    ) {
        if crash == .powerLoss {
            let survival = survival ?? .drawn(changes: changes, since: changesAtPowerLoss, using: &chance)
            for node in files.keys.sorted() { files[node]?.losePower(keeping: survival, using: &chance) }
            for node in folders.keys.sorted() {
                folders[node]?.losePower(keeping: survival, using: &chance)
            }
            changesAtPowerLoss = changes
        }
        process += 1
        locks = [:]
        end = nil
        strikes = [:]
        aimed = []
        descriptorsReturn = calls
        addToTrace(crash == .kill ? 1 : 2)
    }
}

/// How often each kind of `DiskFault` has struck.
package struct Struck: Hashable, Sendable {
    /// Nothing has struck yet.
    package init() {}

    package var crashes = 0
    package var failures = 0
    package var fullDisks = 0
    package var missingDescriptors = 0
    package var interruptions = 0
    /// How often a folder was moved or deleted.
    package var removals = 0
    /// How many calls were refused because of a fault, or because the process had ended before; the call in which it ends is not counted.
    package var refused = 0

    /// How often faults struck that were no crashes.
    package var faults: Int { failures + fullDisks + missingDescriptors + interruptions + removals }
}
