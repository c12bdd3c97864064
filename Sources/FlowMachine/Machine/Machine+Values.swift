import KeywayCore

/// Which values a run has again after its app died: a log keeps plain values, and in an app with a key store also personal and
/// secret ones, encrypted.
extension Machine {
    /// Whether runs of the flow have their personal and secret values again after a restart, in an app with a key store: this flow and
    /// each of its sub-flows that has such values says what coming back with them means, and without them.
    package var takesValuesBack: Bool {
        hasSealable && (!isSealable || asksForValues)
            && children.allSatisfy { child in
                guard let flow = child.flow?.machine else { return false }
                return !flow.hasSealable || flow.takesValuesBack
            }
    }

    /// Whether `restored` has the field that says whether the run has its values.
    package var asksForValues: Bool { restored.map { !events[$0].signature.fields.isEmpty } ?? false }

    /// Whether a variable or a field of an event is personal or secret.
    private var isSealable: Bool {
        variables.contains { $0.field.classification.isSealable }
            || events.contains { event in event.signature.fields.contains { $0.classification.isSealable } }
    }

    private var hasSealable: Bool { isSealable || children.contains { $0.flow?.machine.hasSealable ?? false } }

    /// Whether all arguments of an order of the effect are known after a restart: one answer, or both where both are possible.
    ///
    /// An argument is gone where the flow took it from a variable or field whose values are gone. Where every such argument is
    /// optional, all of them may have been absent.
    /// - Parameters:
    ///   - effect: by its position.
    ///   - hasValues: whether the run has its personal and secret values again; transient ones are gone in any case.
    package func completeness(of effect: Int, withValues hasValues: Bool) -> [Bool] {
        func isLost(_ classification: Field.Classification) -> Bool {
            classification != .plain && !(hasValues && classification.isSealable)
        }
        var answers: Set<Bool> = []
        for (body, events) in bodies {
            for order in body.orders {
                guard case .perform(effect, let terms) = order.content else { continue }
                var mayBeIncomplete = false
                var isIncomplete = false
                for (field, term) in zip(effects[effect].signature.fields, terms) {
                    let sources = classifications(of: term, on: events)
                    guard sources.contains(where: isLost) else { continue }
                    mayBeIncomplete = true
                    isIncomplete = isIncomplete || !field.isOptional && sources.allSatisfy(isLost)
                }
                answers.formUnion(isIncomplete ? [false] : mayBeIncomplete ? [false, true] : [true])
            }
        }
        return answers.isEmpty ? [true] : answers.sorted { !$0 && $1 }
    }

    /// Whether the variable begins with a value, or a row gives it a constant, a plain field or the value of another variable.
    private func mayHoldPlainValue(_ variable: Int) -> Bool {
        if variables[variable].initial != nil { return true }
        return bodies.contains { body, events in
            body.assignments.contains { assignment in
                guard assignment.variable == variable else { return false }
                switch assignment.term.content {
                case .absent: return false
                case .constant: return true
                case .variable(let source):
                    return variables[source].field.classification == .plain || variables[source].initial != nil
                case .field: return classifications(of: assignment.term, on: events).contains(.plain)
                }
            }
        }
    }

    /// All bodies, each with the events on which it is carried out; none where that is known only to be any.
    private var bodies: [(body: Body, events: [Int])] {
        rows.map { ($0.body, [$0.event]) }
            + choices.flatMap { choice in choice.branches.map { ($0.body, []) } }
            + scopes.compactMap { scope in scope.enter.map { ($0, []) } }
    }

    /// The classes that the term's value may have: a classified variable may hold a plain value too.
    private func classifications(of term: Term, on events: [Int]) -> [Field.Classification] {
        switch term.content {
        case .variable(let variable):
            let declared = variables[variable].field.classification
            return declared != .plain && mayHoldPlainValue(variable) ? [declared, .plain] : [declared]
        case .constant, .absent: return [.plain]
        case .field(let name):
            let signatures = events.isEmpty ? self.events.map(\.signature) : events.map { self.events[$0].signature }
            return signatures.flatMap(\.fields).filter { $0.name == name }.map(\.classification)
        }
    }
}
