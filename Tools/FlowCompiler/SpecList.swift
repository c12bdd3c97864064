import FlowLanguage
import Foundation

/// Writes the Swift file that lists what a target's folder holds: its generated flows, or its flows, models and transcripts with their
/// texts.
///
/// The plugin `ListSpecs` calls:
///
///     FlowCompiler list --flows-of MODULE FILE SPEC...
///     FlowCompiler list --files FILE PATH...
///
/// FILE is the Swift file to write.
struct SpecList {
    private enum Content {
        /// The generated flows, in an extension of the type that has the module's name.
        case flows(module: String)
        /// The flows, models and transcripts with their texts, in an extension of `ShippedFile`, a file that is compiled into the program.
        case files
    }

    /// Stands at the beginning of every list; a file without it is not replaced, unless it is empty.
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
        case .files:
            guard let written = fileLines() else { return false }
            lines = written
        }
        let text = (["// \(Self.marker): what the folder of this target holds.", ""] + lines + [""])
            .joined(separator: "\n")
        return OutputFile(URL(filePath: output), marker: Self.marker).write(text)
    }

    /// The lines that list the flows. Specs without a flow are left out, and so are those that cannot be read: the plugin `GenerateFlows`
    /// compiles each spec, and says why it cannot be read.
    private func flowLines(of module: String) -> [String] {
        let names = paths.compactMap { (try? SourceText(readFrom: $0))?.declaredFlow }
        return [
            "public import KeywayCore", "", "extension \(module) {",
            "    /// Each flow once, in the order of the names; a flow that others run as a sub-flow is listed as well.",
            "    public static let all: [any Flow.Type] = [",
        ] + names.sorted().map { "        \($0).self," } + ["    ]", "}"]
    }

    /// The lines that have the files' texts; nil where a file cannot be read or is no UTF-8, which is reported.
    private func fileLines() -> [String]? {
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
            let files = paths.map { URL(filePath: $0) }.filter { $0.pathExtension == ending }
            for file in files.sorted(by: { $0.lastPathComponent < $1.lastPathComponent }) {
                // A string literal compiles in no time; the list of bytes that SwiftPM makes by `.embedInCode` takes a minute.
                guard let text = try? String(contentsOf: file, encoding: .utf8) else {
                    report("\(file.path):1:1: error: the file cannot be read, or is not UTF-8")
                    return nil
                }
                lines.append("        ShippedFile(\(file.lastPathComponent.literal), \(text.literal)),")
            }
            lines.append("    ]")
        }
        return lines + ["}"]
    }
}

extension String {
    /// A literal of Swift, in one line, that is this string to the last byte.
    fileprivate var literal: String {
        let escaped = unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n": "\\n"
            case _ where scalar.properties.generalCategory == .control: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}
