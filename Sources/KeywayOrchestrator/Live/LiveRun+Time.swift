import KeywayCore
import KeywayLog
import KeywayRuns

extension LiveRun {
    /// The run's own clock.
    func now(_ state: LiveState) -> Instant { orchestrator.time.now.advanced(byMilliseconds: state.lead) }

    /// Lets the orchestrator wake the run for what is due next.
    func setAlarm(in state: inout LiveState) {
        orchestrator.deadlines.set(state.nextDueOfProcess, for: self)
    }

    /// Lets the timers fire that are due, and ends the waits for effects whose limits are reached.
    func passTime() {
        do throws(RunError) {
            try receive(.instantEnded)
        } catch {
            // The run is stopped; its observers were told.
        }
    }
}
