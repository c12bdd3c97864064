import KeywayCore

/// The generated type `Context`: the flow's variables, with the values that a run begins with.
struct ContextPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        let isPlain = flow.model.variables.allSatisfy { $0.field.classification == .plain }
        writer.documentation(
            ["What a run remembers."]
                + (isPlain ? [] : ["", "A print of it shows personal and secret values in clear."]))
        writer.block("public struct Context: FlowContext") { writer in
            for variable in flow.model.variables {
                writer.documentation(variable.documentation)
                writer.line("public var \(flow.vocabulary.declaration(of: variable, named: SwiftIdentifier.escaped))")
            }
            if !flow.model.variables.isEmpty { writer.line() }
            writer.documentation(["The first values of a run for which no parameter is chosen."])
            writer.line("public init() {}")
        }
    }
}

/// The members of the generated context that turn its variables into values of the table, and back.
struct ContextValuesPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        let fields = flow.model.variables.map(\.inContext)
        writer.block("nonisolated extension \(flow.name).Context") { writer in
            writer.documentation(["In the order of the table's variables; nil is absent."])
            writer.block("public var values: [Value?]") { writer in
                writer.list(
                    "[", fields.map { flow.vocabulary.value(of: $0, named: SwiftIdentifier.escaped($0.name)) }, "]",
                    .array)
            }
            writer.line()
            writer.documentation(
                ["The variables with values that each of them can have."]
                    + ParameterList(parameters: [("values", "as many, in the order of the table's variables.")]).lines)
            writer.block("public init(values: [Value?]) throws(Value.Mismatch)") { writer in
                writer.line("\(fields.isEmpty ? "let" : "var") fields = Value.Reader(values)")
                for field in fields {
                    // A variable with the name of the parameter or of the local reader is named with `self.`.
                    let own = ["values", "fields"].contains(field.name) ? "self." : ""
                    writer.line("\(own)\(SwiftIdentifier.escaped(field.name)) = \(flow.vocabulary.reading(field))")
                }
                writer.line("try fields.finish()")
            }
        }
    }
}

extension Vocabulary {
    /// The variable with its type and first value, as a property or an initializer's parameter declares it.
    func declaration(of variable: FlowModel.Variable, named spell: (String) -> String) -> String {
        let declared = "\(spell(variable.inContext.name)): \(type(of: variable.inContext))"
        return variable.initial.map { "\(declared) = \(initialLiteral($0, of: variable.inContext))" } ?? declared
    }

    /// The expression that turns a Swift variable, which holds the field, into a `Value` of the table.
    func value(of field: Field, named name: String) -> String { "\(name)\(field.isOptional ? "?" : "").flowValue" }

    /// The expression that takes the field from the generated code's `fields`, a `Value.Reader`.
    func reading(_ field: Field) -> String { "try fields.\(field.isOptional ? "nextIfPresent" : "next")()" }
}
