import KeywayCore
import KeywayLog
import KeywayRuns

/// The keys of runs: one is made when a run begins, asked for when the run comes back, and erased when the run has ended.
extension Orchestrator {
    /// Whether keys of ended runs are still being erased.
    var isErasingKeys: Bool { state.withLock { $0.erasures > 0 } }

    /// What opens the values of a run that comes back, and encrypts its later values; nil without a key store, where the store has no
    /// key of the run, and for a flow that does not take its values back.
    ///
    /// - Throws: `KeyError.unavailable`.
    func sealer(of run: RunID, following flow: RunningFlow) async throws(KeyError) -> ValueSealer? {
        guard let keys, flow.takesValuesBack else { return nil }
        do { return try await keys.key(of: run).map { ValueSealer($0) } } catch {
            throw .unavailable("\(error)")
        }
    }

    /// Erases the key of a run that has ended, and that no process goes on with.
    ///
    /// Where that fails, the key stays: it opens values that nobody needs any more. The tracer is told.
    func eraseKey(of run: RunID) {
        guard let keys else { return }
        state.withLock { $0.erasures += 1 }
        Task.detached { [self] in
            do { try await keys.eraseKey(of: run) } catch { tracer?.keyNotErased(of: run, because: error) }
            state.withLock { $0.erasures -= 1 }
        }
    }
}
