import KeywayCore
import KeywayOrchestrator

extension TestProcess {
    /// How many decisions may follow from one thing that a test does.
    private static let greatestDecisions = 10_000

    /// How many times the test's task yields before silence counts, so that other tasks have had their turns.
    private static let turns = 100

    /// A handler that itself does not wait, while tasks that it made do, counts as waiting once nothing has gone on for this long by the
    /// real clock.
    private static let moment = Duration.milliseconds(50)

    /// How many silences as long as the test's patience there may be before the run comes to rest. A run with more of them waits for a
    /// handler that nobody calls.
    private static let greatestSilences = 30

    /// Returns when nothing is left to be done but what handlers wait for.
    ///
    /// - Parameters:
    ///   - patience: how long by the real clock handlers may be at work, while nothing else goes on, before they count as waiting.
    ///   - holds: whether what is due at this instant is held back, and not waited for.
    /// - Returns: false where the run does not come to rest: it is silent more than 30 times, or makes more than 10,000 decisions.
    /// - Throws: `CancellationError` when the task is cancelled before.
    func comesToRest(patience: Duration, holding holds: (Instant) -> Bool) async throws -> Bool {
        guard let start = live?.decisions else { return true }
        var silences = 0
        while let live {
            let decisions = live.decisions
            await live.carriedOut()
            // The count is read before the run is looked at, so that what goes on after the look ends the wait below.
            let count = activity.count
            // `handlers`: how many calls of handlers may still be open, as those handlers wait for something.
            func isAtRest(besides handlers: Int) -> Bool {
                live.isAtRest(after: decisions, besides: handlers, holding: holds)
            }
            if isAtRest(besides: calls.waiting(in: number)) { return true }
            if silences > Self.greatestSilences || decisions - start > Self.greatestDecisions { return false }
            if isAtRest(besides: calls.perhapsWaiting(in: number)) {
                if try await isSilent(after: count, for: min(patience, Self.moment)) { calls.noteQuiet(in: number) }
            } else if live.decisions == decisions, try await isSilent(after: count, for: patience) {
                // The handlers that are still at work in this process count as waiting from now on.
                calls.giveUp(in: number)
                silences += 1
            }
        }
        return true
    }

    /// Waits until the task of the orchestrator that sleeps until the next deadline of the process is asleep on the clock, where there is
    /// such a deadline. The task goes to sleep soon after each decision. The wait ends as well when nothing goes on for `patience` by the
    /// real clock.
    func waitForDeadlineSleeper(on clock: TestClock, patience: Duration) async throws {
        while true {
            let count = activity.count
            guard let due = live?.nextDue, !clock.keepsDeadlines(of: self, by: due) else { return }
            if try await !activity.goesOn(after: count, within: patience) { return }
        }
    }

    /// Whether nothing goes on for so long by the real clock.
    private func isSilent(after count: Int, for patience: Duration) async throws -> Bool {
        if try await activity.goesOn(after: count, within: patience) { return false }
        for _ in 0..<Self.turns where activity.count == count { await Task.yield() }
        return activity.count == count
    }
}
