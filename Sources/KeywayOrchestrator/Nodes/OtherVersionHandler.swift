import KeywayCore
import KeywayNodes

/// Performs the orders of one version of a flow by the handler of another version.
final class OtherVersionHandler: EffectHandler {
    private let handler: any EffectHandler
    private let match: EffectMatch

    /// - Parameters:
    ///   - handler: of the other version.
    ///   - match: which positions the effects and replies of the version that the run follows have in that other version.
    init(_ handler: any EffectHandler, matching match: EffectMatch) {
        self.handler = handler
        self.match = match
    }

    nonisolated(nonsending) func perform(
        _ order: EffectOrder, of run: RunID, in leg: String?
    ) async throws -> EffectAnswer? {
        let answer = try await handler.perform(match.order(order, of: leg), of: run, in: leg)
        return answer.map { answer in
            // A reply that no effect of the run's version has becomes event -1, which no flow has: so the run refuses it.
            EffectAnswer(reply: match.reply(answer.reply, of: leg) ?? -1, fields: answer.fields)
        }
    }
}
