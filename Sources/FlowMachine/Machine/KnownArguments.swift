import KeywayCore

/// For each effect, whether a process that goes on with a run knows all arguments of its orders.
///
/// An argument is gone where the flow took it from a variable or field whose values are gone. The answers are worked
/// out once for a flow, because searches ask at each restart.
package struct KnownArguments: Sendable {
    private let withValues: [[Bool]]
    private let without: [[Bool]]

    package init(of machine: Machine) {
        let sources = ArgumentSources(machine: machine)
        withValues = machine.effects.indices.map { sources.completeness(of: $0, withValues: true) }
        without = machine.effects.indices.map { sources.completeness(of: $0, withValues: false) }
    }

    /// Whether all arguments of an order of the effect are known: one answer, or both where both are possible.
    ///
    /// - Parameters:
    ///   - effect: by its position.
    ///   - hasValues: whether the run has its personal and secret values again; transient ones are gone in any case.
    package func completeness(of effect: Int, withValues hasValues: Bool) -> [Bool] {
        (hasValues ? withValues : without)[effect]
    }
}

/// From where a flow takes the arguments of its effects.
private struct ArgumentSources {
    let machine: Machine
    /// All bodies, each with the events on which it is carried out; an empty list where any event may be the one.
    let bodies: [(body: Body, events: [Int])]
    /// The variables that may hold a plain value, whatever their own class.
    ///
    /// Such a value is a first value, a constant, or the value of a plain field or of another such variable.
    private var mayBePlain: Set<Int>

    init(machine: Machine) {
        self.machine = machine
        bodies =
            machine.rows.map { ($0.body, [$0.event]) }
            + machine.choices.flatMap { choice in choice.branches.map { ($0.body, []) } }
            + machine.scopes.compactMap { scope in scope.enter.map { ($0, []) } }
        mayBePlain = Set(
            machine.variables.indices.filter {
                machine.variables[$0].field.classification == .plain || machine.variables[$0].initial != nil
            })
        var count = -1
        while count != mayBePlain.count {
            count = mayBePlain.count
            for (body, events) in bodies {
                for assignment in body.assignments where assignment.term.content != .absent {
                    if classifications(of: assignment.term, on: events).contains(.plain) {
                        mayBePlain.insert(assignment.variable)
                    }
                }
            }
        }
    }

    /// The answer of `KnownArguments.completeness`, false first where both answers are possible.
    ///
    /// An optional argument that is gone may have been absent all the time, so by itself it makes both possible.
    func completeness(of effect: Int, withValues hasValues: Bool) -> [Bool] {
        func isLost(_ classification: Field.Classification) -> Bool {
            classification != .plain && !(hasValues && classification.isSealable)
        }
        var answers: Set<Bool> = []
        for (body, events) in bodies {
            for order in body.orders {
                guard case .perform(effect, let terms) = order.content else { continue }
                var mayBeIncomplete = false
                var isIncomplete = false
                for (field, term) in zip(machine.effects[effect].signature.fields, terms) {
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

    /// The classes that the term's value may have.
    private func classifications(of term: Term, on events: [Int]) -> [Field.Classification] {
        switch term.content {
        case .variable(let variable):
            let declared = machine.variables[variable].field.classification
            return mayBePlain.contains(variable) ? [declared, .plain] : [declared]
        case .constant, .absent: return [.plain]
        case .field(let name):
            let signatures =
                events.isEmpty ? machine.events.map(\.signature) : events.map { machine.events[$0].signature }
            return signatures.flatMap(\.fields).filter { $0.name == name }.map(\.classification)
        }
    }
}
