#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The disk of this machine.
package struct SystemFileSystem: FileSystem {
    package init() {}

    /// What stands at the path, behind links; nil where nothing does, or a link leads nowhere.
    package func kind(of path: String) throws(FileError) -> FileKind? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .last("look at", path)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// The names in a folder without `.` and `..`, hidden ones included.
    package func names(in folder: String) throws(FileError) -> [String] {
        guard let stream = opendir(folder) else { throw .last("list", folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // The end and an error look alike but for this.
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .last("list", folder) }
        return names
    }

    /// Makes the folder and those above it that are missing, for their owner alone.
    package func makeFolder(_ path: String) throws(FileError) {
        if try kind(of: path) == .folder { return }
        let parent = Self.parent(of: path)
        if let parent, parent != path { try makeFolder(parent) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last("create", path) }
        try flushFolder(parent ?? ".")
    }

    /// Opens a file; one that is created may be read and written by its owner alone.
    package func openFile(_ path: String, for purpose: FilePurpose) throws(FileError) -> any OpenFile {
        let flags =
            switch purpose {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .creating: O_RDWR | O_CREAT | O_EXCL
            }
        return SystemFile(try Descriptor(path, flags, attempt: purpose == .creating ? "create" : "open"))
    }

    /// Gives the file another name in one step of the system; `flushFolder` makes that durable.
    package func move(_ path: String, to target: String) throws(FileError) {
        guard rename(path, target) == 0 else { throw .last("rename", path) }
    }

    /// Takes the name away; `flushFolder` makes that durable.
    package func removeFile(_ path: String) throws(FileError) {
        guard unlink(path) == 0 else { throw .last("remove", path) }
    }

    /// Waits until the disk has the names in the folder.
    package func flushFolder(_ path: String) throws(FileError) {
        let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY, attempt: "open")
        guard repeating({ fsync(folder.number) }) == 0 else { throw .last("flush", path) }
    }

    /// Locks the file and the folder that it stands in, against other processes and this one.
    package func takeLock(_ path: String) throws(FileError) -> (any HeldLock)? {
        let file = try Descriptor(path, O_RDWR | O_CREAT, attempt: "open")
        guard try Self.take(file) else { return nil }
        // Whoever deletes the lock file must not let a second writer in, so the folder is held as well.
        let folder = try Descriptor(Self.parent(of: path) ?? ".", O_RDONLY, attempt: "open")
        guard try Self.take(folder) else { return nil }
        return HeldLocks(file: file, folder: folder)
    }

    /// Whether nobody else holds it.
    private static func take(_ descriptor: Descriptor) throws(FileError) -> Bool {
        if repeating({ flock(descriptor.number, LOCK_EX | LOCK_NB) }) == 0 { return true }
        if errno == EWOULDBLOCK { return false }
        throw .last("lock", descriptor.path)
    }

    private static func parent(of path: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        let above = parts.dropLast().joined(separator: "/")
        if path.hasPrefix("/") { return "/" + above }
        return parts.count > 1 ? above : nil
    }
}

private struct SystemFile: OpenFile {
    private let descriptor: Descriptor

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
    }

    func size() throws(FileError) -> UInt64 {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw .last("look at", descriptor.path) }
        return UInt64(clamping: status.st_size)
    }

    func bytes(from offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
        // A count from outside must not reserve memory for more than the file has.
        let size = try size()
        let count = Int(clamping: min(UInt64(clamping: count), size > offset ? size - offset : 0))
        var done = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            while done < count {
                let step = repeating {
                    pread(
                        descriptor.number, buffer.baseAddress.map { $0 + done }, count - done,
                        off_t(clamping: offset) + off_t(done))
                }
                if step <= 0 {
                    // The file was cut meanwhile, or it cannot be read.
                    if step < 0 { done = -1 }
                    break
                }
                done += step
            }
            initialized = max(done, 0)
        }
        guard done >= 0 else { throw .last("read", descriptor.path) }
        return bytes
    }

    func put(_ bytes: [UInt8], at offset: UInt64) throws(FileError) {
        var done = 0
        while done < bytes.count {
            let step = bytes.withUnsafeBytes { buffer in
                repeating {
                    pwrite(
                        descriptor.number, buffer.baseAddress.map { $0 + done }, buffer.count - done,
                        off_t(clamping: offset) + off_t(done))
                }
            }
            // A write of nothing that is no error would go on for ever.
            if step == 0 { errno = EIO }
            guard step > 0 else { throw .last("write to", descriptor.path) }
            done += step
        }
    }

    func cut(to size: UInt64) throws(FileError) {
        guard repeating({ ftruncate(descriptor.number, off_t(clamping: size)) }) == 0 else {
            throw .last("truncate", descriptor.path)
        }
    }

    func flush() throws(FileError) {
        #if canImport(Darwin)
            // There fsync leaves the bytes in the drive's own memory. Not every file system knows the stronger call.
            if repeating({ fcntl(descriptor.number, F_FULLFSYNC) }) == 0 { return }
            guard errno == ENOTSUP || errno == EINVAL, repeating({ fsync(descriptor.number) }) == 0 else {
                throw .last("flush", descriptor.path)
            }
        #else
            guard repeating({ fdatasync(descriptor.number) }) == 0 else { throw .last("flush", descriptor.path) }
        #endif
    }
}

/// Held as long as somebody has it.
private final class HeldLocks: HeldLock {
    private let file: Descriptor
    private let folder: Descriptor

    init(file: Descriptor, folder: Descriptor) {
        self.file = file
        self.folder = folder
    }
}

/// An open file's number, closed with the last use of it; a lock on it goes with it.
private final class Descriptor: Sendable {
    let number: Int32
    let path: String

    init(_ path: String, _ flags: Int32, attempt: String) throws(FileError) {
        let number = repeating { open(path, flags | O_CLOEXEC, 0o600) }
        guard number >= 0 else { throw .last(attempt, path) }
        self.number = number
        self.path = path
    }

    deinit {
        close(number)
    }
}

/// Calls again as long as a signal interrupts.
private func repeating<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

extension FileError {
    /// The reason of the call that has just failed.
    fileprivate static func last(_ attempt: String, _ path: String) -> FileError {
        let number = errno
        return FileError(attempt: attempt, path: path, number: number, reason: String(cString: strerror(number)))
    }
}
