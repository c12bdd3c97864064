import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Why a simulated call is refused; `fault` makes an error of it, with the number that this machine's system gives for such a problem.
enum DiskRefusal {
    case failed, absent, exists, noRoom, noDescriptors, notAFolder, ended

    func fault(_ operation: String, _ subject: String) -> StorageFault {
        StorageFault(operation: operation, subject: subject, number: number, reason: reason)
    }

    /// Whether only a fault refused the call; false where every disk would have refused it.
    var isFault: Bool {
        switch self {
        case .failed, .noRoom, .noDescriptors, .ended: true
        case .absent, .exists, .notAFolder: false
        }
    }

    private var number: Int32 {
        switch self {
        case .failed: EIO
        // All files of a process are closed with its end.
        case .ended: EBADF
        case .absent: ENOENT
        case .exists: EEXIST
        case .noRoom: ENOSPC
        case .noDescriptors: EMFILE
        case .notAFolder: ENOTDIR
        }
    }

    private var reason: String {
        switch self {
        case .failed: "simulated: the disk failed"
        case .absent: "simulated: nothing is there"
        case .exists: "simulated: something is there"
        case .noRoom: "simulated: no room is left"
        case .noDescriptors: "simulated: no descriptor is left"
        case .notAFolder: "simulated: not a folder"
        case .ended: "simulated: the process has ended"
        }
    }
}

extension DiskRefusal: Error {}
