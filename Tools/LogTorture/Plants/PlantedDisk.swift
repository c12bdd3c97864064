import KeywayFileLog
import KeywayLog

/// A disk that carries out all calls but those that a log with a planted mistake would not make.
struct PlantedDisk: FileSystem {
    let base: any FileSystem
    let plant: Plant
    /// Whether the log is being opened, and is not for the first time.
    let isReopening: @Sendable () -> Bool

    func kind(of path: String) throws(StorageFault) -> FileKind? { try base.kind(of: path) }
    func makeFolder(_ path: String) throws(StorageFault) { try base.makeFolder(path) }
    func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        try base.moveFolder(path, to: target)
    }

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        PlantedFolder(base: try base.openFolder(path), disk: self)
    }
}

private struct PlantedFolder: OpenFolder {
    let base: any OpenFolder
    let disk: PlantedDisk

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
        PlantedFile(base: try base.openFile(name, for: purpose), disk: disk)
    }

    func flush() throws(StorageFault) {
        if disk.plant == .folderNotFlushedOnReopening, disk.isReopening() { return }
        try base.flush()
    }

    func flushOwnName() throws(StorageFault) {
        if disk.plant == .folderNotFlushedOnReopening, disk.isReopening() { return }
        try base.flushOwnName()
    }
}

private struct PlantedFile: OpenFile {
    let base: any OpenFile
    let disk: PlantedDisk

    func size() throws(StorageFault) -> UInt64 { try base.size() }
    func cut(to size: UInt64) throws(StorageFault) { try base.cut(to: size) }
    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        try base.bytes(from: offset, count: count)
    }

    func put(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault) {
        if disk.plant == .tailNotWrittenAgain, disk.isReopening(),
            try base.bytes(from: offset, count: bytes.count) == bytes
        {
            return
        }
        try base.put(bytes, at: offset)
    }

    func flush() throws(StorageFault) {
        switch disk.plant {
        case .flushSkipped: return
        case .flushErrorIgnored: try? base.flush()
        default: try base.flush()
        }
    }
}
