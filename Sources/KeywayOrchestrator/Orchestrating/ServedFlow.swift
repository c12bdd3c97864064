import KeywayCore
import KeywayLog

/// What an `Orchestrator.Service` gives to all runs of its flow: the flow, and who makes their handlers.
final class ServedFlow: Sendable {
    let version: FlowVersion
    let flow: RunningFlow
    let makeHandler: @Sendable (RunID, _ reference: String?) -> any EffectHandler

    init(
        _ version: FlowVersion, _ flow: RunningFlow,
        makeHandler: @escaping @Sendable (RunID, _ reference: String?) -> any EffectHandler
    ) {
        self.version = version
        self.flow = flow
        self.makeHandler = makeHandler
    }
}
