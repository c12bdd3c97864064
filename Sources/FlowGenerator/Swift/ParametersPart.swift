import KeywayCore

/// The generated type `Parameters`: what whoever begins a run may choose. A flow without parameters has no such type.
struct ParametersPart: SwiftPart {
    let flow: PlannedFlow

    private var parameters: [FlowModel.Variable] { flow.model.variables.filter(\.isParameter) }

    var isEmpty: Bool { parameters.isEmpty }

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What whoever begins a run may choose; a value outside its range is refused."])
        writer.block("public struct Parameters: FlowParameters") { writer in
            for parameter in parameters {
                writer.documentation(parameter.documentation)
                writer.line("public var \(flow.vocabulary.declaration(of: parameter, named: SwiftIdentifier.escaped))")
            }
            writer.line()
            writer.documentation(["What a run has for which nobody chooses."])
            writer.line("public init() {}")
            writer.line()
            let fields = parameters.map(\.field)
            writer.documentation(
                ["What is chosen; the others are what the flow says."] + ParameterList(fields, of: flow.model).lines)
            writer.list(
                "public init(", parameters.map { flow.vocabulary.declaration(of: $0, named: SwiftIdentifier.label) },
                ") {",
                .detached)
            writer.indented { writer in
                for field in fields {
                    let name = SwiftIdentifier.escaped(field.name)
                    writer.line("self.\(name) = \(name)")
                }
            }
            writer.line("}")
            writer.line()
            writer.documentation(["In the order of the spec."])
            writer.block("public var values: [Value]") { writer in
                writer.list(
                    "[", fields.map { flow.vocabulary.value(of: $0, named: SwiftIdentifier.escaped($0.name)) }, "]",
                    .array)
            }
        }
    }
}
