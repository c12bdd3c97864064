import KeywayCore

/// The variables, with the values that a run begins with.
struct ContextPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What a run remembers."])
        writer.block("public struct Context: FlowContext") { writer in
            for variable in flow.model.variables {
                writer.documentation([variable.documentation])
                writer.line(declaration(of: variable))
            }
            if !flow.model.variables.isEmpty { writer.line() }
            writer.documentation(["What a run begins with."])
            writer.line("public init() {}")
        }
    }

    private func declaration(of variable: FlowModel.Variable) -> String {
        let declared =
            "public var \(SwiftIdentifier.escaped(variable.field.name)): \(flow.names.type(of: variable.field))"
        guard let initial = variable.initial else { return declared }
        return "\(declared) = \(flow.names.literal(initial, of: variable.field.kind))"
    }
}

/// The context between its type and the values of the table.
struct ContextValuesPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        let fields = flow.model.variables.map(\.field)
        writer.block("nonisolated extension \(flow.name).Context") { writer in
            writer.documentation(["In the order of the table's variables; nil is absent."])
            writer.block("public var values: [Value?]") { writer in
                writer.list(
                    "[", fields.map { flow.names.value(of: $0, named: SwiftIdentifier.escaped($0.name)) }, "]", .array)
            }
            writer.line()
            writer.documentation(["The variables with values that each of them can have."])
            writer.block("public init(values: [Value?]) throws(Value.Mismatch)") { writer in
                writer.line("\(fields.isEmpty ? "let" : "var") fields = Value.Reader(values)")
                for field in fields {
                    let own = ["values", "fields"].contains(field.name) ? "self." : ""
                    writer.line("\(own)\(SwiftIdentifier.escaped(field.name)) = \(flow.names.reading(field))")
                }
                writer.line("try fields.finish()")
            }
        }
    }
}

extension Vocabulary {
    /// The value of a field as the table has it.
    func value(of field: Field, named name: String) -> String { "\(name)\(field.isOptional ? "?" : "").flowValue" }

    /// The field, taken from a `Value.Reader`.
    func reading(_ field: Field) -> String { "try fields.\(field.isOptional ? "nextIfPresent" : "next")()" }
}
