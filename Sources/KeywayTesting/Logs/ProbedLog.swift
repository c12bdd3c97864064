import KeywayCore
import KeywayLog

/// A log under test that is asked something else while it reports, as by an app that holds one lock around both.
///
/// A live run calls the log while it holds a lock that many runs share, and a report of the log may wait for that lock. So each report here
/// waits until another thread has asked the log what a live run asks it under its lock. A log that reports under a lock of its own, which
/// that other thread needs as well, never gives the answer.
final class ProbedLog: Sendable {
    private struct State {
        /// How many appends were taken that are not reported.
        var pending = 0
        /// How many reports came; it numbers the questions that they ask.
        var probes: UInt64 = 0
        /// What is to be said of the first report during which the log did not answer everything in time; nil while there is none.
        var fault: String?
    }

    let log: any EventLog
    private let patience: Duration
    private let state = Lock(State())

    init(_ log: any EventLog, patience: Duration) {
        self.log = log
        self.patience = patience
    }

    /// Appends records of the run without waiting for the report. Where the log cannot take them now, it gets them again a moment later.
    ///
    /// It does not matter whether the log refuses them as a conflict or as invalid, at once or in the report.
    func take(_ sequences: Range<UInt64>, of run: SampleRun) async throws {
        var pauses = Pauses(patience)
        while true {
            // The report may come before the receipt.
            state.withLock { $0.pending += 1 }
            do throws(LogError) {
                let receipt = try log.append(run.append(sequences)) { [self] _ in
                    probe(run)
                    state.withLock { $0.pending -= 1 }
                }
                if receipt == .durable { state.withLock { $0.pending -= 1 } }
                return
            } catch {
                state.withLock { $0.pending -= 1 }
                switch error {
                case .conflict, .invalid: return
                case .overloaded, .unavailable: break
                default: throw error
                }
            }
            try await pauses.pass("an append was refused as one that the log cannot take now, for \(patience)")
        }
    }

    /// Waits until the log has reported on all that `take` gave it, and checks that it has answered meanwhile.
    func settle() async throws {
        var pauses = Pauses(patience)
        while true {
            let (pending, fault) = state.withLock { ($0.pending, $0.fault) }
            if let fault { throw Broken(explanation: fault) }
            if pending <= 0 { return }
            try await pauses.pass("of \(pending) appends nothing was told for \(patience)")
        }
    }

    /// Asks the log from another thread, and waits for its answers; does nothing once an answer has failed to come in time.
    private func probe(_ run: SampleRun) {
        let number = state.withLock { state -> UInt64? in
            state.probes += 1
            return state.fault == nil ? state.probes : nil
        }
        guard let number else { return }
        let isAnswered = Monitor(false)
        let isBegun = beginThread { [log] in
            _ = (log.salt, log.isOverloaded)
            // Of another run and of this one; whether the log takes them does not matter.
            _ = try? log.append(SampleRun.drawn(1_000 + number).append(0..<1)) { _ in }
            _ = try? log.append(run.append(9..<10)) { _ in }
            isAnswered.withLock { $0 = true }
            isAnswered.wake()
        }
        let end = monotonicMilliseconds() + Int64(patience / .milliseconds(1))
        let isInTime = isAnswered.wait { isAnswered -> Monitor<Bool>.Poll<Bool> in
            let left = end - monotonicMilliseconds()
            // Where the system gives no thread, nothing was asked.
            return isAnswered || !isBegun ? .found(true) : left > 0 ? .waitingFor(milliseconds: left) : .found(false)
        }
        if !isInTime {
            state.withLock {
                $0.fault =
                    "while an append of run \(run.run) was told, another thread got no answer from the log for \(patience)"
            }
        }
    }
}
