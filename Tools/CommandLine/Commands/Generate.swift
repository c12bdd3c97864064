import FlowGenerator

extension Command {
    static let generate = Command(
        name: "generate", summary: "makes Swift of flows, for teams that keep generated code with their own",
        operands: [Operand(name: "FLOW", summary: "Files, or flows' names below Specs", count: .atLeastOne)],
        options: [.generatedFolder, .checksOnly, .tests, .module, .packed, .imported, .specs],
        endings: [
            (.fine, "Every file is as its spec says"),
            (.problem, "With --check, a file is not; or a spec has errors, or the folder is not for generated files"),
        ],
        example: "keyway generate OTPlessSNA TruecallerOTP --out Sources/SignIn/Generated",
        perform: { arguments, surroundings in
            guard let folder = arguments[.generatedFolder] else { preconditionFailure("the reader asks for it") }
            if arguments.operands.contains(NamedInput.dash) {
                throw UsageError(
                    "generated code names the file of its flow, and standard input is none", helpOf: "generate")
            }
            let lookup = try FlowLookup(arguments, in: surroundings, for: SwiftLanguage())
            let product = try Generation.Product(arguments)
            let generation = try Generation(
                product, of: arguments.operands, below: arguments[.specs], found: lookup, into: folder)
            // A refusal of stale files leaves the remark out otherwise, and a renamed flow makes both.
            let remarks = try generation.needlessImports() + generation.leftovers()
            for remark in remarks { surroundings.console.remark(remark) }
            if arguments[.checksOnly] != nil {
                try generation.check()
            } else {
                for path in try generation.write() { surroundings.console.writeLine(path.harmless) }
                for remark in try generation.missingChildren() { surroundings.console.remark(remark) }
            }
            return .fine
        })
}

extension Option {
    fileprivate static let generatedFolder = Option(
        name: "--out", value: "DIR", summary: "The folder of the generated files, and of nothing else; made if need be",
        isRequired: true)
    fileprivate static let checksOnly = Option(
        name: "--check", summary: "Writes nothing, and fails where a file is missing or not as its spec says")
    static let tests = Option(
        name: "--tests", summary: "Makes of each flow a suite that tests its generated Swift, and a readable switch")
    static let packed = Option(
        name: "--packed", summary: "Also what packed runs need, for a target that depends on KeywayPacked")
    static let imported = Option(
        name: "--import", value: "MODULE.FLOW",
        summary: "Another module that has the generated Swift of a sub-flow's flow", isRepeated: true)
    static let module = Option(
        name: "--module", value: "NAME", summary: "With --tests, the module that has the flows' generated Swift")
}
