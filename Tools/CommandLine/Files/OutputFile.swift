import FlowGenerator
import KeywayFileLog

/// A file that a command writes whole or not at all.
struct OutputFile {
    var path: String
    /// The marker of files of this kind; a file without it is not replaced, unless empty.
    var sign: String

    /// Writes the file, or refuses where something else than an earlier file of ours stands there.
    func write(_ text: String) throws(CallRefusal) {
        switch try FileAccess.kind(of: path) {
        case nil: break
        case let other? where other != .file: throw Self.noFile(path, other)
        case _?:
            let bytes = try FileAccess.bytes(of: path, as: "a file that can be replaced")
            guard bytes.isEmpty || bytes.hasMarker(sign) else {
                throw CallRefusal("this file was not written by keyway, so it is not replaced", at: path)
            }
        }
        try FileAccess.write(path, with: Array(text.utf8))
    }

    /// Writes a file where nothing stands yet.
    static func create(_ path: String, with bytes: [UInt8]) throws(CallRefusal) {
        guard try FileAccess.kind(of: path) == nil else {
            throw CallRefusal("this is there already, and it is not replaced", at: path)
        }
        try FileAccess.write(path, with: bytes)
    }

    /// Whether the word for a file means standard output.
    static func isStandardOutput(_ path: String) -> Bool { path == "-" }

    /// Writes the file, or to standard output where the path is `-`.
    static func put(_ bytes: [UInt8], at path: String, or console: Console) throws(CallRefusal) {
        guard isStandardOutput(path) else { return try FileAccess.write(path, with: bytes) }
        console.write(String(decoding: bytes, as: UTF8.self))
    }

    /// Where a result goes that is written part by part: the file, which is there once `finish` is called, or standard output.
    struct Parts {
        /// Nil where the result goes to standard output.
        private let file: GrowingFile?
        private let console: Console
        /// What was appended and is not written yet: many small parts are written at once.
        private var waiting: [UInt8] = []
        /// With more waiting bytes than this, 1 MiB, they are written.
        private static let greatestWait = 1 << 20

        init(_ path: String, or console: Console) throws(CallRefusal) {
            file = OutputFile.isStandardOutput(path) ? nil : try GrowingFile(path)
            self.console = console
        }

        mutating func append(_ text: String) throws(CallRefusal) {
            waiting += text.utf8
            if waiting.count > Self.greatestWait { try write() }
        }

        private mutating func write() throws(CallRefusal) {
            if let file { try file.append(waiting) } else { console.write(String(decoding: waiting, as: UTF8.self)) }
            waiting.removeAll(keepingCapacity: true)
        }

        mutating func finish() throws(CallRefusal) {
            try write()
            try file?.finish()
        }
    }

    /// Whether something stands at the path, which a result would replace; never for standard output.
    static func stands(at path: String) throws(CallRefusal) -> Bool {
        if isStandardOutput(path) { return false }
        return try FileAccess.kind(of: path) != nil
    }

    /// Refuses a path in the folder of the log that the call asks, where a log takes no file but its own, and a path at which something
    /// stands, unless the call says `--force`.
    static func check(_ path: String, of arguments: Arguments) throws {
        guard !isStandardOutput(path) else { return }
        if try LogPlace(of: arguments).isFolder(of: path) {
            throw CallRefusal("this is in the folder of the log, which takes no file but its own", at: path)
        }
        guard let kind = try FileAccess.kind(of: path) else { return }
        if kind != .file { throw noFile(path, kind) }
        if !arguments.has(.force) { throw CallRefusal("this is there already; --force replaces it", at: path) }
    }

    private static func noFile(_ path: String, _ kind: FileKind) -> CallRefusal {
        let sentence = kind == .folder ? "this is a folder, not a file to write to" : "this is no file to write to"
        return CallRefusal(sentence, at: path)
    }

    /// Refuses `--format json` where the file itself goes to standard output: the JSON result would be mixed with it.
    ///
    /// - Parameter what: what the file holds, as the error begins.
    static func check(_ path: String, beside arguments: Arguments, what: String) throws(UsageError) {
        guard isStandardOutput(path), arguments.isJSON else { return }
        throw UsageError(
            "with '-' \(what) is the result: --format json goes with a file", helpOf: arguments.command)
    }
}
