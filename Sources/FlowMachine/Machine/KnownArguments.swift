import KeywayCore

/// For each effect, whether a process that goes on with a run after a crash still knows all arguments of the effect's orders.
///
/// The log keeps plain values. It keeps personal and secret values too, encrypted, if the app has a key store and the flow asks for
/// them. An argument that the flow took from any other variable or field is gone. The answers are worked out once for a flow,
/// because searches ask at each restart that they try.
package struct KnownArguments: Sendable {
    /// What `completeness` answers, by the effects' positions: where the run has its personal and secret values again, and where not.
    private let withValues: [[Bool]]
    private let withoutValues: [[Bool]]

    package init(of machine: Machine) {
        let sources = ArgumentSources(machine: machine)
        withValues = machine.effects.indices.map { sources.completeness(of: $0, withValues: true) }
        withoutValues = machine.effects.indices.map { sources.completeness(of: $0, withValues: false) }
    }

    /// Whether all arguments of an order of the effect are known: one answer, or both where both are possible.
    ///
    /// - Parameters:
    ///   - effect: the effect, by its position.
    ///   - hasValues: whether the run has its personal and secret values again; transient ones are gone in any case.
    package func completeness(of effect: Int, withValues hasValues: Bool) -> [Bool] {
        (hasValues ? withValues : withoutValues)[effect]
    }
}

/// From where a flow takes the arguments of its effects.
private struct ArgumentSources {
    let machine: Machine
    /// All bodies, each with the events on which it is carried out; an empty list where it may be carried out on any event.
    let bodies: [(body: Body, events: [Int])]
    /// The variables that may hold a plain value, also where they are declared personal, secret or transient.
    ///
    /// A plain value is a first value, a constant, the value of a plain field, or that of another variable in this set.
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
        // Each pass may add variables that are assigned from those of the pass before; the loop ends when a pass adds none.
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
    /// An optional argument that is gone may have been absent all the time, and then nothing is missing. So by itself it makes
    /// both answers possible.
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

    /// The classes (plain, personal, secret, transient) that the term's value may have.
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
