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

/// A disk on which the folder that all paths begin in may be written to and not listed.
struct UnlistedDisk: WrappingFileSystem {
    let base: any FileSystem
    /// Whether the process may not even look at what has the name of a damaged log's folder.
    var hidesNames = false

    func kind(of path: String) throws(StorageFault) -> FileKind? {
        if hidesNames, path.contains(".damaged-") { throw Self.refusal("look at", path, EPERM) }
        return try base.kind(of: path)
    }

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        if path == "." { throw Self.refusal("open", path, EACCES) }
        return try base.openFolder(path)
    }

    private static func refusal(_ operation: String, _ path: String, _ number: Int32) -> StorageFault {
        StorageFault(operation: operation, subject: path, number: number, reason: "simulated: not permitted")
    }
}
