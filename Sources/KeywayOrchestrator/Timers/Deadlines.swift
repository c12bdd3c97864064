import KeywayCore
import KeywayLog

/// The deadlines of all runs of an orchestrator: one queue, and one task that sleeps until the earliest.
final class Deadlines: Sendable {
    private struct State {
        var heap = DeadlineHeap<LiveRun>()
        /// What the task sleeps until; nil where there is no task.
        var sleepsUntil: Instant?
        var task: Task<Void, Never>?
        /// How many tasks have begun: only the last one goes on.
        var number = 0
    }

    private let time: any Orchestrator.TimeSource
    private let state = Lock(State())

    init(by time: any Orchestrator.TimeSource) {
        self.time = time
    }

    /// Sets the instant at which the run is woken, in place of an earlier one; with nil nothing wakes it.
    ///
    /// It may be called under the run's lock: nothing of an app is called before it returns.
    func set(_ instant: Instant?, for run: LiveRun) {
        state.withLock { state in
            guard state.heap.instant(of: run) != instant else { return }
            state.heap.set(instant, for: run)
            if let first = state.heap.first {
                if state.sleepsUntil.map({ first < $0 }) ?? true { sleep(until: first, in: &state) }
            } else {
                endSleep(of: &state)
            }
        }
    }

    /// Begins a task in the place of the one before.
    private func sleep(until instant: Instant, in state: inout State) {
        endSleep(of: &state)
        state.number += 1
        state.sleepsUntil = instant
        let number = state.number
        // Detached, so that the task inherits no priority and no task-local values from its caller.
        state.task = Task.detached { await self.wakeRuns(as: number) }
    }

    private func endSleep(of state: inout State) {
        guard let task = state.task else { return }
        (state.task, state.sleepsUntil) = (nil, nil)
        // Cancelling may call the app's clock, and the caller may hold the lock of a run: so another task does it.
        Task.detached { task.cancel() }
    }

    /// What the task does: sleeps until a deadline and wakes the runs that are due, until another task replaces it.
    private func wakeRuns(as number: Int) async {
        while let instant = nextInstant(of: number) {
            do { try await time.wait(until: instant) } catch { return }
            let now = time.now
            while let run = state.withLock({ $0.heap.popFirst(dueBy: now) }) {
                await run.orchestrator.waitForRoom()
                run.passTime()
            }
        }
    }

    /// Until when the task of this number sleeps next; nil where another has taken its place, or nobody waits any more.
    private func nextInstant(of number: Int) -> Instant? {
        state.withLock { state in
            guard state.number == number, state.task != nil else { return nil }
            state.sleepsUntil = state.heap.first
            if state.sleepsUntil == nil { state.task = nil }
            return state.sleepsUntil
        }
    }
}
