package import KeywayFileLog
package import KeywayLog

/// A disk in memory, which can fail as `DiskFault` says; with the same faults and the same seed it fails in the same way again.
///
/// What is written can be read at once, and is durable once it is flushed. A loss of power keeps any part of the sectors and
/// names that were not flushed, perhaps a later one without an earlier one. A failed flush of a file makes any of its sectors
/// durable, or none. The others can still be read; no later flush makes them durable unless they are written again.
package final class SimulatedDisk: FileSystem {
    /// What the disk's lock guards.
    struct Shared {
        var state = DiskState()
        var chance: any RandomNumberGenerator & Sendable
    }

    let shared: Lock<Shared>

    /// An empty disk; the generator decides all that is left to chance.
    package init(chance: some RandomNumberGenerator & Sendable) {
        shared = Lock(Shared(chance: chance))
    }

    // MARK: Faults

    /// Lets the fault strike the call with this number; it replaces a fault that waits for the same call.
    ///
    /// Calls are numbered from 0, so `calls` is the number of the next one.
    /// A restart cancels all faults that have not struck.
    package func strike(_ fault: DiskFault, atCall call: Int) {
        shared.withLock { $0.state.strikes[call] = fault }
    }

    /// Lets the fault strike a flush of a file whose path ends with `ending`; `spared` such flushes go by before.
    package func strike(_ fault: DiskFault, atFlushOf ending: String, sparing spared: Int = 0) {
        shared.withLock { shared in
            shared.state.aimed.append(.init(operation: "flush", ending: ending, spared: spared, fault: fault))
        }
    }

    /// How many calls were answered so far, also those that only read or that a fault struck; a method of `FileSystem` may make several.
    ///
    /// Calls behind a crash, and those by files that an ended process had open, are refused and do not count.
    package var calls: Int { shared.withLock { $0.state.calls } }

    /// How often faults have struck.
    package var struck: Struck { shared.withLock { $0.state.struck } }

    /// The crash that has struck, until `restart`; else nil.
    package var crashed: Crash? { shared.withLock { $0.state.end } }

    /// A checksum of all calls, the bytes that they wrote, and the faults that struck; equal on two disks where all went alike.
    package var trace: UInt64 { shared.withLock { $0.state.trace } }

    /// Ends the process that uses the disk, and lets another begin. The old one's locks are gone, and calls by its open files fail.
    ///
    /// - Parameters:
    ///   - crash: how the process ends; not looked at where a crash has struck already, which then says how the process has ended.
    ///   - survival: what a loss of power keeps; drawn where it is nil.
    package func restart(after crash: Crash, keeping survival: Survival? = nil) {
        shared.withLock { shared in
            if shared.state.end == nil { shared.state.struck.crashes += 1 }
            shared.state.restart(
                after: shared.state.end ?? crash, keeping: survival, using: &shared.chance)
        }
    }

    /// Ends a lack of room and a lack of file descriptors, and cancels all faults that have not struck.
    package func heal() {
        shared.withLock { shared in
            shared.state.strikes = [:]
            shared.state.aimed = []
            shared.state.roomReturns = shared.state.calls
            shared.state.descriptorsReturn = shared.state.calls
        }
    }

    // MARK: What tests see on the disk, and change beside the process

    /// Whether a folder stands at the path.
    package func hasFolder(_ path: String) -> Bool {
        shared.withLock { shared in shared.state.node(at: path).map { shared.state.folders[$0] != nil } ?? false }
    }

    /// The files of a folder, each with its bytes as they are read, flushed or not.
    package func contents(of folder: String) -> [String: [UInt8]] {
        shared.withLock { shared in
            let names = shared.state.node(at: folder).flatMap { shared.state.folders[$0]?.names } ?? [:]
            return names.compactMapValues { node in
                shared.state.files[node].map { $0.cached.bytes(from: 0, count: $0.size) }
            }
        }
    }

    /// The flushed bytes of a file; nil where there is no such file.
    package func durableBytes(of path: String) -> [UInt8]? {
        shared.withLock { shared in
            guard let file = shared.state.node(at: path).flatMap({ shared.state.files[$0] }) else {
                return nil
            }
            return file.durable.bytes(from: 0, count: file.durable.size)
        }
    }

    /// Whether these bytes stand in some file; false for fewer than 8 bytes, because the search begins with the first 8.
    ///
    /// Files that have no name any more count too. `flushed`: whether only flushed bytes are searched, else the bytes as they are read.
    package func has(_ bytes: [UInt8], flushed: Bool) -> Bool {
        shared.withLock { shared in
            // The latest files come first, since most questions are about bytes that were just written.
            for node in shared.state.files.keys.sorted(by: >) {
                guard let file = shared.state.files[node] else { continue }
                if (flushed ? file.durable : file.cached).has(bytes) { return true }
            }
            return false
        }
    }

    /// Puts a file at the path, with the folders above it, all flushed.
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

    /// Makes a folder, and those above it, without a flush: a loss of power may lose them.
    package func makeFolderUnflushed(_ path: String) {
        shared.withLock { $0.state.makeFolders(path, flushed: false) }
    }

    /// Changes the bits of `mask` in one byte of a file, flushed and as it is read; the same call again mends it.
    package func flip(_ path: String, at offset: Int, by mask: UInt8) {
        shared.withLock { shared in
            guard let node = shared.state.node(at: path) else { return }
            shared.state.files[node]?.flip(at: offset, by: mask)
            shared.state.addToTrace(UInt64(offset) << 8 | UInt64(mask))
        }
    }

    /// Takes a file away, durably; nothing where there is none.
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
