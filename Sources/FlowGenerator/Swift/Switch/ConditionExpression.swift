import FlowMachine
import KeywayCore

/// A guard of the spec as an expression of Swift.
struct ConditionExpression {
    let names: Vocabulary
    let fields: [Field]

    /// Its outermost parts, and the word between them; one part where there is none.
    func parts(of condition: Condition) -> (parts: [String], word: String) {
        switch condition {
        case .any(let parts) where !parts.isEmpty: (parts.map { swift(for: $0, inside: .or) }, "||")
        case .all(let parts) where !parts.isEmpty: (parts.map { swift(for: $0, inside: .and) }, "&&")
        case .not(.not(let part)): parts(of: part)
        default: ([swift(for: condition, inside: .or)], "")
        }
    }

    /// How tight the words around it bind.
    private enum Binding: Int {
        case or, and, not
    }

    private func swift(for condition: Condition, inside outer: Binding) -> String {
        switch condition {
        case .any(let parts): joined(parts, " || ", .or, inside: outer)
        case .all(let parts): joined(parts, " && ", .and, inside: outer)
        case .not(.present(let term)): absence(of: term, inside: outer)
        // Swift reads two signs as another operator.
        case .not(.not(let part)): swift(for: part, inside: outer)
        case .not(let part): "!" + swift(for: part, inside: .not)
        case .comparison(let left, let relation, let right):
            atom(.comparison(operand(left), relation, operand(right)), inside: outer)
        case .membership(let term, let values): atom(.membership(operand(term), of: values), inside: outer)
        case .containment(let part, let whole): atom(.containment(operand(part), in: operand(whole)), inside: outer)
        case .present(let term): atom(.presence(operand(term)), inside: outer)
        case .flag(let term): atom(.flag(operand(term)), inside: outer)
        }
    }

    /// What can only be present, or only be absent, is not asked.
    private func absence(of term: Term, inside outer: Binding) -> String {
        switch atom(.presence(operand(term)), inside: outer) {
        case "true": "false"
        case "false": "true"
        case let presence: presence.replacing(" != nil", with: " == nil")
        }
    }

    private func joined(_ parts: [Condition], _ word: String, _ own: Binding, inside outer: Binding) -> String {
        let text = parts.map { swift(for: $0, inside: own) }.joined(separator: word)
        return own.rawValue < outer.rawValue && parts.count > 1 ? "(\(text))" : text
    }

    private func atom(_ test: Table.Test, inside outer: Binding) -> String {
        let text = TestExpression(names: names, fields: fields).swift(for: test)
        let isOneWord = !text.contains(" ")
        let bindsLoosely = text.contains(" || ") || text.contains(" ?? ")
        let needsMarks = outer == .not ? !isOneWord : outer == .and && bindsLoosely
        return needsMarks ? "(\(text))" : text
    }

    private func operand(_ term: Term) -> Table.Operand {
        switch term.content {
        case .variable(let position): .variable(position)
        case .field(let name): fields.firstIndex { $0.name == name }.map { .field($0) } ?? .absent
        case .constant(let value): .constant(value)
        case .absent: .absent
        }
    }
}
