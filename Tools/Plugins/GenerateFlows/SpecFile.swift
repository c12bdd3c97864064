import Foundation
import PackagePlugin

/// A spec on the disk, with as much of its text as the plan of a build needs: the flow that it declares, whose name generated files have.
///
/// SwiftPM plans a build anew where a file is added or removed, and not where a text changes. So nothing else of the plan may depend on a
/// text: `FlowCompiler` gets every spec that may be needed, and reads in the specs which of them are.
struct SpecFile {
    let file: URL
    /// The flow that the spec declares.
    let flow: String
    /// The module that has the generated flow.
    let module: String

    init(_ file: URL, of module: String) {
        self.file = file
        self.module = module
        // A spec that declares no flow counts under its file's name; FlowCompiler then reports what is wrong with it.
        flow =
            (try? String(contentsOf: file, encoding: .utf8)).flatMap(Self.flow)
            ?? file.deletingPathExtension().lastPathComponent
    }

    /// The name behind the first word `flow` that stands in no comment; nil for a text without one.
    ///
    /// A plugin links no library, so it cannot ask the parser for `SourceText.declaredFlow`.
    private static func flow(in text: String) -> String? {
        let code = text.unicodeScalars.split(separator: "\n").map { line in
            String(String.UnicodeScalarView(line)).components(separatedBy: "//")[0]
        }
        let words = code.joined(separator: "\n").unicodeScalars.split { !$0.isInNames }.map { String($0) }
        guard let place = words.firstIndex(of: "flow"), place + 1 < words.count else { return nil }
        return words[place + 1]
    }

    /// The specs below the folder of a module, in the order of their paths.
    static func all(in folder: URL, of module: String) -> [SpecFile] {
        let found = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        let files = (found?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "flow" }
        return files.sorted { $0.path < $1.path }.map { SpecFile($0, of: module) }
    }

    /// Returns the same specs; throws `DeclaredTwice` where two of them declare a flow of the same name.
    static func rejectingNamesakes(_ specs: [SpecFile]) throws -> [SpecFile] {
        var first: [String: URL] = [:]
        for spec in specs {
            if let other = first.updateValue(spec.file, forKey: spec.flow) {
                throw DeclaredTwice(flow: spec.flow, files: [other.path, spec.file.path])
            }
        }
        return specs
    }

    private struct DeclaredTwice: Error, CustomStringConvertible {
        let flow: String
        let files: [String]

        var description: String { "flow '\(flow)' is declared twice: in \(files.joined(separator: " and in "))" }
    }

    /// The files of the tables of released versions in the spec's folder.
    var released: [URL] {
        let folder = file.deletingLastPathComponent().appending(path: "Released")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "table" }.sorted { $0.path < $1.path }
    }
}

extension Unicode.Scalar {
    fileprivate var isInNames: Bool {
        isASCII && (properties.isAlphabetic || properties.numericType != nil || self == "_")
    }
}
