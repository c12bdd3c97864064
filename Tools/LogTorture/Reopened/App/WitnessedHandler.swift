import KeywayCore
import KeywayOrchestrator
import KeywayRuns

/// Notes each call of a handler as it comes, where calls still have the order of their beginnings.
final class WitnessedHandler: EffectHandler {
    private let handler: any EffectHandler
    private let life: Life
    private let mistake: ReopenedMistake?

    init(_ handler: any EffectHandler, in life: Life, mistake: ReopenedMistake?) {
        (self.handler, self.life, self.mistake) = (handler, life, mistake)
    }

    nonisolated(nonsending) func perform(
        _ order: EffectOrder, of run: RunID, in leg: String?
    ) async throws -> EffectAnswer? {
        if mistake == .calledTwice, order.id.index == 1 { _ = try? await call(order, of: run, in: leg) }
        return try await call(order, of: run, in: leg)
    }

    private nonisolated(nonsending) func call(
        _ order: EffectOrder, of run: RunID, in leg: String?
    ) async throws -> EffectAnswer? {
        if let key = CallbackRoute.current?.key {
            life.witness.notePerformance(Witness.Performance(life: life.number, key: key, leg: leg, order: order))
        }
        return try await handler.perform(order, of: run, in: leg)
    }
}
