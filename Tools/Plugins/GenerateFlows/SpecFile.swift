import Foundation
import PackagePlugin

/// A spec on the disk, and the flow that its header declares.
struct SpecFile {
    let file: URL
    let flow: String

    init(_ file: URL) {
        self.file = file
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        // What has no header keeps its file's name: the compiler says what is wrong with it.
        flow = Self.flow(declaredIn: text) ?? file.deletingPathExtension().lastPathComponent
    }

    /// The word behind the first `flow`.
    private static func flow(declaredIn text: String) -> String? {
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.first == "flow", words.count > 1 { return String(words[1]) }
        }
        return nil
    }

    /// The specs below the folder, in the order of their paths.
    static func all(in folder: URL) -> [SpecFile] {
        let found = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        let files = (found?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "flow" }
        return files.sorted { $0.path < $1.path }.map(SpecFile.init)
    }

    /// The specs, if no two of them declare one name.
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

    /// The call that writes the flow, or its readable switch for the tests of a module.
    func command(by tool: URL, into folder: URL, asSwitchFor module: String? = nil) -> Command {
        let output = folder.appending(path: module == nil ? "\(flow).swift" : "\(flow)+Switch.swift")
        let arguments = (module.map { ["--switch", $0] } ?? []) + ["--out", output.path, file.path]
        return .buildCommand(
            displayName: "Generating \(output.lastPathComponent)", executable: tool, arguments: arguments,
            inputFiles: [file], outputFiles: [output])
    }
}
