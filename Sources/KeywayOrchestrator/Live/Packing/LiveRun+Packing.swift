import KeywayCore
import KeywayLog
import KeywayRuns

/// How a live run is kept in memory: as a `LiveState` while it is awake, as bytes while it is at rest, which is called packed.
extension LiveRun {
    /// Calls the body with exclusive access to the run's state.
    ///
    /// The run is awake meanwhile, and stays awake until other runs of its shard take its place. Many runs share the
    /// lock: a body that takes the lock again, for this run or another, may wait for ever.
    func withState<Result, Failure: Error>(
        _ body: (inout LiveState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var displaced: LiveRun?
        // Releasing a run may release the app's handler, and run code of the app: it is released outside of the lock.
        defer { withExtendedLifetime(displaced) {} }
        return try shard.withLock { (runs) throws(Failure) in
            let awake = awaken()
            defer {
                if awake.state.hasLastHandlerReturned {
                    // The orchestrator holds its awake runs, and each run holds the orchestrator: nothing would end the
                    // reference cycle of a finished run among them.
                    if awake.place == nil { packIfIdle() }
                } else if awake.place == nil {
                    displaced = runs.insert(self, awake)
                    displaced?.packIfIdle()
                }
            }
            return try body(&awake.state)
        }
    }

    /// Calls the body with exclusive access to the state of a run that is awake. A packed run stays packed, and the
    /// answer is `packed`.
    func withStateIfAwake<Result>(_ body: (inout LiveState) -> Result, ifPacked packed: Result) -> Result {
        shard.withLock { _ in
            guard case .awake(let awake) = storage else { return packed }
            return body(&awake.state)
        }
    }

    /// Takes the run out of the awake runs of its shard, and packs it if it can be packed.
    func packNow() {
        let displaced = shard.withLock { runs -> LiveRun? in
            guard case .awake(let awake) = storage else { return nil }
            let removed = awake.place.flatMap { runs.remove(at: $0) }
            packIfIdle()
            return removed
        }
        withExtendedLifetime(displaced) {}
    }

    /// The run's state, which is unpacked if need be. The caller holds the shard's lock.
    private func awaken() -> AwakeRun {
        switch storage {
        case .awake(let awake): return awake
        case .packed(let bytes):
            var reader = ByteReader(bytes.unpacked)
            guard let state = try? LiveState(unpacking: &reader, of: self) else {
                preconditionFailure("the bytes of a packed run are not those of a state")
            }
            let awake = AwakeRun(state)
            storage = .awake(awake)
            return awake
        }
    }

    /// Packs the run, which is not among the awake runs any more, if it can be packed. The caller holds the lock.
    private func packIfIdle() {
        guard case .awake(let awake) = storage else { return }
        awake.place = nil
        guard awake.state.canBePacked else { return }
        var writer = ByteWriter(room: 256)
        awake.state.pack(into: &writer)
        storage = .packed(.packing(writer.bytes))
    }
}
