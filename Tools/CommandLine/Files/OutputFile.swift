import KeywayFileLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A file that a command writes whole or not at all.
struct OutputFile {
    var path: String
    /// What an earlier file of ours says near its beginning; any other file is left as it is.
    var sign: String

    /// Writes the file, or refuses where something else than an earlier file of ours stands there.
    func write(_ text: String) throws(Refusal) {
        switch try FileAccess.kind(of: path) {
        case nil: break
        case .folder?: throw Refusal("this is a folder, not a file to write to", at: path)
        case .other?: throw Refusal("this is no file to write to", at: path)
        case .file?:
            let beginning = try FileAccess.bytes(of: path, as: "a file that can be replaced").prefix(1024)
            guard beginning.isEmpty || String(decoding: beginning, as: UTF8.self).contains(sign) else {
                throw Refusal("this file was not written by keyway, so it is not replaced", at: path)
            }
        }
        try replace(with: Array(text.utf8))
    }

    /// Writes a file where nothing stands yet.
    static func create(_ path: String, with bytes: [UInt8]) throws(Refusal) {
        guard try FileAccess.kind(of: path) == nil else {
            throw Refusal("this is there already, and it is not replaced", at: path)
        }
        try replace(path, with: bytes)
    }

    /// Refuses a path at which something stands, unless the call says `--force`.
    static func check(_ path: String, isForced: Bool) throws(Refusal) {
        if !isForced, try FileAccess.kind(of: path) != nil {
            throw Refusal("this is there already; --force replaces it", at: path)
        }
    }

    /// Writes a file of ours, whatever stands there.
    static func replace(_ path: String, with bytes: [UInt8]) throws(Refusal) {
        try OutputFile(path: path, sign: "").replace(with: bytes)
    }

    /// Writes a new file beside the old one, which takes the old one's name once it is complete.
    private func replace(with bytes: [UInt8]) throws(Refusal) {
        var template = Array((path + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw refusal }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var rest = bytes[...]
        var isWritten = fchmod(descriptor, 0o644) == 0
        while isWritten, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { isWritten = false }
        }
        if close(descriptor) != 0 { isWritten = false }
        guard isWritten, rename(temporary, path) == 0 else {
            let refusal = refusal
            unlink(temporary)
            throw refusal
        }
    }

    /// Why the file cannot be written, in the system's words for its last error.
    private var refusal: Refusal { Refusal("cannot write it: \(words(for: errno))", at: path) }

    /// The system's call, which this type's own method hides.
    private static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, bytes, count)
        #elseif canImport(Musl)
            Musl.write(descriptor, bytes, count)
        #else
            Glibc.write(descriptor, bytes, count)
        #endif
    }
}
