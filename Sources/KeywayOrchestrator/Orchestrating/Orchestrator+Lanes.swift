import KeywayCore
import KeywayLog
import KeywayRuns

/// Lanes that are reserved for runs which this orchestrator does not go on with now: a run that was stopped before its end, or whose key store
/// did not answer when the log was opened.
///
/// By its records such a run has its lane, and keeps it when another process goes on with the run. If another run got the lane here, that
/// process would go on with two runs that hold one lane.
extension Orchestrator {
    /// Notes that lanes of the run are reserved, to give them back when all runs stop.
    func noteReservedLanes(of run: RunID, _ lanes: Device.Lanes) {
        let isTooLate = state.withLock { state in
            if !state.stopsAllRuns { state.reservedLanes.append((lanes, run)) }
            return state.stopsAllRuns
        }
        if isTooLate { lanes.giveBackLanes(reservedFor: run) }
    }

    /// Reserves the lanes that a run holds by its records, where this orchestrator does not go on with the run now.
    func reserveLanes(heldIn recovered: RunMachine, reference: String?) {
        let held = recovered.lanes.filter { !recovered.awaitsGrant(of: $0) }
        if held.isEmpty { return }
        let lanes = makeDevice(recovered.run, reference).lanes
        for request in held { lanes.reserve(request) }
        noteReservedLanes(of: recovered.run, lanes)
    }

    /// Gives back all reserved lanes: none of the runs goes on in this process, or the log could not be read and there is no orchestrator.
    func giveBackReservedLanes() {
        let reserved = state.withLock { state in
            defer { state.reservedLanes = [] }
            return state.reservedLanes
        }
        for (lanes, run) in reserved { lanes.giveBackLanes(reservedFor: run) }
    }
}
