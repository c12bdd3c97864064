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
        let target = identity(of: path)
        var state = stat()
        guard stat(target, &state) == 0 else { throw refusal("look at", path) }
        guard state.st_mode & S_IFMT == S_IFREG else {
            throw CallRefusal("this is no file that could be rewritten", at: path)
        }
        guard access(target, W_OK) == 0 else { throw refusal("write", path) }
        try put(bytes, at: target, mode: state.st_mode & 0o7777, named: path)
    }

    /// Writes a file, all of it or nothing: over the one that is there, as `replace` does, or a new one, with the
    /// permissions that the process gives its files.
    static func write(_ path: String, with bytes: [UInt8]) throws(CallRefusal) {
        if try kind(of: path) != nil { return try replace(path, with: bytes) }
        let mask = umask(0)
        umask(mask)
        try put(bytes, at: path, mode: 0o666 & ~mask, named: path)
    }

    /// Writes a new file beside the target, which takes the target's name once it is complete.
    ///
    /// - Parameter path: the file as the person named it, for what is said where it fails.
    private static func put(
        _ bytes: [UInt8], at target: String, mode: mode_t, named path: String
    ) throws(CallRefusal) {
        var template = Array((target + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw refusal("write beside", path) }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do throws(CallRefusal) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, insteadOf: path)
            guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw refusal("write", path) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, target) == 0 else {
            let problem = refusal("replace", path)
            unlink(temporary)
            throw problem
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, insteadOf path: String) throws(CallRefusal) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { posixWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw refusal("write", path)
            }
        }
    }
}
