import KeywayCore
import KeywayLog

/// What an `Orchestrator.Service` gives to all runs of its flow: the flow, and who makes their handlers.
final class ServedFlow: Sendable {
    typealias MakeHandler = @Sendable (RunID, _ reference: String?) -> any EffectHandler

    let version: FlowVersion
    let flow: RunningFlow
    let makeHandler: MakeHandler

    init(
        _ version: FlowVersion, _ flow: RunningFlow,
        makeHandler: @escaping MakeHandler
    ) {
        self.version = version
        self.flow = flow
        self.makeHandler = makeHandler
    }
}
