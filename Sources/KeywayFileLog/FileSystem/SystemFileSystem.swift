package import KeywayLog

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

    /// What is at the path, links followed; nil where nothing is, or where a link leads nowhere.
    package func kind(of path: String) throws(StorageFault) -> FileKind? {
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

    /// Makes the folder and those above it that are missing, for their owner alone.
    package func makeFolder(_ path: String) throws(StorageFault) {
        if try kind(of: path) == .folder { return }
        let parent = Self.parent(of: path)
        if parent != path { try makeFolder(parent) }
        if mkdir(path, 0o700) != 0 {
            let fault = StorageFault.last("create", path)
            guard fault.isTaken else { throw fault }
            // Another process may have made the folder meanwhile. Else what has the name is no folder.
            switch try kind(of: path) {
            case .folder: break
            case .file, .other: throw fault
            case nil: throw fault.because("a link has this name, and leads nowhere")
            }
        }
        try SystemFolder.flushAbove(parent)
    }

    package func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        try SystemFolder(path)
    }

    /// Moves the folder atomically; throws where something is at the target.
    ///
    /// What another process makes at the target in the same moment stays as well, unless it is an empty folder: the move replaces that.
    package func moveFolder(_ path: String, to target: String) throws(StorageFault) {
        var status = stat()
        // `lstat` does not follow links: a link that leads nowhere is in the way as well.
        if lstat(target, &status) == 0 { errno = EEXIST }
        guard errno == ENOENT, rename(path, target) == 0 else { throw .last("rename", path) }
        try SystemFolder.flushAbove(Self.parent(of: target))
        try SystemFolder.flushAbove(Self.parent(of: path))
    }

    private static func parent(of path: String) -> String {
        let above = path.split(separator: "/").dropLast().joined(separator: "/")
        if path.hasPrefix("/") { return "/" + above }
        return above.isEmpty ? "." : above
    }
}

extension StorageFault {
    /// The same fault with a reason that says more than the system's.
    fileprivate func because(_ reason: String) -> StorageFault {
        var fault = self
        fault.reason = reason
        return fault
    }

    /// Whether the reason is that nothing has this name.
    package var isMissing: Bool { number == ENOENT }

    /// Whether the reason is that something has this name already.
    package var isTaken: Bool { number == EEXIST }

    /// Whether the reason is that this process may not do it.
    var isNotPermitted: Bool { number == EACCES || number == EPERM }

    /// Whether the reason is that a folder in such a place is not renamed: it is a mount point, its path ends in a dot, or this process
    /// may not change the folder above it.
    var isOfUnmovableFolder: Bool { isNotPermitted || [EBUSY, EINVAL, EROFS, EXDEV].contains(number) }

    /// Whether the reason is that the disk itself does not give back what it has (EIO), as where a sector has gone bad.
    var isOfBadDisk: Bool { number == EIO }

    /// Whether the reason is that the system has no descriptor or no memory to give now: a later call may succeed.
    var isOutOfDescriptorsOrMemory: Bool { number == EMFILE || number == ENFILE || number == ENOMEM }
}
