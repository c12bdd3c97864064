package import KeywayCore
package import KeywayRuns

/// A run that inputs lead to some moment, each at its own time, before the transcript goes on with it.
extension Player {
    /// Decides an input that came at this instant. Of what is due by then only the run's own timers and limits come before the input
    /// (`RunMachine.decide`), and no answer and no grant.
    @available(*, noasync, message: "it blocks the thread until the log has the records")
    package mutating func take(_ input: Input, at instant: Instant, _ tell: (RunStep) -> Void) throws(RunError) {
        now = instant
        try decide(input, tell)
    }

    /// Lets another process go on with the run at this instant.
    @available(*, noasync, message: "it blocks the thread until the log has the records")
    package mutating func comeBack(
        at instant: Instant, withValues hasValues: Bool, _ tell: (RunStep) -> Void
    ) throws(RunError) {
        now = instant
        try restart(withValues: hasValues, tell)
    }

    /// Keeps a callback for legs that begin later; returns its number among what is retained, nil where no source retains it.
    package mutating func retain(_ callback: RawValue) -> UInt64? {
        retained.retain(callback, as: CallbackReading(callback, by: machine.flow).retained)
    }

    /// From here on the transcript says what comes, and answers what is open.
    ///
    /// Where legs wait for a lane that no leg of the run holds, another run is put into the queue before them.
    package mutating func goOn() {
        let machine = machine
        performer.answer(from: now) { machine.isAwaited($0) }
        for request in machine.requestsBehindOthers { lanes.occupy(request.provider, before: request.sequence) }
        if !machine.lanes.isEmpty { lanes.standAgain(machine.lanes, at: now) }
    }
}

extension RunMachine {
    /// Of each provider for whose lane legs wait, although no leg of the run holds it, the first request: another run must stand before it.
    package var requestsBehindOthers: [LaneRequest] {
        var providers: Set<String> = []
        return lanes.filter { request in
            // A request that does not wait any more holds the lane, so that those behind it wait for the run's own leg.
            providers.insert(request.provider).inserted && awaitsGrant(of: request)
        }
    }
}
