import FlowMachine
import Keyway

/// The variables, with the values that a run begins with.
struct ContextPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.line("/// What a run remembers.")
        writer.block("public struct Context: FlowContext") { writer in
            for variable in flow.machine.variables {
                writer.documentation(documentation(of: variable.field))
                writer.line(declaration(of: variable))
            }
            if !flow.machine.variables.isEmpty { writer.line() }
            writer.line("public init() {}")
        }
    }

    private func declaration(of variable: Machine.Variable) -> String {
        let declared =
            "public var \(SwiftIdentifier.escaped(variable.field.name)): \(flow.names.type(of: variable.field))"
        guard let initial = variable.initial else { return declared }
        return "\(declared) = \(flow.names.literal(initial, of: variable.field.kind))"
    }

    private func documentation(of field: Field) -> [String] {
        var sentences: [String] = []
        if case .integer(let bounds) = field.kind { sentences.append("\(bounds.lowerBound) to \(bounds.upperBound).") }
        switch field.classification {
        case .plain: break
        case .personal: sentences.append("Personal: a log says only whether it is there.")
        case .secret: sentences.append("Secret: a log says only whether it is there.")
        case .transient: sentences.append("Transient: never written.")
        }
        return sentences.isEmpty ? [] : [sentences.joined(separator: " ")]
    }
}

/// The context between its type and the values of the table.
struct ContextValuesPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        let fields = flow.machine.variables.map(\.field)
        writer.block("extension \(flow.name).Context") { writer in
            writer.block("public var values: [Value?]") { writer in
                writer.list(
                    "[", fields.map { flow.names.value(of: $0, named: SwiftIdentifier.escaped($0.name)) }, "]", .array)
            }
            writer.line()
            writer.block("public init(values: [Value?]) throws(UnfitValues)") { writer in
                writer.line("\(fields.isEmpty ? "let" : "var") fields = FieldReader(values)")
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

    /// The field, taken from a `FieldReader`.
    func reading(_ field: Field) -> String { "try fields.\(field.isOptional ? "nextIfPresent" : "next")()" }
}
