import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file in which the app's handlers note each effect just before they begin it, for the judge. `volatile` effects are left out.
///
/// Each note is one line that one system call appends, so that a killed process leaves no half of a line. A full disk may leave half a
/// line; then `note` throws.
final class Beginnings: Sendable {
    /// An effect that was begun.
    struct Line: Hashable {
        /// The idempotency key of the order: it stays the same where the effect is performed again.
        var key: String
        /// The name of the effect, as `EffectName` reads it.
        var effect: String
    }

    struct NotWritable: Error, CustomStringConvertible {
        var path: String
        var code: Int32
        var description: String { "\(path): cannot be written: \(String(cString: strerror(code)))" }
    }

    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(NotWritable) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw NotWritable(path: path, code: errno) }
    }

    deinit { close(descriptor) }

    func note(_ line: Line) throws(NotWritable) {
        let bytes = Array("\(line.key) \(line.effect)\n".utf8)
        let written = write(descriptor, bytes, bytes.count)
        if written < 0 { throw NotWritable(path: path, code: errno) }
        // A short write sets no error number; there was no room for the rest.
        if written < bytes.count { throw NotWritable(path: path, code: ENOSPC) }
    }

    /// Makes the mistake `Plant.beginsAgain`: of the lines that were noted, notes the last one of a `once` effect a second time.
    func beginLastAgain(noted lines: [Line]) throws(NotWritable) {
        guard let last = lines.last(where: { EffectName($0.effect).isOnce }) else { return }
        try note(last)
    }

    /// The whole lines of a file; none where there is no file yet.
    static func read(_ path: String) -> [Line] {
        guard let bytes = FileManager.default.contents(atPath: path) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            return words.count == 2 ? Line(key: words[0], effect: words[1]) : nil
        }
    }
}
