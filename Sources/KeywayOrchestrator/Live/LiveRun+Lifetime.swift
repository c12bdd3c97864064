import KeywayCore
import KeywayLog
package import KeywayRuns

/// Who has the run, and how it is begun again and let go.
extension LiveRun {
    /// Carries on after recovery: decides what is due or was cut short, or sets the alarm for the next deadline.
    func comeBack() {
        let wants = withState { state in
            if state.machine.wantsToResume(at: now(state)) { return true }
            setAlarm(in: &state)
            return false
        }
        // It throws only where the run is stopped already; its observers have heard why.
        if wants { try? receive(.timers) }
    }

    /// One more handle of the run is somewhere in the app.
    func hold() {
        shard.withLock { _ in
            handles += 1
            if handles == 1 { sources.setGivesWay(false, of: self) }
        }
    }

    /// One handle less. A run without handles goes on to its end, and any other run may take its sources.
    func giveWay() {
        shard.withLock { _ in
            handles -= 1
            if handles == 0 { sources.setGivesWay(true, of: self) }
        }
    }

    /// Whether the run is over and its last handler has returned.
    var isLetGo: Bool { withState { $0.isLetGo } }

    /// Whether the run decides nothing more but late callbacks and the ends of handlers: it has ended, or was stopped.
    var isOver: Bool { withState { $0.isOver } }

    /// Whether something is on its way: to the log, to observers, or to and from a handler.
    var isAtWork: Bool { withAwakeState({ $0.isAtWork }, packed: false) }

    /// Whether a handler is at work or about to be.
    var isPerforming: Bool { withAwakeState({ $0.performances.unfinished > 0 }, packed: false) }

    /// Decides nothing more. What was decided before still becomes durable and is shown, unless the log has failed; then observers
    /// hear the error.
    package func stop(because error: RunError) {
        withState { state in
            guard state.failure == nil, !state.isEndPosted else { return }
            state.failure = error
            if let suspension = state.suspension, !state.undurable.isEmpty {
                post(abandon(because: suspension, in: &state), in: &state)
                return
            }
            state.isEndPosted = true
            state.undurable.append(Undurable.Entry(isAwaited: false, outgoing: [.end(error)], shown: nil))
            post(release(state.undurable.takeUnawaited(), in: &state), in: &state)
        }
    }

    /// The run as a list of unfinished runs has it; nil where it is over.
    var ifUnfinished: Orchestrator.UnfinishedRun? {
        guard let state = withState({ $0.isOver ? nil : $0.shown.state }) else { return nil }
        return Orchestrator.UnfinishedRun(
            run: id, flow: flow.table.name, reference: reference, state: flow.table.states[state].name)
    }
}
