/// Decides by walking the table as it stands: it needs no preparation and fits every run. `TableReducer` is for many events.
extension Table: Reducer {
    public var table: Table { self }

    public func beginning(at now: Instant, sequence: UInt64) -> Begun {
        let (run, step) = beginOpen(at: now, sequence: sequence)
        return Begun(run: RunState(run), orders: step.orders, scopeChanges: step.scopeChanges)
    }

    public func reduce(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64, into step: inout Step
    ) {
        run.unpack()
        walk(&run.open, event, at: now, sequence: sequence, into: &step)
    }
}
