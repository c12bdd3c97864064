import KeywayCore
import KeywayLog
import KeywayRuns

/// Lanes that are kept for runs which this orchestrator does not go on with now: a run that was stopped before its end, or whose key store
/// did not answer when the log was opened.
///
/// By its records such a run has its lane, and keeps it when another process goes on with the run. If another run got the lane here, that
/// process would go on with two runs that hold one lane.
extension Orchestrator {
    /// Notes that lanes of the run are kept, to give them back when all runs stop.
    func noteKeptLanes(of run: RunID, _ lanes: Device.Lanes) {
        let isTooLate = state.withLock { state in
            if !state.stopsAllRuns { state.keptLanes.append((lanes, run)) }
            return state.stopsAllRuns
        }
        if isTooLate { lanes.giveBackLanes(keptFor: run) }
    }

    /// Keeps the lanes that a run holds by its records, where this orchestrator does not go on with the run now.
    func keepLanes(heldIn recovered: RunMachine, reference: String?) {
        let held = recovered.lanes.filter { !recovered.awaitsGrant(of: $0) }
        if held.isEmpty { return }
        let lanes = makeDevice(recovered.run, reference).lanes
        for request in held { lanes.keep(request) }
        noteKeptLanes(of: recovered.run, lanes)
    }

    /// Gives back all kept lanes: none of the runs goes on in this process, or the log could not be read and there is no orchestrator.
    func giveBackKeptLanes() {
        let kept = state.withLock { state in
            defer { state.keptLanes = [] }
            return state.keptLanes
        }
        for (lanes, run) in kept { lanes.giveBackLanes(keptFor: run) }
    }
}
