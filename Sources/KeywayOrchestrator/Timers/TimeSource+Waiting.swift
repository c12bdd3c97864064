import KeywayCore

extension Orchestrator.TimeSource {
    /// Returns when the instant has come, also where `sleep` returns early or throws.
    ///
    /// Then `sleep` is called again after a pause: 1 ms at first, each time twice as long, at most a second.
    func wait(until instant: Instant) async throws(CancellationError) {
        var pause = Duration.milliseconds(1)
        while now < instant {
            try? await sleep(until: instant)
            if Task.isCancelled { throw CancellationError() }
            guard now < instant else { return }
            do { try await Task.sleep(for: pause) } catch { throw CancellationError() }
            pause = min(pause * 2, .seconds(1))
        }
    }
}
