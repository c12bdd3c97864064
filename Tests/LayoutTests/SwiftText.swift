import Foundation

/// A Swift file of the repository, as text.
///
/// A regular expression stands outside the closures that use it: a literal is set up each time that it is evaluated, which takes
/// longer than the search of a line.
struct SwiftText {
    /// From the repository's root.
    let path: String
    let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Its code without comments that stand in lines of their own.
    private var code: [Substring] {
        let comment = /\s*\/\//
        return lines.filter { $0.prefixMatch(of: comment) == nil }
    }

    /// The modules that it imports.
    var imports: Set<String> {
        let module =
            /^\s*(?:@\w+(?:\(\w+\))? )*(?:\w+ )?import (?:(?:struct|enum|class|protocol|func|var|let|typealias) )?(\w+)/
        return Set(code.compactMap { $0.firstMatch(of: module).map { String($0.output.1) } })
    }

    /// The names of the types that it declares at its top level for its whole module.
    var types: [String] {
        let type =
            /^(?:(?:public|package|internal|indirect|final) )*(?:struct|enum|class|actor|protocol|typealias) (\w+)/
        return code.compactMap { $0.firstMatch(of: type).map { String($0.output.1) } }
    }

    /// The names of the types that it declares or extends, anywhere; of `extension Table.Row` both names.
    var typesWithMembers: Set<String> {
        let type = /^ *(?:\w+ )*(?:struct|enum|class|actor|protocol|extension) \[?([\w.]+)/
        return code.reduce(into: []) { names, line in
            guard let match = line.firstMatch(of: type) else { return }
            names.formUnion(match.output.1.split(separator: ".").map(String.init))
        }
    }

    /// Names that are newer than iOS 16 and macOS 13, with the file: no compiler says so on Linux.
    var newerNames: [String] {
        let newer =
            /\b(?:InlineArray|Mutex|Atomic|TaskExecutor|Span|MutableSpan|RawSpan|OutputSpan)\b|String\(validating:/
        let quoted = /"[^"]*"/
        return code.compactMap { line in
            // What stands in a string or behind a comment's slashes is no code.
            let bare = line.replacing(quoted, with: "")
            let end = bare.firstRange(of: "//")?.lowerBound ?? bare.endIndex
            return bare[..<end].firstMatch(of: newer).map { "\(path): \($0.output)" }
        }
    }
}

/// The files of the repository beside these tests.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The folders in a folder, by their names.
    static func folders(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(
            at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey]
        )
        .filter { try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false }.map(\.lastPathComponent)
        .sorted()
    }

    /// Every Swift file under a folder.
    static func files(in folder: String) throws -> [SwiftText] {
        try paths(in: folder, endingIn: ".swift").map { SwiftText(path: $0, text: try text(of: $0)) }
    }

    /// The paths of all pages under a folder, articles included.
    static func pages(in folder: String) throws -> [String] { try paths(in: folder, endingIn: ".md") }

    private static func paths(in folder: String, endingIn suffix: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            // What a package of Tools has built lies in its folder, and is none of the repository's text.
            .filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }.sorted().map { "\(folder)/\($0)" }
    }

    static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root.appending(path: path).path) }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
