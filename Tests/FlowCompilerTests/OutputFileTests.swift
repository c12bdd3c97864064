import Foundation
import Testing

@testable import FlowCompiler

@Suite("Where generated code is written")
struct OutputFileTests {
    private static let generated = generated(from: "Door.flow")

    private static func generated(from spec: String) -> String {
        "// Made from \(spec) by 'keyway generate Door --out DIR'.\n"
    }

    /// Does something in a folder that goes afterwards.
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keyway-output-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private func write(_ text: String, to file: URL) -> Bool {
        OutputFile(file, marker: "by 'keyway generate ").write(text)
    }

    private func text(of file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

    @Test("A file that is not there is written with its folders, and replaced by the next one")
    func replaces() throws {
        try withFolder { folder in
            let file = folder.appending(path: "new/Door.swift")
            #expect(write(Self.generated, to: file))
            #expect(write(Self.generated + "let a = 1\n", to: file))
            let replaced = try text(of: file)
            #expect(replaced == Self.generated + "let a = 1\n")
        }
    }

    @Test("A file that was not generated stays as it is, and an empty one is written")
    func foreign() throws {
        try withFolder { folder in
            let file = folder.appending(path: "Door.swift")
            try Data("let mine = 1\n".utf8).write(to: file)
            #expect(!write(Self.generated, to: file))
            #expect(try text(of: file) == "let mine = 1\n")
            try Data().write(to: file)
            #expect(write(Self.generated, to: file))
        }
    }

    /// The administrator of a system may read every file: where the tests run as one, the file is foreign and nothing else.
    @Test("A file that may not be read stays as it is")
    func forbidden() throws {
        try withFolder { folder in
            let file = folder.appending(path: "Door.swift")
            try Data("let mine = 1\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
            #expect(!write(Self.generated, to: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            #expect(try text(of: file) == "let mine = 1\n")
        }
    }

    @Test("A link that leads to itself cannot be read, and stays as it is")
    func loop() throws {
        try withFolder { folder in
            let file = folder.appending(path: "Door.swift")
            try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "Door.swift")
            #expect(!write(Self.generated, to: file))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "Door.swift")
        }
    }

    @Test("A generated file is known again, however long the name of its spec is")
    func longName() throws {
        try withFolder { folder in
            let file = folder.appending(path: "Door.swift")
            let generated = Self.generated(from: String(repeating: "a", count: 250) + ".flow")
            #expect(write(generated, to: file))
            #expect(write(generated + "let a = 1\n", to: file))
        }
    }
}
