import KeywayCore
import KeywayLog
import KeywayRuns

/// Opens the log again in place where it has failed: runs keep their state, their values and their handlers.
extension Orchestrator {
    /// How long to wait after the log could not be opened: `first`, then twice as long each time, up to `longest`.
    private static let pauses = (first: Duration.milliseconds(20), longest: Duration.seconds(5))

    /// What is to be done next for a log that failed.
    private enum Work {
        /// Close this opening, which has failed, and open the log again.
        case open(after: any EventLog)
        /// Hand this opening to the run.
        case handOver(any EventLog, to: LiveRun)
        /// Wait, before the log is asked again for the records of runs that could not be read.
        case pause
    }

    /// Asks for another opening of the log, because the opening with this salt takes no more records of the run.
    ///
    /// It may be called under the run's lock, and many times for one failure.
    /// - Parameters:
    ///   - run: is handed the next opening.
    ///   - salt: the random number of the opening that failed, so that a late report does not close the opening after it.
    ///   - error: why it failed; after an error that another opening would give again, nothing is opened.
    /// - Returns: whether the run will be handed another opening; if not, the caller stops it.
    func reopen(for run: LiveRun, after salt: UInt64, because error: LogError) -> Bool {
        if openLog == nil { return false }
        return state.withLock { state in
            if state.isShutDown || state.hasLostLog { return false }
            let isPresent = state.log.salt == salt
            switch error {
            case .conflict, .invalid, .overloaded, .damaged, .newer: return false
            // `reopen()` closes the failed opening, so a run may see these two errors. Where the present opening has not failed,
            // they mean that another process has the log or that it was closed for good.
            case .closed, .fenced: if isPresent, !state.logHasFailed { return false }
            case .storage, .inDoubt, .unavailable: if isPresent { (state.logHasFailed, state.failure) = (true, error) }
            }
            state.runsToHandOver[run.id] = run
            if state.reopening == nil { state.reopening = Task.detached { await self.reopen() } }
            return true
        }
    }

    /// Returns when no task of this orchestrator, which is shut down, opens the log any more or has an opening of it.
    func reopeningEnded() async {
        let (reopening, rest) = state.withLock { ($0.reopening, $0.rest) }
        rest?.cancel()
        await reopening?.value
    }

    /// Lets some time pass, at most until the orchestrator is shut down.
    private func rest(for time: Duration) async {
        let rest = Task.detached { do { try await Task.sleep(for: time) } catch {} }
        let isShutDown = state.withLock { state in
            state.rest = rest
            return state.isShutDown
        }
        if isShutDown { rest.cancel() }
        await rest.value
        state.withLock { $0.rest = nil }
    }

    /// What the task does: opens the failed log again, and hands the new opening to each run that waits for it.
    private func reopen() async {
        var pause = Self.pauses.first
        while let work = nextWork() {
            switch work {
            case .open(let failed):
                if let tracer, let error = state.withLock({ $0.failure }) { tracer.logFailed(error) }
                // Closing waits until the old writer has reported on its last appends, and unlocks the log.
                try? await failed.close()
                await pauseBetweenOpenings()
                guard let log = await opened() else { return await hasLostLog ? loseLog() : stopWaitingRuns() }
                let (isShutDown, isLost) = state.withLock { state in
                    state.lastOpening = .now
                    if state.hasLostLog { return (false, true) }
                    (state.log, state.failure, state.logHasFailed) = (log, nil, false)
                    for run in state.runs.all { state.runsToHandOver[run.id] = run }
                    return (state.isShutDown, false)
                }
                if isLost {
                    // The log was lost while it was being opened: the runs have stopped, and this opening is of no use.
                    try? await log.close()
                    return await loseLog()
                }
                watchLease(of: log)
                tracer?.logOpenedAgain()
                if isShutDown {
                    // Whoever shut the orchestrator down closed the opening before this one.
                    try? await log.close()
                    return stopWaitingRuns()
                }
            case .handOver(let log, let run): await handOver(log, to: run)
            case .pause:
                await rest(for: pause)
                pause = min(pause * 2, Self.pauses.longest)
            }
        }
    }

    /// An opening that fails soon after it was made is not followed by another one at once.
    private func pauseBetweenOpenings() async {
        let pause = state.withLock { state in
            let now = ContinuousClock.now
            let isSoon = state.lastOpening.map { now - $0 < Self.pauses.longest } ?? false
            state.pause = isSoon ? min(max(state.pause * 2, Self.pauses.first), .seconds(1)) : .zero
            return state.pause
        }
        if pause > .zero { await rest(for: pause) }
    }

    /// Stops the runs that wait for an opening of the log: the orchestrator was shut down, and nobody hands them one any more.
    private func stopWaitingRuns() {
        let runs = state.withLock { state in
            defer { (state.runsToHandOver, state.runsToReadAgain) = ([:], [:]) }
            return Array(state.runsToHandOver.values) + state.runsToReadAgain.values
        }
        for run in runs { run.stop(because: .shutDown) }
    }

    /// What the task does next; nil where nothing is left, and the task ends.
    private func nextWork() -> Work? {
        state.withLock { state in
            if state.logHasFailed { return .open(after: state.log) }
            if let (id, run) = state.runsToHandOver.first {
                state.runsToHandOver[id] = nil
                return .handOver(state.log, to: run)
            }
            if !state.runsToReadAgain.isEmpty {
                swap(&state.runsToReadAgain, &state.runsToHandOver)
                return .pause
            }
            if !state.hasLostLog { state.failure = nil }
            state.reopening = nil
            return nil
        }
    }

    /// Stops all runs when another process has the log.
    func watchLease(of log: any EventLog) {
        log.whenLeaseIsLost { [weak self] in Task.detached { await self?.loseLog() } }
    }

    private var hasLostLog: Bool { state.withLock { $0.hasLostLog } }

    /// Stops all runs, because another process has the log and goes on with them: what they have in memory here is out of date. Handlers
    /// whose answers they wait for are cancelled.
    private func loseLog() async {
        let runs = state.withLock { state in
            (state.hasLostLog, state.failure) = (true, LogError.fenced)
            defer { (state.runsToHandOver, state.runsToReadAgain) = ([:], [:]) }
            return state.runs.all + state.runsToHandOver.values + state.runsToReadAgain.values
        }
        await stop(runs, because: .log(.fenced))
    }

    /// The log, once it can be opened; nil where the orchestrator is shut down before, or another process has taken the log.
    private func opened() async -> (any EventLog)? {
        var pause = Self.pauses.first
        while let openLog, !state.withLock({ $0.isShutDown }) {
            do {
                return try await openLog()
            } catch LogError.fenced {
                state.withLock { $0.hasLostLog = true }
                return nil
            } catch {
                state.withLock { $0.failure = error }
            }
            await rest(for: pause)
            pause = min(pause * 2, Self.pauses.longest)
        }
        return nil
    }

    /// Hands the run an opening of the log, with those records that the log has of it and the run is not sure of.
    ///
    /// All runs that waited have records for the log: they come one after the other, as it has room for them.
    private func handOver(_ log: any EventLog, to run: LiveRun) async {
        await waitForRoom()
        do throws(LogError) {
            var records: [Record] = []
            if let first = run.firstUnsure { records = try await log.allRecords(of: run.id, from: first) }
            if run.goOn(with: log, having: records) { return }
            throw .overloaded
        } catch {
            switch error {
            // No opening would read the records.
            case .damaged, .newer: return run.stop(because: .log(error))
            default: break
            }
            let reason = state.withLock { state -> RunError? in
                if state.hasLostLog { return .log(.fenced) }
                if state.isShutDown { return .shutDown }
                switch error {
                // The log works, and will have room again.
                case .overloaded: state.runsToHandOver[run.id] = run
                // The opening is sound, and to give it up would let another process take the log: it is asked again.
                case .unavailable: (state.runsToReadAgain[run.id], state.failure) = (run, error)
                // What cannot be read now may be read from another opening.
                default: (state.runsToHandOver[run.id], state.logHasFailed, state.failure) = (run, true, error)
                }
                return nil
            }
            if let reason { return run.stop(because: reason) }
            await rest(for: Self.pauses.first)
        }
    }
}
