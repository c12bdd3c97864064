import KeywayFileLog
import KeywayLog
import SimulatedDisk

/// A disk that renames no folder.
struct UnmovableDisk: WrappingFileSystem {
    let base: any FileSystem
    /// The system's number for the reason.
    let number: Int32

    func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        throw StorageFault(operation: "rename", subject: path, number: number, reason: "simulated: it stays")
    }
}
