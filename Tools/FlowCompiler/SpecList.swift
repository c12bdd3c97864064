import FlowLanguage
import Foundation

/// A Swift file that lists what a target's folder holds: its generated flows, or its embedded files. The plugin `ListSpecs` calls:
///
///     FlowCompiler list --flows-of MODULE FILE SPEC...
///     FlowCompiler list --files FILE PATH...
///
/// FILE is the Swift file to write.
struct SpecList {
    private enum Content {
        /// The generated flows, in an extension of the type that has the module's name.
        case flows(module: String)
        /// The embedded flows, models and transcripts, in an extension of `ShippedFile`.
        case files
    }

    /// Stands at the beginning of every list; a file without it is not replaced.
    private static let marker = "Listed by the build"

    private let content: Content
    private let output: String
    private let paths: [String]

    /// Nil where the arguments are not those of `list`.
    init?(_ words: [String]) {
        var words = words[...]
        guard words.popFirst() == "list" else { return nil }
        switch words.popFirst() {
        case "--flows-of":
            guard let module = words.popFirst() else { return nil }
            content = .flows(module: module)
        case "--files": content = .files
        default: return nil
        }
        guard let output = words.popFirst() else { return nil }
        self.output = output
        paths = Array(words)
    }

    /// Writes the list if it has changed; false where that failed, which is reported.
    func write() -> Bool {
        let lines: [String]
        switch content {
        case .flows(let module): lines = flowLines(of: module)
        case .files: lines = fileLines
        }
        let text = (["// \(Self.marker): what the folder of this target holds.", ""] + lines + [""])
            .joined(separator: "\n")
        return OutputFile(URL(filePath: output), marker: Self.marker).write(text)
    }

    /// The lines that list the flows. Specs without a flow are left out, and those that cannot be read: their compilation says why.
    private func flowLines(of module: String) -> [String] {
        let names = paths.compactMap { (try? SourceText(readFrom: $0))?.declaredFlow }
        return [
            "public import KeywayCore", "", "extension \(module) {",
            "    /// Each flow once, in the order of the names; a flow that others run as a sub-flow is listed as well.",
            "    public static let all: [any Flow.Type] = [",
        ] + names.sorted().map { "        \($0).self," } + ["    ]", "}"]
    }

    private var fileLines: [String] {
        let lists = [
            ("flows", "flow", "Every flow"), ("models", "provider", "Every model of a provider's SDK"),
            ("transcripts", "jsonl", "Every transcript"),
        ]
        var lines = ["extension ShippedFile {"]
        for (name, ending, what) in lists {
            lines += [
                "    /// \(what) of the folder, in the order of the names.",
                "    public static let \(name): [ShippedFile] = [",
            ]
            let files = paths.map { URL(filePath: $0) }.filter { $0.pathExtension == ending }.map(\.lastPathComponent)
            lines += files.sorted().map { "        ShippedFile(\"\($0)\", PackageResources.\($0.resourceName))," }
            lines.append("    ]")
        }
        return lines + ["}"]
    }
}

extension String {
    /// The name that the package manager gives to the constant with the bytes of an embedded file of this name.
    fileprivate var resourceName: String {
        String(map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    }
}
