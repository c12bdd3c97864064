import KeywayCore
import KeywayOrchestrator

/// Hands each order on to a handler of the app, and notes the call and its end for the test's expectations.
final class NotedHandler: EffectHandler {
    let handler: any EffectHandler
    let process: TestProcess

    init(handler: any EffectHandler, process: TestProcess) {
        self.handler = handler
        self.process = process
    }

    // The call stays on the caller's actor: on the way to another one a later order could overtake it.
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
