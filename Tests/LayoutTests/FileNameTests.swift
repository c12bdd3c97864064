import TestThreads
import Testing

/// Whoever looks for a type finds it by the name of its file.
@Suite("What files are called", .longComputation)
struct FileNameTests {
    /// Files and folders whose files are called like something else on purpose, each with its reason.
    private static let exceptions: [String: String] = [
        "Specs/ProviderFiles.swift": "the one file of its module that the build does not make, called like the module",
        "Tests/DocumentationTests/Samples/": "the code of articles, each file called like its article",
        "Tools/AdapterChecks/Stubs/": "what adapters use of SDKs, called like the SDKs' own headers",
        "Tools/AdapterChecks/Tests/ProviderAdaptersTests/BeginningWithAnAdapter.swift":
            "the code of a part of a page, called like the part",
        "Tools/CommandLine/Commands/": "the files of commands, each called like its command",
    ]

    /// What stands in the list with a reason for this file: its path, or its folder's.
    private func exception(for path: String) -> String? {
        Self.exceptions.keys.first { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
    }

    /// The files with types for their module of which none is called like the file, and the files `Type+Topic.swift` that neither extend
    /// nor declare the type.
    ///
    /// A file of extensions or functions alone has any name that says what they are about.
    private func misnamed(_ files: [SwiftText]) -> [String] {
        files.filter { file in
            let name = (file.path.split(separator: "/").last ?? "").dropLast(".swift".count)
            guard let plus = name.firstIndex(of: "+") else {
                return !file.types.isEmpty && !file.types.contains(String(name))
            }
            return !file.typesWithMembers.contains(String(name[..<plus]))
        }.map(\.path)
    }

    @Test("A file is called like a type that it declares, or like one that it extends with the topic behind it")
    func calledLikeTheirTypes() throws {
        let files = try ["Sources", "Specs", "Tests", "Tools"].flatMap { try Repository.files(in: $0) }
        #expect(files.count > 2000)
        let misnamed = misnamed(files)
        for path in misnamed {
            #expect(
                exception(for: path) != nil,
                "\(path): call the file like its main type, or Type+Topic.swift like one that it extends")
        }
        let needed = Set(misnamed.compactMap(exception))
        for path in Self.exceptions.keys { #expect(needed.contains(path), "'\(path)' needs no exception") }
    }

    @Test("A file without a type of its name is found, and one of extensions or functions is not")
    func planted() {
        let files = [
            SwiftText(path: "A/Row.swift", text: "struct Cell {}\npackage indirect enum Row {}"),
            SwiftText(path: "A/Rows.swift", text: "struct Row {\n    struct Rows {}\n}"),
            SwiftText(path: "A/Wording.swift", text: "extension Row {}\nprivate struct Word {}\nfunc word() {}"),
            SwiftText(path: "A/Row+Words.swift", text: "import B\n\npublic extension B.Row {}"),
            SwiftText(path: "A/Rows+Words.swift", text: "extension Row {}"),
            SwiftText(path: "A/Byte+Words.swift", text: "extension [Byte] {}"),
            SwiftText(path: "A/Socket+None.swift", text: "#if !canImport(LibA)\n    final class Socket {}\n#endif"),
        ]
        #expect(misnamed(files) == ["A/Rows.swift", "A/Rows+Words.swift"])
    }
}
