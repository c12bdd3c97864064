package import KeywayFileLog
package import KeywayLog

/// A disk in memory that does all that real disks do to those who trust them, and the same again from the same numbers.
///
/// What was written is seen at once, and durable when it was flushed. A loss of power keeps any sectors and any names
/// that were not flushed, also a later one without an earlier one. A failed flush of a file makes any of its sectors
/// durable, or none. Reading still gives the others; no later flush makes them durable unless they are written again.
package final class SimulatedDisk: FileSystem {
    struct Shared {
        var state = DiskState()
        var chance: any RandomNumberGenerator & Sendable
    }

    let shared: Lock<Shared>

    /// An empty disk; all that is left to chance follows from the generator.
    package init(chance: some RandomNumberGenerator & Sendable) {
        shared = Lock(Shared(chance: chance))
    }

    private init(_ copy: sending Shared) {
        shared = Lock(copy)
    }

    /// The same disk once more, with the same chances: what happens to one does not happen to the other.
    ///
    /// Files that are open on the first disk are not open on the copy.
    package func copy() -> SimulatedDisk {
        let state = shared.withLock { $0.state }
        let chance = shared.withLock { $0.chance }
        var copy = Shared(state: state, chance: chance)
        copy.state.process += 1
        copy.state.locks = [:]
        return SimulatedDisk(copy)
    }

    // MARK: Faults

    /// Lets the fault strike the call of this number, counted as `calls` does; it replaces one set for it before.
    ///
    /// A restart cancels all faults that have not struck.
    package func strike(_ fault: DiskFault, atCall call: Int) {
        shared.withLock { $0.state.strikes[call] = fault }
    }

    /// Lets the fault strike the next flush of a file whose name ends so, once it has spared so many.
    package func strike(_ fault: DiskFault, atFlushOf ending: String, sparing spared: Int = 0) {
        shared.withLock { shared in
            shared.state.aimed.append(.init(operation: "flush", ending: ending, spared: spared, fault: fault))
        }
    }

    /// Calls so far, also those that change nothing.
    package var calls: Int { shared.withLock { $0.state.calls } }

    /// How often faults have struck.
    package var struck: Struck { shared.withLock { $0.state.struck } }

    /// The crash that has struck, until the disk begins anew.
    package var crashed: Crash? { shared.withLock { $0.state.end } }

    /// A number that two disks share when all calls were the same, with the same bytes, and had the same effects.
    package var trace: UInt64 { shared.withLock { $0.state.trace } }

    /// Ends the process that uses the disk, by what has struck or else as said, and lets another begin.
    ///
    /// Files and locks that are still held are held by nobody. `survival` says what a loss of power keeps; it is drawn if not
    /// said.
    package func restart(after crash: Crash, keeping survival: Survival? = nil) {
        shared.withLock { shared in
            if shared.state.end == nil { shared.state.struck.crashes += 1 }
            shared.state.restart(
                after: shared.state.end ?? crash, keeping: survival, using: &shared.chance)
        }
    }

    /// Lets there be room again, and descriptors, and no fault to come.
    package func heal() {
        shared.withLock { shared in
            shared.state.strikes = [:]
            shared.state.aimed = []
            shared.state.roomReturns = shared.state.calls
            shared.state.descriptorsReturn = shared.state.calls
        }
    }

    // MARK: What tests look at and do to it

    /// Whether a folder stands at the path.
    package func hasFolder(_ path: String) -> Bool {
        shared.withLock { shared in shared.state.node(at: path).map { shared.state.folders[$0] != nil } ?? false }
    }

    /// The files of a folder as reading gives them.
    package func contents(of folder: String) -> [String: [UInt8]] {
        shared.withLock { shared in
            let names = shared.state.node(at: folder).flatMap { shared.state.folders[$0]?.names } ?? [:]
            return names.compactMapValues { node in
                shared.state.files[node].map { $0.cached.bytes(from: 0, count: $0.size) }
            }
        }
    }

    /// A file as the disk has it, flushed; nil where there is none.
    package func durableBytes(of path: String) -> [UInt8]? {
        shared.withLock { shared in
            guard let file = shared.state.node(at: path).flatMap({ shared.state.files[$0] }) else {
                return nil
            }
            return file.durable.bytes(from: 0, count: file.durable.size)
        }
    }

    /// Whether some file has these bytes, of which there are at least 8: flushed, or as reading gives them.
    ///
    /// It need not have a name any more.
    package func has(_ bytes: [UInt8], flushed: Bool) -> Bool {
        shared.withLock { shared in
            // What was written now stands in one of the files that were made last.
            for node in shared.state.files.keys.sorted(by: >) {
                guard let file = shared.state.files[node] else { continue }
                if (flushed ? file.durable : file.cached).has(bytes) { return true }
            }
            return false
        }
    }

    /// Puts a file there with its folder, flushed.
    package func write(_ bytes: [UInt8], to path: String) {
        shared.withLock { shared in
            let names = DiskState.names(of: path)
            shared.state.makeFolders(names.dropLast().joined(separator: "/"), flushed: true)
            guard let place = shared.state.place(of: path) else { return }
            let node = shared.state.nextNode()
            shared.state.files[node] = FileNode(bytes)
            shared.state.enter(place.name, node, in: place.folder)
            shared.state.folders[place.folder]?.flush()
        }
    }

    /// Makes a folder as an app does that flushes nothing.
    package func makeFolderUnflushed(_ path: String) {
        shared.withLock { $0.state.makeFolders(path, flushed: false) }
    }

    /// Lets a byte of a file rot, on the disk and in memory; the same mask mends it.
    package func flip(_ path: String, at offset: Int, by mask: UInt8) {
        shared.withLock { shared in
            guard let node = shared.state.node(at: path) else { return }
            shared.state.files[node]?.flip(at: offset, by: mask)
            shared.state.note(UInt64(offset) << 8 | UInt64(mask))
        }
    }

    /// Takes a file away, durably.
    package func remove(_ path: String) {
        shared.withLock { shared in
            guard let place = shared.state.place(of: path) else { return }
            shared.state.remove(place.name, from: place.folder)
            shared.state.folders[place.folder]?.flush()
        }
    }

    /// Deletes a folder and all that is in it, durably; nothing where there is none.
    package func deleteFolder(_ path: String) {
        shared.withLock { shared in
            if let node = shared.state.node(at: path) { shared.state.deleteFolder(node) }
        }
    }

    /// Gives a folder another path, durably; nothing where there is none.
    package func relocateFolder(_ path: String, to target: String) {
        shared.withLock { shared in
            if let node = shared.state.node(at: path) { shared.state.moveFolder(node, to: target) }
        }
    }

    // MARK: FileSystem

    package func kind(of path: String) throws(StorageFault) -> FileKind? {
        try call("look at", path) { shared in
            guard let node = shared.state.node(at: path) else { return nil }
            return shared.state.folders[node] == nil ? .file : .folder
        }
    }

    package func makeFolder(_ path: String) throws(StorageFault) {
        let names = DiskState.names(of: path)
        for count in 0..<names.count {
            let above = names.prefix(count).joined(separator: "/")
            let isNew = try call("create", path) { (shared) throws(DiskRefusal) in
                try shared.state.makeFolder(names[count], in: above)
            }
            guard isNew else { continue }
            try call("flush", path) { shared in
                if let node = shared.state.node(at: above) { shared.state.folders[node]?.flush() }
            }
        }
    }

    package func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        try call("open", path) { (shared) throws(DiskRefusal) in
            try shared.state.needDescriptor()
            guard let node = shared.state.node(at: path) else { throw .absent }
            guard shared.state.folders[node] != nil else { throw .notAFolder }
            return SimulatedFolder(disk: self, process: shared.state.process, node: node, path: path)
        }
    }

    package func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        try call("rename", path) { (shared) throws(DiskRefusal) in
            guard shared.state.node(at: target) == nil else { throw .exists }
            guard let node = shared.state.node(at: path), shared.state.folders[node] != nil,
                shared.state.place(of: target) != nil
            else { throw .absent }
            shared.state.moveFolder(node, to: target)
        }
    }
}
