import KeywayLog

/// The reports that a log has promised, which are made in the order of its appends, each some time after it is known what to say.
///
/// Each is made by a task of this object's own, under no lock, and never from within `append`.
final class PromisedReports: Sendable {
    typealias Report = @Sendable (LogError?) -> Void

    private struct Promise {
        let number: Int
        let report: Report
        /// How long the report waits once its turn has come.
        let delay: Duration
        /// What is to be reported; nil while it is not known.
        var outcome: LogError??
    }

    private struct State {
        var promises: [Promise] = []
        var promised = 0
        var isReporting = false
    }

    private let state = Lock(State())

    var areMade: Bool { state.withLock { $0.promises.isEmpty && !$0.isReporting } }

    /// Promises a report behind all others; returns its number.
    func promise(after delay: Duration, _ report: @escaping Report) -> Int {
        state.withLock { state in
            state.promised += 1
            state.promises.append(Promise(number: state.promised, report: report, delay: delay))
            return state.promised
        }
    }

    /// Takes a promise back: the append was refused, or is durable at once.
    func takeBack(_ number: Int) {
        state.withLock { $0.promises.removeAll { $0.number == number } }
        reportKnown()
    }

    /// Takes the promise back if no earlier one is left; returns whether it did.
    func takeBackIfFirst(_ number: Int) -> Bool {
        let isFirst = state.withLock { state in
            guard state.promises.first?.number == number, !state.isReporting else { return false }
            state.promises.removeFirst()
            return true
        }
        if isFirst { reportKnown() }
        return isFirst
    }

    /// What is to be reported is known.
    func add(_ number: Int, with outcome: LogError?) {
        state.withLock { state in
            guard let place = state.promises.firstIndex(where: { $0.number == number }) else { return }
            state.promises[place].outcome = .some(outcome)
        }
        reportKnown()
    }

    /// Makes the reports whose turn has come, in a task.
    private func reportKnown() {
        let isIdle = state.withLock { state in
            if state.isReporting || state.promises.first?.outcome == nil { return false }
            state.isReporting = true
            return true
        }
        if isIdle { Task.detached { await self.report() } }
    }

    private func report() async {
        while let (promise, outcome) = next() {
            if promise.delay > .zero { try? await Task.sleep(for: promise.delay) }
            promise.report(outcome)
        }
    }

    private func next() -> (Promise, LogError?)? {
        state.withLock { state in
            guard let first = state.promises.first, let outcome = first.outcome else {
                state.isReporting = false
                return nil
            }
            state.promises.removeFirst()
            return (first, outcome)
        }
    }
}
