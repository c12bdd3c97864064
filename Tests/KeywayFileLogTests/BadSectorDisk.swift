import KeywayFileLog
import KeywayLog
import SimulatedDisk

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A disk that cannot read some bytes of one file: each read of any of them fails.
struct BadSectorDisk: WrappingFileSystem {
    let base: any FileSystem
    /// The name of the file.
    let file: String
    let bad: Range<Int>
    /// The system's number for the reason.
    var number = EIO

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        BadSectorFolder(base: try base.openFolder(path), disk: self)
    }
}

private struct BadSectorFolder: WrappingFolder {
    let base: any OpenFolder
    let disk: BadSectorDisk

    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        let file = try base.openFile(name, for: purpose)
        return name == disk.file ? BadSectorFile(base: file, disk: disk) : file
    }
}

private struct BadSectorFile: WrappingFile {
    let base: any OpenFile
    let disk: BadSectorDisk

    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        let end = min(Int(offset) + count, Int(try base.size()))
        if Int(offset) < end, disk.bad.overlaps(Int(offset)..<end) {
            throw StorageFault(
                operation: "read", subject: disk.file, number: disk.number, reason: "simulated: the sector is bad")
        }
        return try base.bytes(from: offset, count: count)
    }
}
