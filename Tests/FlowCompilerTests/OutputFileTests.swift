import Foundation
import Testing

@testable import FlowCompiler

@Suite("A file that the plugins' tool writes")
struct OutputFileTests {
    private static let text = "// Made for a test: do not edit.\nlet made = 1\n"

    /// Calls the body with a place for a file, whose folder does not exist yet and is removed behind the call.
    private func withPlace(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keyway-output-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "inner/Made.swift"))
    }

    private func write(_ text: String, to file: URL) -> Bool { OutputFile(file, marker: "Made for a test").write(text) }

    private func put(_ bytes: Data, in file: URL) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: file)
    }

    @Test("It is made with its folders, and replaced where it has the marker")
    func replaced() throws {
        try withPlace { (file) throws in
            #expect(write(Self.text, to: file))
            #expect(try Data(contentsOf: file) == Data(Self.text.utf8))
            #expect(write(Self.text + "let more = 2\n", to: file))
            #expect(try Data(contentsOf: file) == Data((Self.text + "let more = 2\n").utf8))
        }
    }

    @Test("It is not touched where it has the text already, so that no build compiles it again")
    func untouched() throws {
        try withPlace { file in
            try put(Data(Self.text.utf8), in: file)
            let past = Date(timeIntervalSince1970: 1_000_000)
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.path)
            #expect(write(Self.text, to: file))
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.modificationDate] as? Date == past)
        }
    }

    @Test("Somebody's work is not replaced, and an empty file is", arguments: ["let mine = 1\n", "\u{FEFF}", ""])
    func others(text: String) throws {
        try withPlace { file in
            try put(Data(text.utf8), in: file)
            #expect(write(Self.text, to: file) == text.isEmpty)
            #expect(try Data(contentsOf: file) == Data((text.isEmpty ? Self.text : text).utf8))
        }
    }

    @Test("A folder in its place, or a file in the place of its folder, is a failure and stays")
    func folders() throws {
        try withPlace { file in
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
            #expect(!write(Self.text, to: file))
            #expect(try FileManager.default.contentsOfDirectory(atPath: file.path).isEmpty)
        }
        try withPlace { file in
            try put(Data("mine".utf8), in: file)
            #expect(!write(Self.text, to: file.appending(path: "Made.swift")))
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
        }
    }
}
