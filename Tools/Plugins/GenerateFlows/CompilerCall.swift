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

    private var outputs: [(option: String, name: String)] {
        switch product {
        case .flow: [("--flow", "\(spec.flow).swift")]
        case .tests: [("--suite", "\(spec.flow)Tests.swift"), ("--switch", "\(spec.flow)Switch.swift")]
        }
    }
}
