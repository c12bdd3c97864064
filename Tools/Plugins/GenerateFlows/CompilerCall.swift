import Foundation
import PackagePlugin

/// What the compiler makes of one spec while a target is built.
struct CompilerCall {
    /// What it makes.
    enum Product {
        case flow
        /// A suite and a readable switch. `module` has the generated flow; nil where the tests' own target has it.
        case tests(module: String?)
    }

    let product: Product
    let spec: SpecFile
    /// The specs in which children are looked up by name: the target's and, in a package, its dependencies'.
    let neighbours: [SpecFile]
    /// Whether the generated flow is for packed runs as well.
    let isPackable: Bool

    /// The command of the build, which runs again when anything changes that the compiler reads.
    func command(by tool: URL, into folder: URL) -> Command {
        let family = spec.descendants(among: neighbours)
        let outputs = outputs.map { (option: $0.option, file: folder.appending(path: $0.name)) }
        var arguments = outputs.flatMap { [$0.option, $0.file.path] }
        if case .tests(let module?) = product { arguments += ["--module", module] }
        if isPackable { arguments += ["--packed"] }
        arguments += family.flatMap { ["--beside", $0.file.path] } + [spec.file.path]
        return .buildCommand(
            displayName: "Generating \(outputs.map(\.file.lastPathComponent).joined(separator: " and "))",
            executable: tool, arguments: arguments, inputFiles: [spec.file] + spec.released + family.map(\.file),
            outputFiles: outputs.map(\.file))
    }

    fileprivate var outputs: [(option: String, name: String)] {
        switch product {
        case .flow: [("--flow", "\(spec.flow).swift")]
        case .tests: [("--suite", "\(spec.flow)Tests.swift"), ("--switch", "\(spec.flow)Switch.swift")]
        }
    }
}

/// A file of the target has the name of one that is made of a flow, and a module has no two files of one name.
struct NameTaken: Error, CustomStringConvertible {
    let file: String
    let spec: String

    var description: String {
        "\(file) has the name of a file that the plugin makes of \(spec), and the type in that is called so too: "
            + "give yours another name, such as My\(file.split(separator: "/").last ?? "")"
    }
}

extension [CompilerCall] {
    /// Refuses a file of the target with a name that the build needs: what SwiftPM says of two producers names neither.
    ///
    /// Generated code that is kept in the target is left to SwiftPM: `regenerate-flows`, which makes it anew, plans a build as well.
    func checkNames(among sources: [URL]) throws {
        for call in self {
            for output in call.outputs {
                let taken = sources.first { $0.lastPathComponent == output.name && !$0.isGenerated }
                guard let taken else { continue }
                throw NameTaken(file: taken.path, spec: call.spec.file.lastPathComponent)
            }
        }
    }
}

extension URL {
    /// Whether the file's first line says that it was made of a spec.
    fileprivate var isGenerated: Bool {
        guard let text = try? String(contentsOf: self, encoding: .utf8) else { return false }
        return text.hasPrefix("// Made from ") && text.prefix { $0 != "\n" }.contains("by 'keyway generate ")
    }
}
