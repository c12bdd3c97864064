import FlowLanguage
import FlowMachine
import Keyway

/// The guards as straight-line code: one answer for each question of the cell index.
struct GuardsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        let questions = Array(CellIndex(of: flow.table).questions.enumerated())
        let ofContext = questions.filter { $0.element.event == nil }
        let ofEvents = Dictionary(grouping: questions.filter { $0.element.event != nil }) { $0.element.event ?? 0 }
        writer.line("/// What the guards ask, and what they find.")
        writer.block("public static func answers(_ context: Context, _ event: Event) -> Answers") { writer in
            guard !questions.isEmpty else { return writer.line("Answers()") }
            writer.line("var answers = Answers()")
            for (number, question) in ofContext { write(question, number, to: &writer) }
            if !ofEvents.isEmpty {
                writer.choice("event") { writer in
                    for (event, questions) in ofEvents.sorted(by: { $0.key < $1.key }) {
                        writer.line("case \(pattern(of: event, asked: questions.map(\.element))):")
                        writer.indented { writer in
                            for (number, question) in questions { write(question, number, to: &writer) }
                        }
                    }
                    if ofEvents.count < flow.names.cases.count { writer.line("default: break") }
                }
            }
            writer.line("return answers")
        }
    }

    private func write(_ question: CellIndex.Question, _ number: Int, to writer: inout SourceWriter) {
        let fields = question.event.map { flow.machine.events[$0].signature.fields } ?? []
        let expression = TestExpression(names: flow.names, fields: fields).swift(for: question.test)
        writer.line("answers[\(number)] = \(expression)")
    }

    /// The event's case, with the fields that are asked.
    private func pattern(of event: Int, asked: [CellIndex.Question]) -> String {
        let read = Set(asked.flatMap { $0.test.operands.compactMap(\.field) })
        let fields = flow.machine.events[event].signature.fields
        let bindings = fields.enumerated().map { place, field in
            read.contains(place) ? "let \(SwiftIdentifier.bound(field.name))" : "_"
        }
        return "\(SwiftIdentifier.member(flow.names.events[event] ?? ""))(\(bindings.joined(separator: ", ")))"
    }
}
