extension Table {
    /// The timer that fires next: the earliest deadline that the state does not hold, then the order of setting.
    package func nextTimer(of run: RunState) -> RunState.ArmedTimer? {
        guard states.indices.contains(run.state) else { return nil }
        let held = states[run.state].holds
        var next: RunState.ArmedTimer?
        for armed in run.timers where !held.contains(armed.timer) {
            if next.map({ armed.deadline < $0.deadline }) ?? true { next = armed }
        }
        return next
    }

    /// The open effect whose limit comes first, then the order of ordering; after the end nobody waits for an answer.
    package func nextLimit(of run: RunState) -> RunState.OpenEffect? {
        guard states.indices.contains(run.state), !states[run.state].isFinal else { return nil }
        var next: RunState.OpenEffect?
        for open in run.openEffects where next.map({ open.limit < $0.limit }) ?? true { next = open }
        return next
    }
}
