import Foundation
import PackagePlugin

/// One call of the program FlowCompiler while a target is built: what it is to make of one spec.
struct CompilerCall {
    enum Product {
        /// The flow as Swift.
        case flow
        /// The suite of the flow's tests, and a readable `switch` that it compares with the flow's table.
        ///
        /// `module` is the module that has the generated flow; nil where the target of the tests has it itself.
        case tests(module: String?)
    }

    let product: Product
    let spec: SpecFile
    /// The specs of the spec's module, and those around it.
    let neighbourhood: Neighbourhood
    /// Whether the generated flow is a `PackableFlow` as well, whose runs take a few bytes each.
    let isPackable: Bool

    /// The build command. SwiftPM runs it again when a file changes that FlowCompiler may read.
    func command(by tool: URL, into folder: URL) -> Command {
        let outputs = outputs.map { (option: $0.option, file: folder.appending(path: $0.name)) }
        var arguments = outputs.flatMap { [$0.option, $0.file.path] }
        if case .tests(let module?) = product { arguments += ["--module", module] }
        arguments += neighbourhood.arguments(for: spec, isPackable: isPackable)
        return .buildCommand(
            displayName: "Generating \(outputs.map(\.file.lastPathComponent).joined(separator: " and "))",
            executable: tool, arguments: arguments, inputFiles: neighbourhood.inputs(for: spec),
            outputFiles: outputs.map(\.file))
    }

    /// The files that are made: FlowCompiler's option for each, and its name.
    fileprivate var outputs: [(option: String, name: String)] {
        switch product {
        case .flow: [("--flow", "\(spec.flow).swift")]
        case .tests: [("--suite", "\(spec.flow)Tests.swift"), ("--switch", "\(spec.flow)Switch.swift")]
        }
    }
}

/// A file of the target has the same name as a file that is made of a flow; a module cannot have both.
struct NameTaken: Error, CustomStringConvertible {
    let file: String
    let spec: String

    var description: String {
        "\(file) has the name of a file that the plugin makes of \(spec), and the type in that is called so too: "
            + "give yours another name, such as My\(file.split(separator: "/").last ?? "")"
    }
}

extension [CompilerCall] {
    /// Throws where a file of the target has the name of one that is to be made: SwiftPM's own error would name neither file. The calls
    /// are not compared with each other.
    ///
    /// A generated file in the target is not refused here, though SwiftPM will refuse it. For `regenerate-flows`, which writes such
    /// files, SwiftPM plans a build too, and with an error here the command could not run.
    func checkOutputNames(against sources: [URL]) throws {
        for call in self {
            for output in call.outputs {
                let taken = sources.first { $0.lastPathComponent == output.name && !$0.isGenerated }
                guard let taken else { continue }
                throw NameTaken(file: taken.path, spec: call.spec.file.lastPathComponent)
            }
        }
    }
}
