import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open file's or folder's number, closed with the last use of it; a lock on it goes with it.
final class Descriptor: Sendable {
    let number: Int32
    /// For messages alone.
    let path: String

    /// Opens a path; one that is not absolute is looked up in the folder, or in the process's where there is none.
    ///
    /// `path`: what a message calls it, where that is not the path itself.
    init(
        _ name: String, in folder: Descriptor? = nil, _ flags: Int32, attempt: String = "open", path: String? = nil
    ) throws(StorageFault) {
        let path = path ?? name
        // Without O_NONBLOCK the opening of a pipe that nobody writes to would wait for ever; no file knows the flag.
        let number = repeating { openat(folder?.number ?? AT_FDCWD, name, flags | O_CLOEXEC | O_NONBLOCK, 0o600) }
        guard number >= 0 else { throw .last(attempt, path) }
        self.number = number
        self.path = path
    }

    deinit {
        close(number)
    }

    /// What the system knows of it.
    func status() throws(StorageFault) -> stat {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .last("look at", path) }
        return status
    }

    /// Waits until the disk has a file's bytes, or a folder's names.
    func flush() throws(StorageFault) {
        #if canImport(Darwin)
            // There fsync leaves the bytes in the drive's own memory. Not every file system knows the stronger call.
            if repeating({ fcntl(number, F_FULLFSYNC) }) == 0 { return }
            guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY, repeating({ fsync(number) }) == 0 else {
                throw .last("flush", path)
            }
        #else
            guard repeating({ fdatasync(number) }) == 0 else { throw .last("flush", path) }
        #endif
    }

    /// Locks it against every other opening of the same file, in this process too; false if one of them has it.
    func take(shared: Bool) throws(StorageFault) -> Bool {
        if repeating({ flock(number, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) }) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw .last("lock", path)
    }
}

/// Calls again as long as a signal interrupts.
func repeating<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

extension StorageFault {
    /// The reason of the call that has just failed.
    static func last(_ attempt: String, _ subject: @autoclosure () -> String) -> StorageFault {
        // Before the subject is put together, which may call the system again.
        let number = errno
        return StorageFault(
            attempt: attempt, subject: subject(), number: number, reason: String(cString: strerror(number)))
    }
}
