import FlowLanguage

/// The syntax tree of a spec as text, without the ranges in the source: specs with equal texts mean the same.
func comparableTree(_ spec: Any) -> String {
    var description = ""
    describe(spec, into: &description)
    return description
}

private func describe(_ value: Any, into description: inout String) {
    switch value {
    case is SourceRange: return
    case let text as String: description += text.debugDescription
    case let body as Body where body.orders.isEmpty: description += "nil"
    case let expression as Expression: describe(expression, into: &description)
    case let fact as Fact: describe(fact, into: &description)
    default:
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            if let child = mirror.children.first {
                describe(child.value, into: &description)
            } else {
                description += "nil"
            }
            return
        }
        guard !mirror.children.isEmpty else {
            description += "\(value)"
            return
        }
        describe(children: mirror, into: &description)
    }
}

private func describe(children mirror: Mirror, into description: inout String) {
    description += "("
    for child in mirror.children {
        if let label = child.label { description += label + ":" }
        describe(child.value, into: &description)
        description += " "
    }
    description += ")"
}

/// `a or (b or c)` is `a or b or c`.
private func describe(_ expression: Expression, into description: inout String) {
    switch expression.content {
    case .any(let parts): describe("any", parts.flatMap { $0.alternatives }, into: &description)
    case .all(let parts): describe("all", parts.flatMap { $0.conjunction }, into: &description)
    default: describe(children: Mirror(reflecting: expression.content), into: &description)
    }
}

private func describe(_ fact: Fact, into description: inout String) {
    switch fact.content {
    case .any(let parts): describe("any", parts.flatMap { $0.alternatives }, into: &description)
    case .all(let parts): describe("all", parts.flatMap { $0.conjunction }, into: &description)
    default: describe(children: Mirror(reflecting: fact.content), into: &description)
    }
}

private func describe<Part>(_ word: String, _ parts: [Part], into description: inout String) {
    description += word + "("
    for part in parts { describe(part as Any, into: &description) }
    description += ")"
}

extension Fact {
    fileprivate var alternatives: [Fact] {
        if case .any(let parts) = content { parts.flatMap(\.alternatives) } else { [self] }
    }

    fileprivate var conjunction: [Fact] {
        if case .all(let parts) = content { parts.flatMap(\.conjunction) } else { [self] }
    }
}

extension Expression {
    fileprivate var alternatives: [Expression] {
        if case .any(let parts) = content { parts.flatMap(\.alternatives) } else { [self] }
    }

    fileprivate var conjunction: [Expression] {
        if case .all(let parts) = content { parts.flatMap(\.conjunction) } else { [self] }
    }
}
