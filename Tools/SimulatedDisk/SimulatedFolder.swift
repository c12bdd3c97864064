import KeywayFileLog
import KeywayLog

/// A folder that a process has open.
///
/// Here a node is an inode, and not a process that shares a log: a file or folder of the disk, whatever its names. It keeps its number when
/// it is renamed.
struct SimulatedFolder: OpenFolder {
    let disk: SimulatedDisk
    /// The number of the process that has the folder open.
    let process: Int
    /// The folder's number among the disk's nodes.
    let node: Int
    /// The path by which the folder was opened; the folder may have been moved to another path since.
    let path: String

    func occupant() throws(StorageFault) -> PathOccupant {
        try call("look at") { [node, path] shared in
            shared.state.node(at: path).map { $0 == node ? .thisFolder : .another } ?? .nothing
        }
    }

    func names() throws(StorageFault) -> [String] {
        try call("list") { [node] (shared) throws(DiskRefusal) in
            try shared.state.needDescriptor()
            // Reversed, so that no code relies on sorted names; sorted before, since a dictionary's order differs between processes.
            return (shared.state.folders[node]?.names.keys.sorted() ?? []).reversed()
        }
    }

    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        let file = try call(purpose == .creating ? "create" : "open", name) {
            [node] (shared) throws(DiskRefusal) in
            try shared.state.needDescriptor()
            let known = shared.state.folders[node]?.names[name]
            guard purpose == .creating else {
                guard let known else { throw .absent }
                return known
            }
            if known != nil { throw .exists }
            return try shared.state.createFile(name, in: node)
        }
        return SimulatedFile(
            disk: disk, process: process, node: file, folder: node, path: path + "/" + name)
    }

    func move(_ name: String, to target: String) throws(StorageFault) {
        try call("rename", name) { [node] (shared) throws(DiskRefusal) in
            guard shared.state.folders[node]?.names[name] != nil else { throw .absent }
            shared.state.rename(name, to: target, in: node)
        }
    }

    func link(_ name: String, as target: String) throws(StorageFault) {
        try call("link", name) { [node] (shared) throws(DiskRefusal) in
            guard let file = shared.state.folders[node]?.names[name] else { throw .absent }
            guard shared.state.folders[node]?.names[target] == nil else { throw .exists }
            try shared.state.needRoom()
            shared.state.enter(target, file, in: node)
        }
    }

    func removeFile(_ name: String) throws(StorageFault) {
        try call("remove", name) { [node] (shared) throws(DiskRefusal) in
            guard shared.state.folders[node]?.names[name] != nil else { throw .absent }
            shared.state.remove(name, from: node)
        }
    }

    func flush() throws(StorageFault) {
        try call("flush") { [node] shared in shared.state.folders[node]?.flush() }
    }

    func flushOwnName() throws(StorageFault) {
        try call("flush", "..") { [node] (shared) throws(DiskRefusal) in
            try shared.state.needDescriptor()
            guard let place = shared.state.place(ofFolder: node) else { throw .absent }
            shared.state.folders[place.folder]?.flush()
        }
    }

    func flushPath() throws(StorageFault) {
        // The folder whose name is made durable next, in the folder above it; the root has no name.
        var (unflushed, path): (Int?, String) = (node, path)
        while let folder = unflushed {
            path += "/.."
            unflushed = try disk.call("flush", path, process: process, folder: node) { (shared) throws(DiskRefusal) in
                try shared.state.needDescriptor()
                guard let place = shared.state.place(ofFolder: folder) else { throw .absent }
                shared.state.folders[place.folder]?.flush()
                return place.folder == DiskState.root ? nil : place.folder
            }
        }
    }

    func takeLock(_ name: String, shared isShared: Bool) throws(StorageFault) -> (any HeldLock)? {
        let held: [Int]? = try call("lock", name) { [node] (shared) throws(DiskRefusal) in
            try shared.state.needDescriptor()
            let known = shared.state.folders[node]?.names[name]
            // A reader makes no lock file. Where there is none no writer has had the log open, and a reader that saw none does not ask.
            if known == nil, isShared { return nil }
            let file: Int
            if let known { file = known } else { file = try shared.state.createFile(name, in: node) }
            // The file and the folder are locked: where somebody deletes the lock file, the lock on the folder keeps a second writer out.
            return shared.state.lock([file, node], shared: isShared) ? [file, node] : nil
        }
        return held.map { SimulatedLock(disk: disk, process: process, nodes: $0, isShared: isShared) }
    }

    private func call<Answer>(
        _ operation: String, _ name: String? = nil,
        _ body: (inout SimulatedDisk.Shared) throws(DiskRefusal) -> Answer
    ) throws(StorageFault) -> Answer {
        try disk.call(
            operation, name.map { path + "/" + $0 } ?? path, process: process, folder: node, body)
    }
}

/// One lock on two nodes, the lock file and its folder; it is held until the last reference to this object is gone, or its process ends.
private final class SimulatedLock: HeldLock {
    private let disk: SimulatedDisk
    private let process: Int
    /// The numbers of the file and the folder.
    private let nodes: [Int]
    private let isShared: Bool

    init(disk: SimulatedDisk, process: Int, nodes: [Int], isShared: Bool) {
        self.disk = disk
        self.process = process
        self.nodes = nodes
        self.isShared = isShared
    }

    deinit {
        disk.shared.withLock { shared in
            // A process that has ended holds no locks, and what it locked may be locked by a later one.
            if shared.state.process == process { shared.state.unlock(nodes, shared: isShared) }
        }
    }
}

extension DiskState {
    /// Makes an empty file and returns its number.
    fileprivate mutating func createFile(_ name: String, in folder: Int) throws(DiskRefusal) -> Int {
        // Nothing can be made in a folder that was deleted.
        guard folder == Self.root || place(ofFolder: folder) != nil else { throw .absent }
        try needRoom()
        let file = nextNode()
        files[file] = FileNode()
        enter(name, file, in: folder)
        return file
    }

    /// Locks all of these files and folders; false, and none is locked, where a lock that is held forbids it.
    fileprivate mutating func lock(_ nodes: [Int], shared isShared: Bool) -> Bool {
        for node in nodes {
            if let holders = locks[node], holders.isExclusive || !isShared && holders.shared > 0 {
                return false
            }
        }
        for node in nodes {
            if isShared {
                locks[node, default: LockHolders()].shared += 1
            } else {
                locks[node, default: LockHolders()].isExclusive = true
            }
        }
        return true
    }

    fileprivate mutating func unlock(_ nodes: [Int], shared isShared: Bool) {
        for node in nodes {
            if isShared { locks[node]?.shared -= 1 } else { locks[node]?.isExclusive = false }
        }
    }
}
