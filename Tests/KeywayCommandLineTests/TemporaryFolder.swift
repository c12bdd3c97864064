import Foundation

/// A folder that is deleted when this object is deallocated.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-test-\(UUID().uuidString)")
        path = folder.path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(of name: String) -> String { path + "/" + name }

    /// Writes a file, and makes the folders that it needs.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = URL(fileURLWithPath: path(of: name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// The bytes of a file.
    func bytes(of name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(of: name))))
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(of: name)) }

    /// Every file in a folder with its bytes, except lock files and indexes, which hold no records.
    func contents(of name: String) throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: path(of: name))
        where !file.hasSuffix(".lock") && !file.hasSuffix(".index") {
            contents[file] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(of: name) + "/" + file)))
        }
        return contents
    }

    func replace(_ file: String, with bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: path(of: file)))
    }
}
