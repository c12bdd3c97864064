import KeywayCore
import KeywayLog
package import KeywayRuns

/// Who has the run, and how it is begun again and let go.
extension LiveRun {
    /// Carries on after recovery: decides what is due or was cut short, or sets the alarm for the next deadline.
    func comeBack() {
        let now = time.now
        // It throws only where the run is stopped already; its observers have heard why.
        if state.withLock({ $0.machine.wantsToResume(at: now) }) { try? receive(.timers) } else { setAlarm() }
    }

    /// One more handle of the run is somewhere in the app.
    func hold() {
        state.withLock { state in
            state.handles += 1
            if state.handles == 1 { sources.setGivesWay(false, of: self) }
        }
    }

    /// One handle less. A run without handles goes on to its end, and any other run may take its sources.
    func giveWay() {
        state.withLock { state in
            state.handles -= 1
            if state.handles == 0 { sources.setGivesWay(true, of: self) }
        }
    }

    /// Calls the closure when the run is over and its last handler has returned; at once if that is so.
    func whenLetGo(_ body: @escaping @Sendable (RunID) -> Void) {
        let isLetGo = state.withLock { state in
            if !state.isLetGo { state.whenLetGo = body }
            return state.isLetGo
        }
        if isLetGo { body(id) }
    }

    /// Whether the run decides nothing more but late callbacks and the ends of handlers: it has ended, or was stopped.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Whether a handler is at work or about to be.
    var isPerforming: Bool { state.withLock { $0.performances.unfinished > 0 } }

    /// Commands throw from now on; what has happened is still taken.
    func refuseCommands() {
        state.withLock { $0.refusesCommands = true }
    }

    /// Decides nothing more. What was decided before still becomes durable and is shown, unless the log has failed; then observers
    /// hear the error.
    package func stop(because error: RunError) {
        state.withLock { state in
            guard state.failure == nil, !state.isEndPosted else { return }
            state.failure = error
            if let suspension = state.suspension, !state.undurable.isEmpty {
                Courier.take(abandon(because: suspension, in: &state), for: self)
                return
            }
            state.isEndPosted = true
            state.undurable.append(Undurable.Entry(isAwaited: false, outgoing: [.end(error)], shown: nil))
            Courier.take(release(state.undurable.takeUnawaited(), in: &state), for: self)
        }
    }

    /// The run as a list of unfinished runs has it.
    var description: UnfinishedRun {
        UnfinishedRun(run: id, flow: flow.table.name, reference: reference, state: flow.table.states[shown.state].name)
    }
}
