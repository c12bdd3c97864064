import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A folder of this machine, reached through its descriptor.
struct SystemFolder: OpenFolder {
    let path: String
    /// `path`, made absolute: the process may change its working folder while this folder is open.
    private let absolutePath: String
    private let descriptor: Descriptor

    init(_ path: String) throws(StorageFault) {
        self.path = path
        absolutePath = path.hasPrefix("/") ? path : try Self.workingFolder() + "/" + path
        descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY)
    }

    /// Compares the device and file numbers of the open folder with those of whatever is at its path now.
    func occupant() throws(StorageFault) -> PathOccupant {
        let open = try descriptor.status()
        var found = stat()
        guard stat(absolutePath, &found) == 0 else {
            if errno == ENOENT || errno == ENOTDIR { return .nothing }
            throw .last("look at", path)
        }
        let isThisFolder = open.st_nlink > 0 && open.st_dev == found.st_dev && open.st_ino == found.st_ino
        return isThisFolder ? .thisFolder : .another
    }

    /// The names in the folder without `.` and `..`, hidden ones included.
    func names() throws(StorageFault) -> [String] {
        // Each listing opens the folder anew: two threads may list at once, and one descriptor has only one position to list from.
        let number = repeating { openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard number >= 0, let stream = fdopendir(number) else {
            let fault = StorageFault.last("list", path)
            if number >= 0 { close(number) }
            throw fault
        }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            // `readdir` returns nil at the end and on an error: only `errno` tells one from the other.
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw .last("list", path) }
        return names
    }

    /// Opens a file; a file that is created may be read and written by its owner alone.
    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        let flags =
            switch purpose {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .creating: O_RDWR | O_CREAT | O_EXCL
            }
        return SystemFile(try open(name, flags, operation: purpose == .creating ? "create" : "open"))
    }

    /// Renames the file atomically; the new name is durable after the next `flush`.
    func move(_ name: String, to target: String) throws(StorageFault) {
        guard renameat(descriptor.number, name, descriptor.number, target) == 0 else {
            throw .last("rename", subject(name))
        }
    }

    /// Gives the file a second name (a hard link), which is durable after the next `flush`.
    func link(_ name: String, as target: String) throws(StorageFault) {
        guard linkat(descriptor.number, name, descriptor.number, target, 0) == 0 else {
            throw .last("link", subject(name))
        }
    }

    /// Removes the name; the removal is durable after the next `flush`.
    func removeFile(_ name: String) throws(StorageFault) {
        guard unlinkat(descriptor.number, name, 0) == 0 else { throw .last("remove", subject(name)) }
    }

    func flush() throws(StorageFault) {
        try Self.flush(descriptor)
    }

    /// Flushes the folder that contains this one now, also after a move.
    func flushOwnName() throws(StorageFault) {
        try Self.flushAbove("..", in: descriptor, path: path + "/..")
    }

    /// Flushes one folder after the other on the way up, as far as this process may open them and they are on the same disk.
    func flushPath() throws(StorageFault) {
        var lower = descriptor
        var path = path
        while true {
            path += "/.."
            guard let above = try Self.openAbove("..", in: lower, path: path) else { return }
            let (inner, outer) = (try lower.status(), try above.status())
            // Above the root of all paths stands that root itself. The name of a disk's own root is not on that disk.
            guard inner.st_dev == outer.st_dev, inner.st_ino != outer.st_ino else { return }
            try Self.flush(above)
            lower = above
        }
    }

    /// Flushes a folder that contains another one.
    ///
    /// A folder that this process may not list cannot be opened, so it is not flushed and nothing is thrown: no other call would help.
    static func flushAbove(
        _ name: String, in folder: Descriptor? = nil, path: String? = nil
    ) throws(StorageFault) {
        if let above = try openAbove(name, in: folder, path: path) { try flush(above) }
    }

    /// Opens a folder that contains another one; nil where this process may not list it.
    private static func openAbove(
        _ name: String, in folder: Descriptor?, path: String?
    ) throws(StorageFault) -> Descriptor? {
        do throws(StorageFault) {
            return try Descriptor(name, in: folder, O_RDONLY | O_DIRECTORY, path: path)
        } catch {
            if error.isNotPermitted { return nil }
            throw error
        }
    }

    /// Locks the file and the folder, against other processes and this one.
    ///
    /// Where somebody deletes the lock file, a second writer would lock a new one: the lock on the folder keeps that writer out.
    func takeLock(_ name: String, shared: Bool) throws(StorageFault) -> (any HeldLock)? {
        let file: Descriptor
        do throws(StorageFault) {
            file = try open(name, shared ? O_RDONLY : O_RDWR | O_CREAT)
        } catch {
            if shared, error.number == ENOENT { return nil }
            throw error
        }
        guard try file.lock(shared: shared) else { return nil }
        // The folder is opened again for this: `flock` grants a second exclusive lock through one and the same descriptor.
        let folder = try Descriptor(".", in: descriptor, O_RDONLY | O_DIRECTORY, path: path)
        guard try folder.lock(shared: shared) else { return nil }
        return HeldLocks(file: file, folder: folder)
    }

    private func open(_ name: String, _ flags: Int32, operation: String = "open") throws(StorageFault) -> Descriptor {
        try Descriptor(name, in: descriptor, flags, operation: operation, path: subject(name))
    }

    private func subject(_ name: String) -> String { path + "/" + name }

    /// Flushes the folder. Some file systems cannot, and answer EINVAL: that counts as done, for there is no other call to try.
    private static func flush(_ folder: Descriptor) throws(StorageFault) {
        do throws(StorageFault) {
            try folder.flush()
        } catch {
            guard error.number == EINVAL else { throw error }
        }
    }

    private static func workingFolder() throws(StorageFault) -> String {
        guard let name = getcwd(nil, 0) else { throw .last("look at", ".") }
        defer { free(name) }
        return String(cString: name)
    }
}

/// The locks on the lock file and on its folder, both released with the last reference to this object.
private final class HeldLocks: HeldLock {
    private let file: Descriptor
    private let folder: Descriptor

    init(file: Descriptor, folder: Descriptor) {
        self.file = file
        self.folder = folder
    }
}
