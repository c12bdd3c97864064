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
    /// The module that has the generated flow; nil for the one that is being made.
    let module: String?

    init(_ file: URL, of module: String? = nil) {
        self.file = file
        self.module = module
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

    /// The specs below the folder of a module, in the order of their paths.
    static func all(in folder: URL, of module: String? = nil) -> [SpecFile] {
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

    struct DeclaredTwice: Error, CustomStringConvertible {
        let flow: String
        let files: [String]

        var description: String { "flow '\(flow)' is declared twice: in \(files.joined(separator: " and in "))" }
    }

    /// The specs of the children, of their children, and so on, among these; throws where it is not clear which spec is meant.
    func descendants(among specs: [SpecFile]) throws -> [SpecFile] {
        var found: [String: SpecFile] = [flow: self]
        var open = [self]
        while let parent = open.popLast() {
            for name in parent.children {
                guard let spec = try parent.child(named: name, among: specs) else { continue }
                guard let known = found.updateValue(spec, forKey: name) else {
                    open.append(spec)
                    continue
                }
                // FlowCompiler knows flows by their names alone.
                if known.file != spec.file {
                    throw DeclaredTwice(flow: name, files: [known.file.path, spec.file.path])
                }
            }
        }
        found[flow] = nil
        return found.values.sorted { $0.flow < $1.flow }
    }

    /// The spec that declares the flow of a child: one of this spec's own module, else the only one among the others; nil for none.
    private func child(named name: String, among specs: [SpecFile]) throws -> SpecFile? {
        let declaring = specs.filter { $0.flow == name }
        if let own = declaring.first(where: { $0.module == module }) { return own }
        guard let first = declaring.first else { return nil }
        if let other = declaring.first(where: { $0.file != first.file }) {
            throw DeclaredTwice(flow: name, files: [first.file.path, other.file.path])
        }
        return first
    }

    /// The specs of flows whose tests get a type that is called as this spec's flow: where FlowCompiler sees one, it refuses the flow.
    ///
    /// The endings are those of `FlowTests.endings`, which a plugin cannot import.
    func flowsWithTestsOfThisName(among specs: [SpecFile]) -> [SpecFile] {
        specs.filter { [$0.flow + "Tests", $0.flow + "Switch"].contains(flow) }
    }

    /// What each call of FlowCompiler about this spec ends with, so that a build and `regenerate-flows` make the same text.
    ///
    /// - Parameter family: the spec's `descendants`, and what else FlowCompiler has to see.
    func arguments(beside family: [SpecFile], isPackable: Bool) -> [String] {
        let imported = family.compactMap { other in
            other.module.flatMap { $0 == module ? nil : "\($0).\(other.flow)" }
        }
        return (isPackable ? ["--packed"] : []) + family.flatMap { ["--beside", $0.file.path] }
            + imported.flatMap { ["--import", $0] } + [file.path]
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
