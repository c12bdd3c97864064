import KeywayCore
import KeywayLog
import KeywayRuns

/// What a proposal, a decision that is not known to be in the log, does with what its run shares with others on its device.
extension Proposal {
    /// What the sources of the run's device retain.
    var retained: RetainedCallbacks { draft?.state.retained ?? RetainedCallbacks() }

    /// Changes the device's row as the consequence asks: puts a request into the line for a lane, takes one out, or makes the run the
    /// holder of sources.
    ///
    /// A run without a device shares nothing, so nobody else stands in a line for its lanes.
    mutating func share(_ consequence: Consequence) {
        switch consequence {
        case .ask(let request):
            draft?.ask(request)
            grant(request)
        case .free(let request): draft?.free(request)
        case .perform(let order):
            let sources = order.effect.calls == nil ? [] : order.flow.singletons
            guard draft != nil, !sources.isEmpty else { return }
            draft?.take(sources, for: machine.run)
            // The call is ordered and not made yet: the leg hears first what the source said to others.
            decide(own: .retained(leg: order.leg), at: machine.latest)
        case .leaveUnperformed, .cancel: break
        }
    }

    /// Decides that the run holds the lane, if it waits for that and its request is the first of the line.
    private mutating func grant(_ request: LaneRequest) {
        guard machine.awaitsGrant(of: request), draft.map({ $0.state.isFirst(request) }) ?? true else { return }
        decide(own: .granted(leg: request.leg, lane: request.lane, asked: request.sequence), at: machine.latest)
    }

    /// Decides a provider's report. If the run does not hold its source any more, or is over and has heard as many identities as a run
    /// takes, the report is put into `misled` instead.
    ///
    /// - Parameter checksHolder: whether it is checked that the run holds the source; false only for a planted fault.
    /// - Returns: whether the run has heard it, now or before.
    /// - Throws: `RunError.identityInUse`, `identityTooLong` and `tooManyIdentities`.
    mutating func decide(
        _ waiting: WaitingInput, _ word: DeviceWord, at now: Instant, checksHolder: Bool = true
    ) throws(RunError) -> Bool {
        if !word.sources.isEmpty, let current = draft {
            if checksHolder, current.state.holder(of: word.sources, besides: word.absentHolders) != machine.run {
                misled.append(waiting)
                return false
            }
            draft?.touch()
        }
        // A word that comes again is not kept again: it would get a new number, and the run would hear it a second time as retained.
        if let id = word.id, machine.knowsCallback(id) { return true }
        let reading = CallbackReading(word.callback, by: machine.flow)
        var kept = word
        kept.addRetained(readBy: machine.flow)
        let before = draft
        let number = draft?.retain(kept)
        do throws(RunError) {
            _ = try decide(.callback(reading, answering: word.call, number: number, id: word.id), at: now)
        } catch {
            draft = before
            if error == .tooManyIdentities, machine.isOver, !word.sources.isEmpty, draft != nil {
                // Nothing comes of what a run hears that is over, and later runs of the device are to hear the report: it is kept for
                // them as if this run held nothing.
                kept.absentHolders.insert(machine.run)
                misled.append(WaitingInput(kept, of: waiting.device, asker: waiting.asker))
                return false
            }
            // A report that is refused is not kept for later runs either.
            throw error
        }
        return true
    }

    /// Ends the proposal's part in the device, after all inputs: tells the run which lanes it holds by now, takes a run that is over out
    /// of the row, and fixes what the log is asked to change of it.
    mutating func settleDevice() {
        for request in machine.lanes { grant(request) }
        if machine.isFinished { draft?.leave(machine.run) }
        change = draft?.change
    }
}
