import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns

/// A handler that answers, throws, hangs or answers too late, as the numbers of the order and its run say, and notes each broken promise in
/// `faults`.
final class StormHandler: EffectHandler {
    struct Broken: Error {}

    private struct State {
        var begun: [RunID: [EffectOrder]] = [:]
        var faults: [String] = []
    }

    private let way: Table
    private let log: any EventLog
    private let state = Lock(State())

    init(way: Table, log: any EventLog) {
        self.way = way
        self.log = log
    }

    var faults: [String] { state.withLock { $0.faults } }

    /// The effects of a run in the order in which their handlers were called.
    func begun(_ run: RunID) -> [String] {
        state.withLock { $0.begun[run, default: []].map { way.effects[$0.effect].name } }
    }

    nonisolated(nonsending) func perform(
        _ order: EffectOrder, of run: RunID, in leg: String?
    ) async throws -> EffectAnswer? {
        // Up to here, where the handler first waits, calls come in the order of the orders.
        state.withLock { state in
            let before = state.begun[run, default: []]
            if before.contains(where: { $0.id == order.id }) { state.faults.append("\(order.id) began twice") }
            if let latest = before.last?.id, (order.id.sequence, order.id.index) < (latest.sequence, latest.index) {
                state.faults.append("\(order.id) began after \(latest)")
            }
            state.begun[run, default: []].append(order)
        }
        if (try? await log.records(of: run))?.last.map({ $0.sequence < order.id.sequence }) ?? true {
            state.withLock { $0.faults.append("\(order.id) is not durable") }
        }
        let (route, replies) = (CallbackRoute.current, way.effects[order.effect].replies)
        switch (order.id.sequence &+ UInt64(order.id.index) &+ run.low) % 6 {
        case 0: throw Broken()
        // The performance of an order without replies is never cancelled, and so must not hang.
        case 1 where replies != nil: try await hang()
        case 2 where replies != nil:
            // The handler ignores that it is cancelled, and answers when nobody waits for the answer any more.
            try? await hang()
        case 3:
            // The SDK speaks before the call has returned.
            route?.deliver(.object(["kind": .text("UNHEARD OF")]))
        case 4: await Task.yield()
        default: break
        }
        guard let replies else { return nil }
        let isYes = (run.high &+ order.id.sequence).isMultiple(of: 5)
        return EffectAnswer(reply: replies.events[isYes ? 0 : 1])
    }
}
