import ProgramStreams

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension FileAccess {
    /// Gives a file other bytes, all or none of them; its permissions stay, and a link to it stays a link.
    static func replace(_ path: String, with bytes: [UInt8]) throws(CallRefusal) {
        let file = try GrowingFile(inPlaceOf: path)
        try file.append(bytes)
        try file.finish()
    }

    /// Writes a file, all of it or nothing: over the one that is there, as `replace` does, or a new one, with the
    /// permissions that the process gives its files.
    static func write(_ path: String, with bytes: [UInt8]) throws(CallRefusal) {
        let file = try GrowingFile(path)
        try file.append(bytes)
        try file.finish()
    }
}

/// A file that is written part by part beside its target, and takes the target's name once it is complete.
///
/// A file that is never finished leaves nothing behind, and the target as it was.
final class GrowingFile {
    /// The file as the person named it, for what is said where writing fails.
    private let path: String
    /// The file that is replaced: the path without links.
    private let target: String
    /// The path of the file beside the target, under which it grows.
    private let temporary: String
    private let descriptor: Int32
    /// The permissions that the finished file gets.
    private let mode: mode_t
    private var isFinished = false

    /// Begins the file that shall stand at the path: over the one that is there, or a new one.
    ///
    /// A link that leads to nothing is refused: the finished file would take the link's place, and not stand where it leads to.
    convenience init(_ path: String) throws(CallRefusal) {
        if try FileAccess.kind(of: path) != nil {
            try self.init(inPlaceOf: path)
        } else if FileAccess.isLink(path) {
            throw CallRefusal(FileAccess.linkToNothing, at: path)
        } else {
            // The mask can be read only by setting it, so it is set back at once.
            let mask = umask(0)
            umask(mask)
            try self.init(path, at: path, mode: 0o666 & ~mask)
        }
    }

    /// Begins a file that shall replace the one at the path.
    convenience init(inPlaceOf path: String) throws(CallRefusal) {
        let target = FileAccess.identity(of: path)
        var state = stat()
        guard stat(target, &state) == 0 else { throw FileAccess.refusal("look at", path) }
        guard state.st_mode & S_IFMT == S_IFREG else {
            throw CallRefusal("this is no file that could be rewritten", at: path)
        }
        guard access(target, W_OK) == 0 else { throw FileAccess.refusal("write", path) }
        try self.init(path, at: target, mode: state.st_mode & 0o7777)
    }

    private init(_ path: String, at target: String, mode: mode_t) throws(CallRefusal) {
        var template = Array((target + ".XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw Self.refusal(of: path) }
        temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        (self.path, self.target, self.mode) = (path, target, mode)
    }

    /// Why no file could be made beside the one at the path, by the system's last error.
    private static func refusal(of path: String) -> CallRefusal {
        switch errno {
        case ENOENT: CallRefusal("there is no folder in which it could stand", at: path)
        case EACCES, EROFS: CallRefusal("nothing can be written to its folder: \(systemMessage(for: errno))", at: path)
        default: FileAccess.refusal("write beside", path)
        }
    }

    deinit {
        guard !isFinished else { return }
        close(descriptor)
        unlink(temporary)
    }

    func append(_ bytes: [UInt8]) throws(CallRefusal) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw FileAccess.refusal("write", path)
            }
        }
    }

    /// Puts the file in the target's place; nothing is appended to it any more.
    func finish() throws(CallRefusal) {
        guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw FileAccess.refusal("write", path) }
        guard rename(temporary, target) == 0 else { throw FileAccess.refusal("replace", path) }
        isFinished = true
        close(descriptor)
    }
}
