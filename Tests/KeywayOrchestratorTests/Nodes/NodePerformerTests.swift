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
    /// A performer with the orders `begin` and `stop`, for whose ends nobody waits, and between them `ask`, whose answer is waited for.
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
            var orders: [LegOrder] = []
            for name in ["start", "cancel"] {
                let command = Command(try #require(loaded.table.event(named: name)))
                let decision = try machine.decide(.command(command), at: Instant(milliseconds: 0))
                for case .perform(let order) in decision.consequences { orders.append(order) }
            }
            try #require(orders.map(\.effect.name) == ["begin", "ask", "stop"])
            self.orders = orders
            core = NodeCore(
                NodeID(1), in: MemorySharedLog(), serving: [], keys: nil, terms: NodeTerms(),
                handlerPriority: .medium, tracer: nil)
            performer = NodePerformer(of: machine.run, following: flow, named: nil, in: core) { _, _ in
                makeHandler(loaded.table)
            }
        }

        /// Adds the order, whose handler must not be called after `latestStart`, by the monotonic clock in milliseconds.
        func add(_ order: LegOrder, before latestStart: Int64 = .max) {
            performer.expect()
            performer.add(order, before: latestStart)
        }

        /// Adds the order as the only one of a decision, so that its handler is called at its turn.
        func perform(_ order: LegOrder, before latestStart: Int64 = .max) {
            add(order, before: latestStart)
            performer.begin()
        }
    }

    @Test("No handler is called before all orders of a decision are added: then none can come between them")
    func begunTogether() async throws {
        let called = Lock<[String]>([])
        let bench = try Bench { table in
            NotingHandler(of: table) { effect, _ in
                called.withLock { $0.append(effect) }
                return nil
            }
        }
        for order in bench.orders {
            bench.add(order)
            try await Task.sleep(for: .milliseconds(20))
            #expect(called.withLock { $0 }.isEmpty)
        }
        bench.performer.begin()
        #expect(try await eventually { bench.performer.isIdle })
        #expect(called.withLock { $0 } == ["begin", "ask", "stop"])
    }

    @Test("A handler whose answer nobody wants any more before its turn is not called, and one behind it is")
    func cancelledEarly() async throws {
        let (isMade, mayGoOn, performed) = (Lock(false), Lock(false), Lock<[String]>([]))
        let bench = try Bench { table in
            // No handler is called meanwhile, for the queue's actor waits here.
            isMade.withLock { $0 = true }
            while !mayGoOn.withLock({ $0 }) { usleep(1_000) }
            return NotingHandler(of: table) { effect, _ in
                performed.withLock { $0.append(effect) }
                return nil
            }
        }
        bench.perform(bench.orders[0])
        #expect(try await eventually { isMade.withLock { $0 } })
        bench.perform(bench.orders[1])
        bench.performer.cancel(bench.orders[1].key)
        bench.perform(bench.orders[2])
        mayGoOn.withLock { $0 = true }
        #expect(try await eventually { bench.performer.isIdle })
        #expect(performed.withLock { $0 } == ["begin", "stop"])
    }

    @Test("A handler whose answer nobody wants any more while it is at work is cancelled")
    func cancelledAtWork() async throws {
        let (hasBegun, isCancelled) = (Lock(false), Lock(false))
        let bench = try Bench { table in
            NotingHandler(of: table) { _, _ in
                hasBegun.withLock { $0 = true }
                do { try await hang() } catch { isCancelled.withLock { $0 = true } }
                return nil
            }
        }
        bench.perform(bench.orders[1])
        #expect(try await eventually { hasBegun.withLock { $0 } })
        bench.performer.cancel(bench.orders[1].key)
        #expect(try await eventually { isCancelled.withLock { $0 } && bench.performer.isIdle })
    }

    @Test("Whoever cancels a handler does not wait for what the handler does then")
    func slowCancelling() async throws {
        let (hasBegun, hasCancelReturned, hadCancelReturned) = (Lock(false), Lock(false), Lock<Bool?>(nil))
        let bench = try Bench { table in
            NotingHandler(of: table) { _, _ in
                await withTaskCancellationHandler {
                    hasBegun.withLock { $0 = true }
                    try? await hang()
                } onCancel: {
                    for _ in 0..<2_000 where !hasCancelReturned.withLock({ $0 }) { usleep(1_000) }
                    hadCancelReturned.withLock { $0 = hasCancelReturned.withLock { $0 } }
                }
                return nil
            }
        }
        bench.perform(bench.orders[1])
        #expect(try await eventually { hasBegun.withLock { $0 } })
        bench.performer.cancel(bench.orders[1].key)
        hasCancelReturned.withLock { $0 = true }
        #expect(try await eventually { hadCancelReturned.withLock { $0 } == true && bench.performer.isIdle })
    }

    @Test("A handler whose time passes between its turn and its call is not called")
    func tooLate() async throws {
        let called = Lock<[String]>([])
        let end = monotonicMilliseconds() + 1_000
        let bench = try Bench { table in
            // The time passes while the handler is made; an earlier handler of the run that keeps the thread would do the same.
            while monotonicMilliseconds() < end { usleep(1_000) }
            return NotingHandler(of: table) { effect, _ in
                called.withLock { $0.append(effect) }
                return nil
            }
        }
        bench.perform(bench.orders[1], before: end)
        #expect(try await eventually { bench.performer.isIdle })
        #expect(called.withLock { $0 }.isEmpty)
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
        bench.perform(bench.orders[0])
        #expect(try await eventually { hasBegun.withLock { $0 } })
        bench.performer.cancel(bench.orders[0].key)
        mayGoOn.withLock { $0 = true }
        #expect(try await eventually { bench.performer.isIdle })
        #expect(!isCancelled.withLock { $0 })
    }
}
