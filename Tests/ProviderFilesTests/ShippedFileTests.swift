import Foundation
import ProviderFiles
import Testing

@Suite("The shipped files")
struct ShippedFileTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Specs")
        .resolvingSymlinksInPath()

    /// The files under `Specs` by their names.
    private static func files(endingIn ending: String) -> [String: URL] {
        var files: [String: URL] = [:]
        guard let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) else {
            return [:]
        }
        for case let file as URL in found where file.lastPathComponent.hasSuffix(ending) {
            #expect(files[file.lastPathComponent] == nil, "two files are called \(file.lastPathComponent)")
            files[file.lastPathComponent] = file
        }
        return files
    }

    static let kinds = [
        (".flow", ShippedFile.flows), (".provider", ShippedFile.models), (".jsonl", ShippedFile.transcripts),
    ]

    /// The plugins find the specs in any folder. The list keeps SwiftPM itself out of the folders: it would compile the adapters, and warn
    /// of files that it does not know.
    @Test("Package.swift lists the folder of every provider")
    func providers() throws {
        let manifest = try String(
            contentsOf: Self.folder.deletingLastPathComponent().appendingPathComponent("Package.swift"), encoding: .utf8
        )
        let folders = try FileManager.default.contentsOfDirectory(
            at: Self.folder, includingPropertiesForKeys: [.isDirectoryKey], options: .skipsHiddenFiles
        ).filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true }
        // These folders are no provider's: they have what belongs to the flow over several providers, and the profiles.
        let names = folders.map(\.lastPathComponent).filter {
            !["Adapter", "Profiles", "Released", "Transcripts"].contains($0)
        }
        .sorted()
        let line = "let providers = [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
        #expect(manifest.contains(line + "\n"), "Package.swift has to say: \(line)")
    }

    @Test("Every flow, model and transcript under Specs ships as it is, and nothing else", arguments: kinds)
    func complete(ending: String, shipped: [ShippedFile]) throws {
        let files = Self.files(endingIn: ending)
        #expect(!files.isEmpty)
        #expect(shipped.map(\.name).sorted() == files.keys.sorted())
        for file in shipped {
            let original = try #require(files[file.name], "\(file.name) is no longer under Specs")
            // `#expect` would print both files byte by byte if it compared them itself.
            let isSame = try [UInt8](Data(contentsOf: original)) == file.bytes
            #expect(isSame, "\(file.name)")
        }
    }
}
