package import KeywayFileLog
package import KeywayLog

/// A file system over another one, `base`. Each call that the conforming type does not implement is handed on to `base`.
package protocol WrappingFileSystem: FileSystem {
    var base: any FileSystem { get }
}

extension WrappingFileSystem {
    package func kind(of path: String) throws(StorageFault) -> FileKind? { try base.kind(of: path) }
    package func makeFolder(_ path: String) throws(StorageFault) { try base.makeFolder(path) }
    package func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder { try base.openFolder(path) }
    package func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        try base.moveFolder(path, to: target)
    }
}

/// An open folder over another one, `base`. Each call that the conforming type does not implement is handed on to `base`.
package protocol WrappingFolder: OpenFolder {
    var base: any OpenFolder { get }
}

extension WrappingFolder {
    package var path: String { base.path }
    package func occupant() throws(StorageFault) -> PathOccupant { try base.occupant() }
    package func names() throws(StorageFault) -> [String] { try base.names() }
    package func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        try base.openFile(name, for: purpose)
    }
    package func move(_ name: String, to target: String) throws(StorageFault) { try base.move(name, to: target) }
    package func link(_ name: String, as target: String) throws(StorageFault) { try base.link(name, as: target) }
    package func removeFile(_ name: String) throws(StorageFault) { try base.removeFile(name) }
    package func flush() throws(StorageFault) { try base.flush() }
    package func flushOwnName() throws(StorageFault) { try base.flushOwnName() }
    package func flushPath() throws(StorageFault) { try base.flushPath() }
    package func takeLock(_ name: String, shared: Bool) throws(StorageFault) -> (any HeldLock)? {
        try base.takeLock(name, shared: shared)
    }
}

/// An open file over another one, `base`. Each call that the conforming type does not implement is handed on to `base`.
package protocol WrappingFile: OpenFile {
    var base: any OpenFile { get }
}

extension WrappingFile {
    package func size() throws(StorageFault) -> UInt64 { try base.size() }
    package func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        try base.bytes(from: offset, count: count)
    }
    package func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault) { try base.write(bytes, at: offset) }
    package func truncate(to size: UInt64) throws(StorageFault) { try base.truncate(to: size) }
    package func flush() throws(StorageFault) { try base.flush() }
}
