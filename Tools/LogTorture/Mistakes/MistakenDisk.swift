import KeywayFileLog
import KeywayLog

/// A disk that leaves out the calls that a log with the mistake would not make.
struct MistakenDisk: FileSystem {
    let base: any FileSystem
    let mistake: LogMistake
    /// Whether the log is being opened, and is not for the first time.
    let isReopening: @Sendable () -> Bool

    func kind(of path: String) throws(StorageFault) -> FileKind? { try base.kind(of: path) }
    func makeFolder(_ path: String) throws(StorageFault) { try base.makeFolder(path) }
    func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        try base.moveFolder(path, to: target)
    }

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        MistakenFolder(base: try base.openFolder(path), disk: self)
    }
}

private struct MistakenFolder: OpenFolder {
    let base: any OpenFolder
    let disk: MistakenDisk

    var path: String { base.path }
    func isInPlace() throws(StorageFault) -> Bool { try base.isInPlace() }
    func names() throws(StorageFault) -> [String] { try base.names() }
    func move(_ name: String, to target: String) throws(StorageFault) { try base.move(name, to: target) }
    func link(_ name: String, as target: String) throws(StorageFault) { try base.link(name, as: target) }
    func removeFile(_ name: String) throws(StorageFault) { try base.removeFile(name) }
    func takeLock(_ name: String, shared: Bool) throws(StorageFault) -> (any HeldLock)? {
        try base.takeLock(name, shared: shared)
    }

    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        MistakenFile(base: try base.openFile(name, for: purpose), disk: disk)
    }

    func flush() throws(StorageFault) {
        if disk.mistake == .folderNotFlushedOnReopening, disk.isReopening() { return }
        try base.flush()
    }

    func flushOwnName() throws(StorageFault) {
        if disk.mistake == .folderNotFlushedOnReopening, disk.isReopening() { return }
        try base.flushOwnName()
    }
}

private struct MistakenFile: OpenFile {
    let base: any OpenFile
    let disk: MistakenDisk

    func size() throws(StorageFault) -> UInt64 { try base.size() }
    func cut(to size: UInt64) throws(StorageFault) { try base.cut(to: size) }
    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        try base.bytes(from: offset, count: count)
    }

    func put(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault) {
        if disk.mistake == .tailNotWrittenAgain, disk.isReopening(),
            try base.bytes(from: offset, count: bytes.count) == bytes
        {
            return
        }
        try base.put(bytes, at: offset)
    }

    func flush() throws(StorageFault) {
        switch disk.mistake {
        case .flushSkipped: return
        case .flushErrorIgnored: try? base.flush()
        default: try base.flush()
        }
    }
}
