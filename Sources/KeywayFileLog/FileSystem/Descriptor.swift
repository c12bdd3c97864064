import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The system's descriptor of an open file or folder. When the last reference goes, the descriptor is closed and its lock released.
final class Descriptor: Sendable {
    let number: Int32
    /// For messages alone.
    let path: String

    /// Opens a file or a folder.
    ///
    /// - Parameters:
    ///   - name: a path; if it is not absolute, it is looked up in `folder`, or without one in the working folder.
    ///   - flags: as for `open(2)`; `O_CLOEXEC` and `O_NONBLOCK` are always added.
    ///   - operation: what is tried, as a message has it after "cannot".
    ///   - path: what a message calls the file; nil where that is `name`.
    init(
        _ name: String, in folder: Descriptor? = nil, _ flags: Int32, operation: String = "open", path: String? = nil
    ) throws(StorageFault) {
        let path = path ?? name
        // Without O_NONBLOCK the opening of a pipe that nobody writes to would wait for ever. Files ignore the flag.
        let number = repeating { openat(folder?.number ?? AT_FDCWD, name, flags | O_CLOEXEC | O_NONBLOCK, 0o600) }
        guard number >= 0 else { throw .last(operation, path) }
        self.number = number
        self.path = path
    }

    deinit {
        close(number)
    }

    /// What the system knows of the file or folder: its size, kind and number.
    func status() throws(StorageFault) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .last("look at", path) }
        return status
    }

    /// Waits until the disk has a file's bytes, or a folder's names.
    func flush() throws(StorageFault) {
        #if canImport(Darwin)
            // Darwin's fsync leaves the bytes in the drive's own memory. Not every file system knows the stronger call.
            if repeating({ fcntl(number, F_FULLFSYNC) }) == 0 { return }
            guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY, repeating({ fsync(number) }) == 0 else {
                throw .last(StorageFault.flush, path)
            }
        #else
            guard repeating({ fdatasync(number) }) == 0 else { throw .last(StorageFault.flush, path) }
        #endif
    }

    /// Locks the file or folder; false where another descriptor of it, even of this process, holds a lock that excludes this one.
    ///
    /// The call never waits. Several descriptors may hold shared locks at once; where `shared` is false, the lock excludes all others.
    func lock(shared: Bool) throws(StorageFault) -> Bool {
        if repeating({ flock(number, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw .last("lock", path)
    }
}

/// Makes a system call, again for as long as a signal interrupts the call (EINTR).
func repeating<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

extension StorageFault {
    /// What a fault of a flush calls its operation.
    fileprivate static let flush = "flush"

    /// Whether a file's bytes or a folder's names could not be made durable.
    var isOfFlush: Bool { operation == Self.flush }

    /// The fault of the system call that has just failed, as `errno` tells it.
    static func last(_ operation: String, _ subject: @autoclosure () -> String) -> StorageFault {
        // Read first: putting the subject together may call the system, and change `errno`.
        let number = errno
        return StorageFault(
            operation: operation, subject: subject(), number: number, reason: String(cString: strerror(number)))
    }
}
