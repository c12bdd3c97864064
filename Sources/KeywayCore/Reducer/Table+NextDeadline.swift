extension Table {
    /// The timer that fires next: the earliest that the state does not hold back; of equal deadlines the timer set first.
    package func nextTimer(of run: RunState) -> RunState.ArmedTimer? {
        guard states.indices.contains(run.state) else { return nil }
        let held = states[run.state].holds
        var next: RunState.ArmedTimer?
        for armed in run.timers where !held.contains(armed.timer) {
            if next.map({ armed.deadline < $0.deadline }) ?? true { next = armed }
        }
        return next
    }

    /// The open effect whose limit comes first; of equal limits the effect ordered first.
    ///
    /// At the limit the wait for an answer ends. Nil where no effect is open, and after the end, when no answer is awaited.
    package func nextLimit(of run: RunState) -> RunState.OpenEffect? {
        guard states.indices.contains(run.state), !states[run.state].isFinal else { return nil }
        var next: RunState.OpenEffect?
        for open in run.openEffects where next.map({ open.limit < $0.limit }) ?? true { next = open }
        return next
    }
}
