import FlowMachine
import KeywayCore
import KeywayLog
import KeywayRuns

/// What requirements can ask about one step of a leg: its event, orders, choices, values and timers.
struct Moment {
    /// The event; a stale callback or reply has an event of its own, `stale x`. Nil at the leg's beginning, and for a stale callback or
    /// reply that no row names.
    var event: Int?
    /// Whether the event is the `otherwise` of an effect that nobody answered.
    var isOtherwise = false
    /// Whether the event was taken, or stayed with a body.
    var isActedOn = false
    /// The choices (`choice` in a flow) that the step went through, by their positions.
    var choices: [Int] = []
    /// The effects that are ordered.
    var effects: [Int]
    /// The arguments of each of these effects.
    var arguments: [[Value?]] = []
    /// The values that a command gives on which the run acts, by the names of its fields; empty for any other command or event.
    var given: [String: Value] = [:]
    /// The state after the step.
    var state: Int
    /// The values of the leg's variables after the step.
    var values: [Value?]
    /// The timers that run after the step.
    var timers: Set<Int>
    /// How the leg stood before the step; nil where it begins.
    var before: Before?
    /// The timer that fires; nil where the event is no timer.
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

    /// Whether the fact is so. `asCause`: asked as what must come before something else; then an effect's `otherwise` does not count.
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
