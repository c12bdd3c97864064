public import KeywayCore
public import KeywayLog
public import KeywayRuns

extension Orchestrator {
    /// Is told what the runs of an orchestrator do, for a server's metrics and traces. Without a tracer nothing is
    /// measured.
    ///
    /// Records come without secret and personal values, encrypted ones included. The calls come from threads that all
    /// runs share: a tracer must return within microseconds, and hand on what takes longer.
    public protocol Tracer: Sendable {
        /// The records of one decision are durable: what came, what it meant, and where the run stands.
        ///
        /// Those of a run come in the order of the log. The last ones of a run that is stopped may be missing.
        /// - Parameters:
        ///   - records: of one run; there is at least one.
        ///   - flow: the name of the run's flow, whichever sub-flow the records are of.
        ///   - wait: how long it took from the decision until this call: mostly the log's time.
        func recorded(_ records: [Record], of flow: String, after wait: Duration)

        /// A handler has returned or thrown, or was not called, as `EffectFailure.Refusal` says.
        ///
        /// Nothing is told of an order that was closed before its handler was called.
        /// - Parameters:
        ///   - effect: the effect's name in its flow.
        ///   - leg: the sub-flow that ordered the effect, `silent` or `outer.inner`; nil for the run itself.
        ///   - key: tells the order from all others.
        ///   - time: how long the handler was at work.
        ///   - failure: what it threw, which is the app's own and may tell a secret; or why it was not called. Nil where it returned.
        func performed(
            _ effect: String, in leg: String?, key: EffectOrder.Key, within time: Duration, failure: (any Error)?)

        /// The log takes nothing more, and is opened again; only an orchestrator that opens its log itself tells this.
        ///
        /// - Parameter error: why; a `LogError`.
        func logFailed(_ error: any Error)

        /// The log was opened again.
        func logOpenedAgain()

        /// The key of a run that has ended could not be erased, and stays in the key store.
        ///
        /// - Parameters:
        ///   - run: the run that has ended.
        ///   - error: what the key store threw.
        func keyNotErased(of run: RunID, because error: any Error)
    }
}

extension Orchestrator.Tracer {
    /// Does nothing.
    public func recorded(_ records: [Record], of flow: String, after wait: Duration) {}

    /// Does nothing.
    public func performed(
        _ effect: String, in leg: String?, key: EffectOrder.Key, within time: Duration, failure: (any Error)?
    ) {}

    /// Does nothing.
    public func logFailed(_ error: any Error) {}

    /// Does nothing.
    public func logOpenedAgain() {}

    /// Does nothing.
    public func keyNotErased(of run: RunID, because error: any Error) {}
}
