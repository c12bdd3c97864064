import FlowFixtures
import Foundation
import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns
import Testing

@testable import KeywayOrchestrator

@Suite("The handlers of a run at a node", .timeLimit(.minutes(20)))
struct NodePerformerTests {
    /// A performer with the orders `begin`, for whose end nobody waits, and `ask`, whose answer the flow waits for.
    private struct Bench {
        let performer: NodePerformer
        let orders: [LegOrder]
        private let core: NodeCore

        init(makeHandler: @escaping @Sendable (Table) -> any EffectHandler) throws {
            let loaded = try LoadedFlow(PerformanceTests.text)
            let flow = RunningFlow(loaded.table)
            let version = FlowVersion(of: flow, annotations: loaded.annotations)
            var (machine, _) = RunMachine.begin(
                RunID(high: 1, low: 1), of: flow, version: version, kind: .live, salt: 1, at: Instant(milliseconds: 0))
            let start = try #require(loaded.table.event(named: "start"))
            let decision = try machine.decide(.command(Command(start)), at: Instant(milliseconds: 0))
            orders = decision.consequences.compactMap { if case .perform(let order) = $0 { order } else { nil } }
            try #require(orders.map(\.effect.name) == ["begin", "ask"])
            core = NodeCore(
                NodeID(1), in: MemorySharedLog(), serving: [], keys: nil, terms: NodeTerms(),
                handlerPriority: .medium, tracer: nil)
            performer = NodePerformer(of: machine.run, following: flow, named: nil, in: core) { _, _ in
                makeHandler(loaded.table)
            }
        }

        func launch(_ order: LegOrder) {
            performer.expect()
            performer.launch(order, before: .max)
        }
    }

    @Test("A handler whose answer nobody wants any more before its turn is cancelled when its turn comes")
    func cancelledEarly() async throws {
        let (isMade, mayGoOn, isCancelled) = (Lock(false), Lock(false), Lock(false))
        let bench = try Bench { table in
            // No handler is called meanwhile, for the queue's actor waits here.
            isMade.withLock { $0 = true }
            while !mayGoOn.withLock({ $0 }) { usleep(1_000) }
            return NotingHandler(of: table) { effect, _ in
                guard effect == "ask" else { return nil }
                do { try await hang() } catch { isCancelled.withLock { $0 = true } }
                return nil
            }
        }
        bench.launch(bench.orders[0])
        #expect(try await eventually { isMade.withLock { $0 } })
        bench.launch(bench.orders[1])
        bench.performer.cancel(bench.orders[1].key)
        mayGoOn.withLock { $0 = true }
        #expect(try await eventually { isCancelled.withLock { $0 } && bench.performer.isIdle })
    }

    @Test("A handler for whose end nobody ever waited is not cancelled, whoever ends its order")
    func unawaited() async throws {
        let (hasBegun, mayGoOn, isCancelled) = (Lock(false), Lock(false), Lock(false))
        let bench = try Bench { table in
            NotingHandler(of: table) { _, _ in
                hasBegun.withLock { $0 = true }
                while !mayGoOn.withLock({ $0 }) { await Task.yield() }
                isCancelled.withLock { $0 = Task.isCancelled }
                return nil
            }
        }
        bench.launch(bench.orders[0])
        #expect(try await eventually { hasBegun.withLock { $0 } })
        bench.performer.cancel(bench.orders[0].key)
        mayGoOn.withLock { $0 = true }
        #expect(try await eventually { bench.performer.isIdle })
        #expect(!isCancelled.withLock { $0 })
    }
}
