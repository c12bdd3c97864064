import FlowMachine
import KeywayCore

extension FactTable {
    /// What held at one step.
    struct Moment {
        /// What came; of a stale callback or reply its `stale` event; nil where the run begins.
        var event: Int?
        /// Whether the event is an effect's `otherwise`, which nobody has given.
        var isLimit = false
        /// Whether the event was accepted: `taken`, or `stayed` with something done.
        var isActedOn = false
        /// The choices that the step passed through.
        var choices: [Int] = []
        var effects: [Int]
        /// The arguments of each of `effects`; empty where no requirement asks for a latest text.
        var arguments: [[Value?]] = []
        /// The fields of which a command gave the latest text.
        var given: Set<Int> = []
        /// The state before the step; nil where the run begins.
        var stateBefore: Int?
        /// The variables before the step; empty where the run begins.
        var valuesBefore: [Value?] = []
        /// The timers that run when the event comes, one bit for each; of a timer's own event without this timer.
        var timersBefore: UInt64 = 0
        /// The state or final behind the step.
        var state: Int
        /// The variables behind the step.
        var values: [Value?]
        /// The timers that run behind the step, one bit for each.
        var timers: UInt64

        /// Whether the observation holds at this step.
        func shows(_ observation: Observation) -> Bool {
            switch observation {
            case .fact(let fact): shows(fact)
            case .given(let fact): shows(fact, asCause: true)
            case .comes(let event, let states): self.event == event && stateBefore.map(states.contains) ?? false
            case .falls(let variable): falls(variable)
            case .runs(let timers): timers.contains { timersBefore.has($0) }
            case .runsOrWillRun(let timers): timers.contains { (timersBefore | self.timers).has($0) }
            }
        }

        private func shows(_ fact: Machine.Requirement.Fact, asCause: Bool = false) -> Bool {
            switch fact {
            case .states(let states): states.contains(state)
            case .choice(let choice): choices.contains(choice)
            case .event(let event): isActedOn && self.event == event && !(asCause && isLimit)
            case .effect(let effect): effects.contains(effect)
            case .condition(let condition): condition.holds(for: values)
            case .any(let parts): parts.contains { shows($0, asCause: asCause) }
            case .all(let parts): parts.allSatisfy { shows($0, asCause: asCause) }
            case .not(let part): !shows(part, asCause: asCause)
            }
        }

        private func falls(_ variable: Int) -> Bool {
            guard valuesBefore.indices.contains(variable), case .integer(let before)? = valuesBefore[variable],
                case .integer(let now)? = values[variable]
            else { return false }
            return now < before
        }
    }
}
