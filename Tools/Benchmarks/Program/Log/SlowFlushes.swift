import KeywayFileLog
import KeywayLog

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The disk of this machine, each flush of which takes so long at least.
struct SlowFlushes: FileSystem {
    let milliseconds: UInt32
    private let disk = SystemFileSystem()

    init(milliseconds: UInt32) {
        self.milliseconds = milliseconds
    }

    func kind(of path: String) throws(StorageFault) -> FileKind? { try disk.kind(of: path) }
    func makeFolder(_ path: String) throws(StorageFault) { try disk.makeFolder(path) }
    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        SlowFolder(folder: try disk.openFolder(path), milliseconds: milliseconds)
    }
    func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        try disk.moveFolder(path, to: target)
    }
}

private struct SlowFolder: OpenFolder {
    let folder: any OpenFolder
    let milliseconds: UInt32

    var path: String { folder.path }
    func isInPlace() throws(StorageFault) -> Bool { try folder.isInPlace() }
    func names() throws(StorageFault) -> [String] { try folder.names() }
    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        SlowFile(file: try folder.openFile(name, for: purpose), milliseconds: milliseconds)
    }
    func move(_ name: String, to target: String) throws(StorageFault) { try folder.move(name, to: target) }
    func link(_ name: String, as target: String) throws(StorageFault) { try folder.link(name, as: target) }
    func removeFile(_ name: String) throws(StorageFault) { try folder.removeFile(name) }
    func flush() throws(StorageFault) { try folder.flush() }
    func flushOwnName() throws(StorageFault) { try folder.flushOwnName() }
    func takeLock(_ name: String, shared: Bool) throws(StorageFault) -> (any HeldLock)? {
        try folder.takeLock(name, shared: shared)
    }
}

private struct SlowFile: OpenFile {
    let file: any OpenFile
    let milliseconds: UInt32

    func size() throws(StorageFault) -> UInt64 { try file.size() }
    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        try file.bytes(from: offset, count: count)
    }
    func put(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault) { try file.put(bytes, at: offset) }
    func cut(to size: UInt64) throws(StorageFault) { try file.cut(to: size) }
    func flush() throws(StorageFault) {
        try file.flush()
        usleep(milliseconds * 1000)
    }
}
