import Foundation
import PackagePlugin

/// A spec on the disk, with as much of its text as the plan of a build needs: the flow that it declares, and its sub-flows' flows.
///
/// A plugin links no library, so it cannot ask the parser for `SourceText.declaredFlow` and scans the text itself.
struct SpecFile {
    let file: URL
    /// The flow that the spec declares.
    let flow: String
    /// The flows of its sub-flows.
    let children: [String]

    init(_ file: URL) {
        self.file = file
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let words = Self.words(of: text)
        // A spec that declares no flow counts under its file's name; FlowCompiler then reports what is wrong with it.
        flow =
            words.indices.first { words[$0] == "flow" && $0 + 1 < words.count && words[$0 + 1].isName }
            .map { words[$0 + 1] } ?? file.deletingPathExtension().lastPathComponent
        // As in `child silent = OTPlessSNA`.
        children = words.indices.filter { words[$0] == "child" && $0 + 3 < words.count && words[$0 + 2] == "=" }
            .map { words[$0 + 3] }
    }

    /// The text's names and, one by one, its other signs. Comments are left out, a string counts as one sign, and line ends do not
    /// matter.
    private static func words(of text: String) -> [String] {
        var words: [String] = []
        var rest = Substring(text).unicodeScalars
        while let first = rest.first {
            let name = rest.prefix { $0.isInNames }
            if !name.isEmpty {
                words.append(String(name))
                rest = rest[name.endIndex...]
            } else if rest.starts(with: "//".unicodeScalars) {
                rest = rest.drop { $0 != "\n" }
            } else if first == "\"" {
                rest = rest.afterString
                words.append("\"")
            } else {
                if !first.properties.isWhitespace { words.append(String(first)) }
                rest.removeFirst()
            }
        }
        return words
    }

    /// The specs below the folder, in the order of their paths.
    static func all(in folder: URL) -> [SpecFile] {
        let found = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        let files = (found?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "flow" }
        return files.sorted { $0.path < $1.path }.map(SpecFile.init)
    }

    /// Returns the specs; throws `DeclaredTwice` where two of them declare a flow of the same name.
    static func onePerName(_ specs: [SpecFile]) throws -> [SpecFile] {
        var first: [String: URL] = [:]
        for spec in specs {
            if let other = first.updateValue(spec.file, forKey: spec.flow) {
                throw DeclaredTwice(flow: spec.flow, files: [other.path, spec.file.path])
            }
        }
        return specs
    }

    struct DeclaredTwice: Error, CustomStringConvertible {
        let flow: String
        let files: [String]

        var description: String { "flow '\(flow)' is declared twice: in \(files.joined(separator: " and in "))" }
    }

    /// The specs of the children, of their children, and so on, among these.
    func descendants(among specs: [SpecFile]) -> [SpecFile] {
        var found: [SpecFile] = []
        var open = children
        while let name = open.popLast() {
            guard let spec = specs.first(where: { $0.flow == name }), !found.contains(where: { $0.file == spec.file })
            else { continue }
            found.append(spec)
            open += spec.children
        }
        return found
    }

    /// The files of the tables of the flow's released versions.
    var released: [URL] {
        let folder = file.deletingLastPathComponent().appending(path: "Released")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.filter { $0.pathExtension == "table" && $0.lastPathComponent.hasPrefix(flow + "-") }
            .sorted { $0.path < $1.path }
    }
}

extension String {
    /// Whether it is a name, not a sign.
    fileprivate var isName: Bool { unicodeScalars.allSatisfy { $0.isInNames } }
}

extension Unicode.Scalar {
    fileprivate var isInNames: Bool {
        isASCII && (properties.isAlphabetic || properties.numericType != nil || self == "_")
    }
}

extension Substring.UnicodeScalarView {
    /// What follows the string that begins here; a string that is not closed ends with its line.
    fileprivate var afterString: Self {
        var rest = dropFirst()
        while let scalar = rest.first, scalar != "\n" {
            rest.removeFirst()
            if scalar == "\"" { break }
            if scalar == "\\", rest.first != "\n", !rest.isEmpty { rest.removeFirst() }
        }
        return rest
    }
}
