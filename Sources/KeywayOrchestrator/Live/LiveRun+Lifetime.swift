import KeywayCore
import KeywayLog
package import KeywayRuns

/// How many handles the app has of the run (a handle is kept by each `Run` and by each stream of its situations), how the run goes on after
/// recovery, and when it may be forgotten.
extension LiveRun {
    /// Carries on after recovery: decides what is due or was cut short, or sets the alarm for the next deadline.
    func comeBack() {
        let wants = withState { state in
            if state.machine.wantsToResume(at: now(state)) { return true }
            setAlarm(in: &state)
            return false
        }
        // `receive` throws only where the run is stopped already; its observers have heard why.
        if wants { try? receive(.timeReached) }
    }

    /// Counts one more handle of the run in the app. As long as there is one and the run is not over, no other run
    /// takes the singleton SDKs that the run holds.
    func addHandle() {
        shard.withLock { _ in
            handles += 1
            if handles == 1 { sources.setYieldsSources(false, of: self) }
        }
    }

    /// Counts one handle less. A run without handles goes on to its end, and another run may take its singleton SDKs
    /// from it.
    func removeHandle() {
        shard.withLock { _ in
            handles -= 1
            if handles == 0 { sources.setYieldsSources(true, of: self) }
        }
    }

    /// Whether the run is over and its last handler has returned.
    var hasLastHandlerReturned: Bool { withState { $0.hasLastHandlerReturned } }

    /// Whether the run has ended or was stopped. After its end it only rejects commands, and records late callbacks and ends of
    /// handlers; after a stop it decides nothing.
    var isEndedOrStopped: Bool { withState { $0.isEndedOrStopped } }

    /// Whether the run is one to go on with: it was not stopped, and its own flow stands in no final. A sub-flow that it left may still be
    /// at its `cancel` after that.
    var goesOn: Bool { withState { $0.failure == nil && !$0.machine.isEnded } }

    /// Whether something is on its way: to the log, to observers, or to and from a handler.
    var isAtWork: Bool { withStateIfAwake({ $0.isAtWork }, ifPacked: false) }

    /// Whether a handler is at work or about to be.
    var isPerforming: Bool { withStateIfAwake({ $0.performances.unfinished > 0 }, ifPacked: false) }

    /// Whether a handler is to be cancelled, or its `onCancel` has not returned.
    var isCancelling: Bool { withStateIfAwake({ $0.handlerQueue?.isCancelling == true }, ifPacked: false) }

    /// Decides nothing more. What was decided before still becomes durable and is shown; then observers get the error. Where the log
    /// has failed, these decisions are dropped, and whoever waits or observes gets a log's error: the given one if it is one, else why the
    /// log failed.
    package func stop(because error: RunError) {
        withState { state in
            guard state.failure == nil else { return }
            // This comes before the question whether the run is over: its end, and answers behind it, may wait for the log too.
            if let suspension = state.suspension, !state.undurable.isEmpty {
                state.failure = error
                let cause = if case .log = error { error } else { RunError.log(suspension) }
                post(abandon(because: cause, in: &state), in: &state)
                return
            }
            guard !state.isEndPosted else { return }
            (state.failure, state.isEndPosted) = (error, true)
            state.undurable.append(Undurable.Entry(outgoing: [.end(error)]), awaitsReport: false)
            post(noteDurable(state.undurable.takeWithoutReport(), in: &state), in: &state)
        }
    }

    /// The run as a list of unfinished runs has it; nil where it is over.
    var unfinishedRun: Orchestrator.UnfinishedRun? {
        guard let state = withState({ $0.isEndedOrStopped ? nil : $0.durable.state }) else { return nil }
        return Orchestrator.UnfinishedRun(
            run: id, flow: flow.table.name, reference: reference, state: flow.table.states[state].name)
    }
}
