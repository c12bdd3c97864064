import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Orders for whose answers nobody waits")
struct UnawaitedOrderTests {
    private static func text(effect: String) -> String {
        """
        flow Farewell version 1
        command leave, twice
        callback word
        effect tell \(effect) replies told, lost otherwise lost within 60s
        source sdk = "Delegate" by kind singleton { WORD => word }
        final left
        within 20m -> left
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on leave -> left { do tell }
          on twice stay { do tell; do tell }
          on told, lost stay
          ignore word
        }
        """
    }

    private static let effects = ["", "calls SDK.tell", "volatile", "volatile calls SDK.tell"]

    /// A run whose handler answers `told` or fails, with what became of its orders.
    private struct Farewell {
        let log = FaultyLog()
        let run: LiveRun
        let handler: NotingHandler
        private let cancelled: Lock<Int>

        init(_ effect: String, failing: Bool = false) async throws {
            let (flow, cancelled) = (try LoadedFlow(UnawaitedOrderTests.text(effect: effect)), Lock(0))
            self.cancelled = cancelled
            handler = NotingHandler(of: flow.table) { _, _ in
                await Task.yield()
                if Task.isCancelled { cancelled.withLock { $0 += 1 } }
                if failing { throw PerformanceTests.Broken() }
                return "told"
            }
            run = try await LiveRun.begin(flow, in: log, handler)
        }

        /// How many handlers' tasks were cancelled.
        var cancellations: Int { cancelled.withLock { $0 } }

        /// How the run's orders ended, as records say it; asked once the run's last handler has returned.
        func endings() async throws -> [Closing] {
            await run.settled()
            return try await log.records(of: run.id).compactMap { record in
                if case .closed(_, let closing) = record.content { closing } else { nil }
            }
        }
    }

    @Test(
        "An order that is given on the way into a final is performed, and its task is not cancelled", arguments: effects
    )
    func final(_ effect: String) async throws {
        let farewell = try await Farewell(effect)
        try await farewell.run.send(named: "leave")
        for await failure in farewell.run.failures { Issue.record("\(failure)") }
        #expect(farewell.handler.performedEffects == ["tell"])
        #expect(farewell.cancellations == 0)
        #expect(try await farewell.run.events(in: farewell.log) == ["leave: taken", "told: late"])
        // A volatile effect has no record but that of its answer.
        #expect(try await farewell.endings() == (effect.hasPrefix("volatile") ? [] : [.returned]))
        #expect(farewell.log.taken.last?.standing == .over)
    }

    @Test("Where its handler throws, the failure is told and on record", arguments: ["", "calls SDK.tell"])
    func failure(_ effect: String) async throws {
        let farewell = try await Farewell(effect, failing: true)
        try await farewell.run.send(named: "leave")
        var told: [String] = []
        for await failure in farewell.run.failures where failure.reason is PerformanceTests.Broken {
            told.append(failure.effect)
        }
        #expect(told == ["tell"])
        #expect(try await farewell.run.events(in: farewell.log) == ["leave: taken"])
        #expect(try await farewell.endings() == [.failed])
    }

    @Test(
        "Where one step orders an effect twice both orders are performed, and the answer to the first is stale",
        arguments: effects)
    func twice(_ effect: String) async throws {
        let farewell = try await Farewell(effect)
        try await farewell.run.send(named: "twice")
        #expect(try await eventually { !farewell.run.isAtWork })
        #expect(farewell.handler.performedEffects == ["tell", "tell"])
        #expect(farewell.cancellations == 0)
        #expect(
            try await farewell.run.events(in: farewell.log).sorted() == [
                "told: stale", "told: stayed", "twice: stayed",
            ])
    }

    @Test("It waits for the lease of the log, and is performed then", arguments: effects)
    func lapsed(_ effect: String) async throws {
        let farewell = try await Farewell(effect)
        farewell.log.lease = .lapsed
        try await farewell.run.send(named: "leave")
        try await Task.sleep(for: .milliseconds(30))
        #expect(farewell.handler.performedEffects.isEmpty)
        farewell.log.lease = .held
        for await failure in farewell.run.failures { Issue.record("\(failure)") }
        #expect(farewell.handler.performedEffects == ["tell"])
    }
}
