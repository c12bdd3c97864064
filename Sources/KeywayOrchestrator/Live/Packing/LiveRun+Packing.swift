import KeywayCore
import KeywayLog
import KeywayRuns

/// How a run is kept in memory: as a `LiveState` while it is awake, as bytes while it is packed.
extension LiveRun {
    /// Runs the body alone with the run's state.
    ///
    /// The run is awake meanwhile, and stays awake until other runs of its shard take its place. Many runs share the
    /// lock: a body that takes it again, for this run or another, may wait for ever.
    func withState<Result, Failure: Error>(
        _ body: (inout LiveState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var displaced: LiveRun?
        // Releasing a run may release the app's handler, and run code of the app: so that is done outside of the lock.
        defer { withExtendedLifetime(displaced) {} }
        return try shard.withLock { (runs) throws(Failure) in
            let awake = awaken()
            defer {
                if awake.state.hasLastHandlerReturned {
                    // A finished run does not go among the orchestrator's awake runs: the two would keep each other.
                    if awake.place == nil { packIfIdle() }
                } else if awake.place == nil {
                    displaced = runs.insert(self, awake)
                    displaced?.packIfIdle()
                }
            }
            return try body(&awake.state)
        }
    }

    /// Runs the body alone with the run's state, and leaves a packed run as it is; `packed` is the answer for it.
    func withStateIfAwake<Result>(_ body: (inout LiveState) -> Result, ifPacked packed: Result) -> Result {
        shard.withLock { _ in
            guard case .awake(let awake) = storage else { return packed }
            return body(&awake.state)
        }
    }

    /// Packs the run now where nothing is at work for it, and keeps it awake no longer.
    func packNow() {
        let displaced = shard.withLock { runs -> LiveRun? in
            guard case .awake(let awake) = storage else { return nil }
            let removed = awake.place.flatMap { runs.remove(at: $0) }
            packIfIdle()
            return removed
        }
        withExtendedLifetime(displaced) {}
    }

    /// The run's state, unpacked if need be. Under the shard's lock.
    private func awaken() -> AwakeRun {
        switch storage {
        case .awake(let awake): return awake
        case .packed(let bytes):
            var reader = ByteReader(bytes.unpacked)
            guard let state = try? LiveState(unpacking: &reader, of: self) else {
                preconditionFailure("a run reads what it has packed")
            }
            let awake = AwakeRun(state)
            storage = .awake(awake)
            return awake
        }
    }

    /// Packs the run if nothing is at work for it. Under the shard's lock.
    private func packIfIdle() {
        guard case .awake(let awake) = storage else { return }
        awake.place = nil
        guard awake.state.canBePacked else { return }
        var writer = ByteWriter(room: 256)
        awake.state.pack(into: &writer)
        storage = .packed(.packing(writer.bytes))
    }
}
