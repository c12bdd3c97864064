import KeywayCore
import KeywayOrchestrator

/// Notes what a handler is asked to perform, and how that ends.
final class NotedHandler: EffectHandler {
    let handler: any EffectHandler
    let process: TestProcess

    init(handler: any EffectHandler, process: TestProcess) {
        self.handler = handler
        self.process = process
    }

    // Nothing may be put around the call that makes it leave its actor, and with it its place in the order.
    nonisolated(nonsending) func perform(
        _ order: EffectOrder, of run: RunID, in leg: String?
    ) async throws -> EffectAnswer? {
        guard let place = process.begin(order, in: leg) else { throw CancellationError() }
        do {
            let answer = try await handler.perform(order, of: run, in: leg)
            process.calls.end(place, as: .returned)
            return answer
        } catch {
            process.calls.end(place, as: .failed("\(error)"))
            throw error
        }
    }
}
