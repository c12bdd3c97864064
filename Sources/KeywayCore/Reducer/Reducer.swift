/// What decides the events of a run, one after the other, and tells all that each step does: a flow's table.
package protocol Reducer: Sendable {
    var table: Table { get }

    /// Begins a run: enters the initial state. `sequence` is that of the record that tells it.
    func beginning(at now: Instant, sequence: UInt64) -> Begun

    /// Decides an event, pure, total and deterministic, and tells it in a step of which only the room is kept.
    ///
    /// `now` is the time of the event's record and `sequence` its place in the run; effects take their identity from it.
    func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64, into step: inout Step)
}

extension Reducer {
    /// Begins a run and says which effects that ordered.
    package func begin(at now: Instant, sequence: UInt64 = 0) -> (run: RunState, orders: [EffectOrder]) {
        let begun = beginning(at: now, sequence: sequence)
        return (begun.run, begun.orders)
    }

    /// Decides an event, and tells it in a step of its own.
    package func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> Step {
        var step = Step()
        reduce(&run, event, at: now, sequence: sequence, into: &step)
        return step
    }
}
