import KeywayCore
import KeywayPacked

/// The generated property that turns an event into what packed runs take: its position, and its fields in 64 bits.
struct PackedEventsPart: SwiftPart {
    let flow: PlannedFlow
    let packed: PackedTable

    func write(to writer: inout SourceWriter) {
        writer.documentation([
            "As packed runs take it; nil for one with an integer outside its range.", "",
            "Of a text or a duration only the presence is packed: its range is not asked.",
        ])
        writer.line("@inlinable")
        writer.block("public var packed: PackedEvent?") { writer in
            guard !flow.model.events.isEmpty else { return writer.line("switch self {}") }
            let cases = flow.model.events.map { Case($0, of: packed) }
            // Where every case is a single expression, the `switch` is one too, and no case needs `return`.
            let head = cases.contains { $0.hasStatements } ? "return " : ""
            writer.switchBlock("self") { writer in
                for declared in cases { write(declared, head, to: &writer) }
            }
        }
    }

    /// An event, with each field's `shift`: the lowest bit of the field's code in the 64 bits of all fields.
    private struct Case {
        let position: Int
        let member: String
        let fields: [(field: Field, shift: Int)]

        init(_ event: FlowModel.Word, of packed: PackedTable) {
            position = event.position
            member = event.member
            fields = Array(zip(event.fields, packed.shifts(ofFieldsOf: event.position)))
        }

        /// Whether the code of some field depends on its value, so that statements have to work it out.
        var hasStatements: Bool { fields.contains { !$0.field.isOnlyPresent } }
    }

    private func write(_ declared: Case, _ head: String, to writer: inout SourceWriter) {
        let member = declared.member
        guard declared.hasStatements else {
            // Fields that are present and no more: the code of each is 1.
            let word = declared.fields.reduce(UInt64(0)) { $0 | 1 << UInt64($1.shift) }
            let argument = word == 0 ? "" : ", fields: \(NumberLiteral.hexadecimal(word))"
            return writer.line("case \(member): \(head)PackedEvent(\(declared.position)\(argument))")
        }
        let names = BoundFields(declared.fields.map(\.field), of: flow.model)
        let bindings = declared.fields.map { "let \(names[$0.field.name])" }
        writer.caseHead(CasePattern(member, bindings))
        writer.indented { writer in
            writer.line("var fields = PackedFields()")
            for (field, shift) in declared.fields {
                writer.line(adding(field, named: names[field.name], at: shift))
            }
            writer.line("\(head)PackedEvent(\(declared.position), fields)")
        }
    }

    /// The statement that puts the field's code at the bit `shift`; of a text or duration only whether it is present.
    private func adding(_ field: Field, named name: String, at shift: Int) -> String {
        switch field.kind {
        case .text, .duration: return "fields.addPresence(of: \(name), at: \(shift))"
        case .integer(let bounds):
            let (lower, upper) = (NumberLiteral.decimal(bounds.lowerBound), NumberLiteral.decimal(bounds.upperBound))
            return "fields.add(\(name), of: \(lower)...\(upper), at: \(shift))"
        case .bool, .enumCase, .set: return "fields.add(\(name), at: \(shift))"
        }
    }
}

extension Field {
    /// Whether every value of the field has the same code: of a text or duration only the presence is packed.
    fileprivate var isOnlyPresent: Bool { !isOptional && !kind.isFinite }
}
