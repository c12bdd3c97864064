import KeywayFileLog
import KeywayLog
import SimulatedDisk

/// A disk on which somebody else does something once, right before a folder is locked or flushed.
struct DiskWithInterlude: FileSystem {
    /// What the interlude comes before.
    enum Moment {
        case lock, flush
    }

    private let base: SimulatedDisk
    private let moment: Moment
    /// What somebody else does; nil once it is done.
    private let interlude: Lock<(@Sendable () -> Void)?>

    init(_ base: SimulatedDisk, before moment: Moment, _ interlude: @escaping @Sendable () -> Void) {
        self.base = base
        self.moment = moment
        self.interlude = Lock(interlude)
    }

    func kind(of path: String) throws(StorageFault) -> FileKind? { try base.kind(of: path) }
    func makeFolder(_ path: String) throws(StorageFault) { try base.makeFolder(path) }
    func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        try base.moveFolder(path, to: target)
    }

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        FolderWithInterlude(base: try base.openFolder(path), disk: self)
    }

    fileprivate func pass(_ moment: Moment) {
        guard moment == self.moment else { return }
        let due = interlude.withLock { interlude in
            defer { interlude = nil }
            return interlude
        }
        due?()
    }
}

private struct FolderWithInterlude: OpenFolder {
    let base: any OpenFolder
    let disk: DiskWithInterlude

    var path: String { base.path }
    func isInPlace() throws(StorageFault) -> Bool { try base.isInPlace() }
    func names() throws(StorageFault) -> [String] { try base.names() }
    func move(_ name: String, to target: String) throws(StorageFault) { try base.move(name, to: target) }
    func link(_ name: String, as target: String) throws(StorageFault) { try base.link(name, as: target) }
    func removeFile(_ name: String) throws(StorageFault) { try base.removeFile(name) }
    func flushOwnName() throws(StorageFault) { try base.flushOwnName() }
    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        try base.openFile(name, for: purpose)
    }

    func flush() throws(StorageFault) {
        disk.pass(.flush)
        try base.flush()
    }

    func takeLock(_ name: String, shared: Bool) throws(StorageFault) -> (any HeldLock)? {
        disk.pass(.lock)
        return try base.takeLock(name, shared: shared)
    }
}
