import KeywayCore
import KeywayPacked

/// Says a question of the packed guards as a spec would ask it, for the comments of the generated code.
struct QuestionWords {
    let flow: PlannedFlow
    let packed: PackedTable

    /// `sends < 3`, `failed.cause in { badName, network }`.
    func words(for question: PackedQuestion) -> String {
        let (name, kind) = subject(question.subject)
        let (yes, no) = packed.values(askedBy: question)
        let present = yes.compactMap(\.self)
        if present.isEmpty { return "\(name) absent" }
        if no == [nil] { return "\(name) present" }
        let words = words(for: present, of: name, kind)
        return present.count < yes.count ? "\(name) absent or \(words)" : words
    }

    private func subject(_ subject: PackedQuestion.Subject) -> (name: String, kind: Kind) {
        switch subject {
        case .variable(let position):
            let field = flow.model.variables[position].field
            return (field.name, field.kind)
        case .field(let position, let event):
            let field = flow.table.events[event].fields[position]
            return ("\(flow.table.events[event].name).\(field.name)", field.kind)
        }
    }

    /// The question in words. `values` are those that answer yes, without absence; integers are in ascending order.
    private func words(for values: [Value], of name: String, _ kind: Kind) -> String {
        switch (kind, values.first, values.last) {
        case (.bool, .bool(let flag)?, _): return flag ? name : "not \(name)"
        case (.integer(let bounds), .integer(let first)?, .integer(let last)?)
        where values.count > 1 && last - first + 1 == values.count:
            if first == bounds.lowerBound { return "\(name) < \(last + 1)" }
            return last == bounds.upperBound ? "\(name) >= \(first)" : "\(name) in \(first)...\(last)"
        default:
            let words = values.map { word(for: $0, of: kind) }
            return words.count == 1 ? "\(name) == \(words[0])" : "\(name) in { \(words.joined(separator: ", ")) }"
        }
    }

    private func word(for value: Value, of kind: Kind) -> String {
        switch (value, kind) {
        case (.enumCase(let place), .enumCase(let position)):
            flow.model.enumerations[position].declared.cases[place].name
        default: flow.vocabulary.literal(value, of: kind)
        }
    }
}
