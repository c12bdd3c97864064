import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns

/// The end of a process.
extension TestRun {
    /// The process dies, and another goes on with the run: new handlers, a new device, the same log and clock.
    ///
    /// What the old process had not decided is lost. Its handlers are cancelled, their answers count no more, and their
    /// waits end with `CancellationError`; then the run comes to rest in the new process. A run that was over stays as
    /// it was, and no process has it.
    /// - Parameters:
    ///   - absence: how long no process has the run, in whole milliseconds of the clock; what is due meanwhile is decided by the new
    ///     one, in order.
    ///   - hasValues: whether the app has the run's key. Then a run whose flow asks so has its personal and secret values
    ///     again, and the guard `restored when withValues` holds; any other flow never has them again. One value that came
    ///     while the run had no key cannot be had again, and as long as the run holds it, the run gets none of its values
    ///     back.
    /// - Throws: `RunError`, and ``UnmetExpectation`` where the run cannot be gone on with, or does not come to rest.
    public func crash(for absence: Duration = .zero, withValues hasValues: Bool = false) async throws {
        calls.nextMove()
        keys.setHasKeys(hasValues)
        let log = leave()
        let process = TestProcess(present.withLock { $0.process }.number + 1, calls)
        clock.advance(by: absence)
        let orchestrator = try await open(log, process)
        process.hold(orchestrator)
        present.withLock { present in
            present = Present(
                process: process, run: process.live.map(Run.init), log: log,
                stateAtProcessEnd: present.stateAtProcessEnd)
        }
        if let unresumed = orchestrator.unresumed.first {
            throw unmet("the run to go on after the crash", found: "\(unresumed)")
        }
        try await runUntilIdle()
    }

    /// Ends the process; from now on it writes nothing.
    ///
    /// - Returns: the log as another process opens it.
    @discardableResult
    func leave() -> MemoryLog {
        let (process, log) = present.withLock { present in
            let log = present.log.reopened()
            if let shown = present.process.live?.durableState { present.stateAtProcessEnd = shown }
            (present.log, present.run) = (log, nil)
            return (present.process, log)
        }
        process.die()
        return log
    }
}
