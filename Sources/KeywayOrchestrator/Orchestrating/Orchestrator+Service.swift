public import KeywayCore
package import KeywayLog
import KeywayRuns

extension Orchestrator {
    /// A flow that an orchestrator runs, and who performs its effects.
    ///
    /// Handlers are made for each run, also for one that comes back after a restart, when nobody is there to hand them over:
    ///
    ///     Orchestrator.Service { run, reference in SignIn(backend) }
    public struct Service: Sendable {
        let served: ServedFlow

        /// A service for the generated flow whose handlers these are.
        ///
        /// - Parameter makeHandlers: makes the handlers of a run, from its identity and the app's own name for it. It is called once
        ///   for each run in this process, before the run's first effect. A node calls it again where another node has gone on with the run
        ///   meanwhile.
        public init<Handlers: FlowEffects>(
            _ makeHandlers: @escaping @Sendable (RunID, _ reference: String?) -> Handlers
        ) {
            let (version, flow) = FlowVersion.shared(for: Handlers.Performed.self)
            self.init(version, flow) { FlowEffectHandler(handlers: makeHandlers($0, $1)) }
        }

        /// A service for any flow, by an untyped handler.
        package init(
            _ version: FlowVersion, _ flow: RunningFlow,
            makeHandler: @escaping @Sendable (RunID, _ reference: String?) -> any EffectHandler
        ) {
            served = ServedFlow(version, flow, makeHandler: makeHandler)
        }

        /// A service for the same flow whose handlers are wrapped in others, which see each order first: for tests.
        package func performing(
            through wrap: @escaping @Sendable (any EffectHandler) -> any EffectHandler
        ) -> Orchestrator.Service {
            Orchestrator.Service(served.version, served.flow) { [served] in wrap(served.makeHandler($0, $1)) }
        }
    }
}

extension [Orchestrator.Service] {
    /// Makes sure that every flow has a table to decide by, and one service.
    ///
    /// - Throws: `RunError.unreadableFlow` and `servedTwice`.
    func checkFlows() throws(RunError) {
        if let fault = lazy.compactMap(\.served.flow.table.fault).first { throw .unreadableFlow(fault) }
        try checkOneService(for: \.flow.table.name)
    }

    /// Makes sure that no two services have the same key.
    ///
    /// - Throws: `RunError.servedTwice`.
    func checkOneService<Key: Hashable>(for key: (ServedFlow) -> Key) throws(RunError) {
        var known: Set<Key> = []
        for service in self where !known.insert(key(service.served)).inserted {
            throw .servedTwice(flow: service.served.flow.table.name)
        }
    }
}
