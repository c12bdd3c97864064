import Keyway
import KeywayLog

extension LiveRun {
    /// Begins a wait in the place of the one before: no run has two.
    func wait(for wakeUp: WakeUp) {
        let task = Task { await keepTime(from: wakeUp) }
        let replaced = core.withLock { $0.waiting.replace(by: task, of: wakeUp) }
        replaced?.cancel()
    }

    /// Lets what is due happen, again and again, until nothing is or another wait has taken this one's place.
    private func keepTime(from first: WakeUp) async {
        var next: WakeUp? = first
        while let wakeUp = next {
            do { try await time.wait(until: wakeUp.instant) } catch { return }
            // Where the log fails, the observers are told.
            try? drive { (driver, tell) throws(DriverError) in try driver.passTime(telling: tell) }
            next = core.withLock { core in core.waiting.next(after: wakeUp, due: core.nextDue) }
        }
    }
}
