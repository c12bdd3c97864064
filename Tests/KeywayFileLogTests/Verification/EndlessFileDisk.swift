import KeywayFileLog
import KeywayLog
import SimulatedDisk

/// A disk on which one file seems to have far more bytes than there are, as after damage of the file system.
struct EndlessFileDisk: WrappingFileSystem {
    let base: any FileSystem
    /// The name of the file.
    fileprivate let file: String
    /// The size that the file says it has.
    fileprivate let size: UInt64
    private let counts = Lock<[Int]>([])

    init(_ base: any FileSystem, file: String, size: UInt64) {
        self.base = base
        self.file = file
        self.size = size
    }

    /// How many bytes each read of any file asked for.
    var requests: [Int] { counts.withLock { $0 } }

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        EndlessFileFolder(base: try base.openFolder(path), disk: self)
    }

    fileprivate func note(request count: Int) { counts.withLock { $0.append(count) } }
}

private struct EndlessFileFolder: WrappingFolder {
    let base: any OpenFolder
    let disk: EndlessFileDisk

    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        let file = try base.openFile(name, for: purpose)
        return EndlessFile(base: file, disk: disk, isEndless: name == disk.file)
    }
}

private struct EndlessFile: WrappingFile {
    let base: any OpenFile
    let disk: EndlessFileDisk
    let isEndless: Bool

    func size() throws(StorageFault) -> UInt64 { isEndless ? disk.size : try base.size() }

    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        disk.note(request: count)
        return try base.bytes(from: offset, count: count)
    }
}
