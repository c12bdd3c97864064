import FlowLanguage
import FlowMachine
import KeywayCore

/// The variables, with the values that a run begins with.
struct ContextPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What a run remembers."])
        writer.block("public struct Context: FlowContext") { writer in
            for (position, variable) in flow.machine.variables.enumerated() {
                writer.documentation(documentation(of: variable.field, at: position))
                writer.line(declaration(of: variable))
            }
            if !flow.machine.variables.isEmpty { writer.line() }
            writer.documentation(["What a run begins with."])
            writer.line("public init() {}")
        }
    }

    private func declaration(of variable: Machine.Variable) -> String {
        let declared =
            "public var \(SwiftIdentifier.escaped(variable.field.name)): \(flow.names.type(of: variable.field))"
        guard let initial = variable.initial else { return declared }
        return "\(declared) = \(flow.names.literal(initial, of: variable.field.kind))"
    }

    private func documentation(of field: Field, at position: Int) -> [String] {
        var sentences: [String] = []
        if case .integer(let bounds) = field.kind { sentences.append("\(bounds.lowerBound) to \(bounds.upperBound).") }
        let setters = setters(of: position)
        sentences.append(setters.isEmpty ? "Never set." : "Set by \(setters.joined(separator: ", ")).")
        switch field.classification {
        case .plain: break
        case .personal: sentences.append("Personal: a log says only whether it is there.")
        case .secret: sentences.append("Secret: a log says only whether it is there.")
        case .transient: sentences.append("Transient: never written.")
        }
        return [sentences.joined(separator: " ")]
    }

    /// What sets the variable: events, choices and the states and groups that are entered, in the order of the spec.
    private func setters(of variable: Int) -> [String] {
        let machine = flow.machine
        func sets(_ body: FlowMachine.Body?) -> Bool { body?.assignments.contains { $0.variable == variable } ?? false }
        let events = machine.rows.filter { sets($0.body) }.map { row in
            "`\(flow.names.events[row.event] ?? machine.events[row.event].name)`"
        }
        let choices = machine.choices.filter { $0.branches.contains { sets($0.body) } }
        let entered = machine.scopes.filter { sets($0.enter) }
        var seen: Set<String> = []
        return events.filter { seen.insert($0).inserted } + choices.map { "the choice `\($0.name.text)`" }
            + entered.map { $0.kind == .file ? "the beginning" : "entering `\($0.name.text)`" }
    }
}

/// The context between its type and the values of the table.
struct ContextValuesPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        let fields = flow.machine.variables.map(\.field)
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
