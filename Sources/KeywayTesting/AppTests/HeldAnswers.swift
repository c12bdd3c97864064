import KeywayLog

/// Answers that handlers wait for, and that a test gives when it wants to: of a backend that is slow, or an SDK that says nothing yet.
///
///     func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { try await statuses.next() }
///
/// A handler that waits so does not keep ``TestRun`` from being idle. After ``give(_:)`` a test calls ``TestRun/runUntilIdle()``.
public final class HeldAnswers<Answer: Sendable>: Sendable {
    private struct State {
        /// Answers that were given and that no handler has had, the earliest first.
        var given: [Answer] = []
        /// The waits of handlers, the longest first.
        var waiting: [Suspension<Answer>] = []
    }

    private let state = Lock(State())

    /// Holds no answers yet.
    public init() {}

    /// Gives one answer: to the handler that has waited longest, or where none waits to the next one that asks.
    ///
    /// - Parameter answer: goes to one handler only.
    public func give(_ answer: Answer) {
        while let longest = nextWaiting(orKeeping: answer) {
            // A handler whose task was cancelled waits no more.
            if longest.end(.success(answer)) { return }
        }
    }

    /// Takes out the longest of the waits; where nobody waits, keeps the answer for later and returns nil.
    private func nextWaiting(orKeeping answer: Answer) -> Suspension<Answer>? {
        state.withLock { state in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.given.append(answer)
            return nil
        }
    }

    /// The next answer that nobody has had, as soon as it is given.
    ///
    /// - Throws: `CancellationError` when the run does not wait for the answer any more, or the process has died.
    public func next() async throws -> Answer {
        let suspension = Suspension<Answer>()
        return try await suspension.value {
            state.withLock { state in
                guard let earliest = state.given.first else { return state.waiting.append(suspension) }
                // Where the wait has ended already, as its task was cancelled, the answer stays for the next handler that asks.
                if suspension.end(.success(earliest)) { state.given.removeFirst() }
            }
        }
    }
}
