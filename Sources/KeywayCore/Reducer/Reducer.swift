/// Decides the events of a run one after the other, by a flow's table, and tells all that each step does.
package protocol Reducer: Sendable {
    /// The table of the flow whose runs the reducer decides.
    var table: Table { get }

    /// Begins a run: enters the initial state.
    ///
    /// `sequence`: that of the record that tells the beginning.
    /// `parameters`: the chosen values, by the parameters' positions among the variables; a parameter that is not in it
    /// has the value that the flow gives it.
    func beginning(at now: Instant, sequence: UInt64, parameters: [Int: Value]) -> InitialStep

    /// Decides an event, pure, total and deterministic, and writes what the event did over what `step` held before.
    ///
    /// `now`: the time of the event's record. `sequence`: the record's place in the run, from which effects take their
    /// identity.
    func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64, into step: inout Step)
}

extension Reducer {
    /// Begins a run for which nobody chooses a parameter.
    package func beginning(at now: Instant, sequence: UInt64) -> InitialStep {
        beginning(at: now, sequence: sequence, parameters: [:])
    }

    /// Begins a run, and returns the effects that the beginning ordered.
    package func begin(at now: Instant, sequence: UInt64 = 0) -> (run: RunState, orders: [EffectOrder]) {
        let begun = beginning(at: now, sequence: sequence)
        return (begun.run, begun.orders)
    }

    /// Decides an event, and returns what it did.
    package func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> Step {
        var step = Step()
        reduce(&run, event, at: now, sequence: sequence, into: &step)
        return step
    }
}
