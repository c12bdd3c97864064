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
    /// The specs in which the flows of sub-flows are looked up by name: the target's and, in a package, its dependencies'.
    let neighbours: [SpecFile]
    /// The specs of which the target gets the same files as of this one: no two of them may be called alike.
    let siblings: [SpecFile]
    /// Whether the generated flow is a `PackableFlow` as well, whose runs take a few bytes each.
    let isPackable: Bool

    /// The build command. SwiftPM runs it again when a file changes that FlowCompiler reads.
    func command(by tool: URL, into folder: URL) throws -> Command {
        let family = try spec.descendants(among: neighbours) + spec.flowsWithTestsOfThisName(among: siblings)
        let outputs = outputs.map { (option: $0.option, file: folder.appending(path: $0.name)) }
        var arguments = outputs.flatMap { [$0.option, $0.file.path] }
        if case .tests(let module?) = product { arguments += ["--module", module] }
        arguments += spec.arguments(beside: family, isPackable: isPackable)
        return .buildCommand(
            displayName: "Generating \(outputs.map(\.file.lastPathComponent).joined(separator: " and "))",
            executable: tool, arguments: arguments, inputFiles: [spec.file] + spec.released + family.map(\.file),
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

/// The flow of a sub-flow is in a target that the spec's target does not see.
struct NoDependency: Error, CustomStringConvertible {
    let flow: String
    let spec: String
    let target: String
    let owner: String

    var description: String {
        "\(spec) has a sub-flow of '\(flow)', which is in the target \(owner): add \(owner) to the dependencies of \(target)"
    }
}

extension [CompilerCall] {
    /// Throws where the flow of a sub-flow is in none of the specs that a call sees, and another target has it.
    ///
    /// - Parameters:
    ///   - target: the name of the target that is built.
    ///   - others: the other targets' names and specs; asked for only where a flow is missing.
    func checkSubFlows(of target: String, against others: () -> [(target: String, specs: [SpecFile])]) throws {
        for call in self {
            let known = Set(call.neighbours.map(\.flow))
            let missing = Set(call.spec.children).subtracting(known)
            guard !missing.isEmpty else { continue }
            for other in others() {
                guard let flow = other.specs.first(where: { missing.contains($0.flow) })?.flow else { continue }
                throw NoDependency(
                    flow: flow, spec: call.spec.file.lastPathComponent, target: target, owner: other.target)
            }
        }
    }

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

extension URL {
    /// Whether the file's first line says that it was made of a spec.
    fileprivate var isGenerated: Bool {
        guard let text = try? String(contentsOf: self, encoding: .utf8) else { return false }
        return text.hasPrefix("// Made from ") && text.prefix { $0 != "\n" }.contains("by 'keyway generate ")
    }
}
