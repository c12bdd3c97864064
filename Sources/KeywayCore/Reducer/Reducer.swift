/// Decides the events of a run one after the other, by a flow's table, and tells all that each step does.
package protocol Reducer: Sendable {
    /// The table of the flow whose runs it decides.
    var table: Table { get }

    /// Begins a run: enters the initial state. `sequence` is that of the record that tells it.
    ///
    /// `parameters`: what is chosen for a parameter, by its position among the variables; the others are what the flow says.
    func beginning(at now: Instant, sequence: UInt64, parameters: [Int: Value]) -> Begun

    /// Decides an event, pure, total and deterministic, and writes into `step` what it did, over what stood there.
    ///
    /// `now` is the time of the event's record and `sequence` its place in the run; effects take their identity from
    /// it.
    func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64, into step: inout Step)
}

extension Reducer {
    /// Begins a run for which nobody chooses a parameter.
    package func beginning(at now: Instant, sequence: UInt64) -> Begun {
        beginning(at: now, sequence: sequence, parameters: [:])
    }

    /// Begins a run and says which effects that ordered.
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
