import KeywayFileLog
import KeywayLog
import SimulatedDisk

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The disk of this machine, with each flush of a file made longer by this many milliseconds.
struct SlowFlushes: WrappingFileSystem {
    let base: any FileSystem = SystemFileSystem()
    let milliseconds: UInt32

    init(milliseconds: UInt32) {
        self.milliseconds = milliseconds
    }

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        SlowFolder(base: try base.openFolder(path), milliseconds: milliseconds)
    }
}

private struct SlowFolder: WrappingFolder {
    let base: any OpenFolder
    let milliseconds: UInt32

    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        SlowFile(base: try base.openFile(name, for: purpose), milliseconds: milliseconds)
    }
}

private struct SlowFile: WrappingFile {
    let base: any OpenFile
    let milliseconds: UInt32

    func flush() throws(StorageFault) {
        try base.flush()
        usleep(milliseconds * 1000)
    }
}
