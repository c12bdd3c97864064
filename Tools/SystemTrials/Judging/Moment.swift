import FlowMachine
import KeywayCore
import KeywayLog
import KeywayRuns

/// What was so at one step of a leg, as requirements speak of it.
struct Moment {
    /// A stale word is its own event, `stale x`. Nil where the leg begins, and for a stale word that no row names.
    var event: Int?
    /// Whether the event is the `otherwise` of an effect that nobody answered.
    var isOtherwise = false
    var isActedOn = false
    var choices: [Int] = []
    var effects: [Int]
    /// Of each of the effects what it is ordered with.
    var arguments: [[Value?]] = []
    /// What a command gives, by the names of its fields; empty for anything else.
    var given: [String: Value] = [:]
    var state: Int
    var values: [Value?]
    /// The timers that run behind the step.
    var timers: Set<Int>
    /// How the leg stood before the step; nil where it begins.
    var before: Before?
    /// The timer that fires; nil where none does.
    var fired: Int?

    /// How a leg stood before a step.
    struct Before {
        var state: Int
        var values: [Value?]
        /// The timers that ran.
        var timers: Set<Int>
    }
}

extension Moment {
    /// The moment of a step of a leg of this machine.
    init(_ step: RunStep, of machine: Machine) {
        self.init(
            effects: step.orders.map(\.effect), arguments: step.orders.map(\.arguments), state: step.outcome.state,
            values: step.outcome.context, timers: Set(step.timers))
        guard let told = step.eventRecord else { return }
        event = told.event
        if told.stamp == .stale {
            event = machine.events.firstIndex { $0.signature.origin == .stale(of: told.event) }
        }
        isOtherwise = step.isOtherwise
        isActedOn = step.isActedOn
        if case .timer(let timer) = machine.events[told.event].signature.origin { fired = timer }
        let signature = machine.events[told.event].signature
        if signature.origin == .command, isActedOn {
            for (field, value) in zip(signature.fields, told.fields) { given[field.name] = value }
        }
        choices = step.choices
    }

    /// Whether the fact is so; `asCause`: as that after which something else may be.
    func shows(_ fact: Machine.Requirement.Fact, asCause: Bool = false) -> Bool {
        switch fact {
        case .states(let states): states.contains(state)
        case .choice(let choice): choices.contains(choice)
        case .event(let wanted): isActedOn && event == wanted && !(asCause && isOtherwise)
        case .effect(let effect): effects.contains(effect)
        case .condition(let condition): condition.holds(for: values)
        case .any(let parts): parts.contains { shows($0, asCause: asCause) }
        case .all(let parts): !parts.contains { !shows($0, asCause: asCause) }
        case .not(let part): !shows(part, asCause: asCause)
        }
    }
}
