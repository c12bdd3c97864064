import KeywayCore
import KeywayLog
import KeywayRuns

extension LiveRun {
    /// Begins a wait for what is due next, if nothing waits for it yet.
    func setAlarm() {
        let (wakeUp, ended) = state.withLock { state -> (WakeUp?, Task<Void, Never>?) in
            guard let due = state.nextDue else { return (nil, state.waiting.end()) }
            return (state.waiting.wakeUp(by: due), nil)
        }
        ended?.cancel()
        if let wakeUp { wait(for: wakeUp) }
    }

    /// Begins a wait in the place of the one before: no run has two.
    private func wait(for wakeUp: WakeUp) {
        // A wait belongs to the run, and inherits nothing from whoever happened to call.
        let task = Task.detached { await self.keepTime(from: wakeUp) }
        let replaced = state.withLock { $0.waiting.replace(by: task, of: wakeUp) }
        replaced?.cancel()
    }

    /// Lets what is due happen, again and again, until nothing is or another wait has taken this one's place.
    private func keepTime(from first: WakeUp) async {
        var next: WakeUp? = first
        while let wakeUp = next {
            do { try await time.wait(until: wakeUp.instant) } catch { return }
            // Where the run is stopped, its observers were told.
            try? receive(.limits)
            next = state.withLock { state in state.waiting.next(after: wakeUp, due: state.nextDue) }
        }
    }
}
