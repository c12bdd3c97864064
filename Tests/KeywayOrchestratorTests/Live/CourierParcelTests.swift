import FlowFixtures
import KeywayCore
import KeywayLog
import Testing

@testable import KeywayOrchestrator

/// The courier is the thread that carries out, for all runs, what follows from durable records.
@Suite("What the courier is handed at once")
struct CourierParcelTests {
    /// Each word that comes is a record of its own.
    private static let listening = """
        flow Listening version 1
        context { n: int 0...9 = 0 }
        command cancel
        callback word
        source sdk = "SDK" by word singleton { WORD => word }
        final done
        within 15m -> done
        on cancel -> done
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on word stay { n = 0 } }
        """

    private static func run(in log: any EventLog = MemoryLog()) async throws -> LiveRun {
        let flow = try LoadedFlow(listening)
        return try await LiveRun.begin(flow, in: log, Backend(of: flow.table, .hangs))
    }

    @Test("One item is small, because a list of items is made for each callback")
    func itemSize() {
        #expect(MemoryLayout<CourierItem>.stride <= 32)
    }

    @Test("Reports that appends of one run are durable are joined, up to 256: for these the run's lock is held at once")
    func joined() async throws {
        let run = try await Self.run()
        let one = CourierParcel(run: run, content: .durable(appends: 1, by: 7))
        var parcel = one
        var count = 1
        while count < 1_000, parcel.join(one) { count += 1 }
        #expect(count == 256)
        guard case .durable(appends: 256, by: 7) = parcel.content else {
            Issue.record("not joined: \(parcel.content)")
            return
        }
    }

    @Test("A report of a failure, one by another opening of the log, one on another run, and items are not joined")
    func notJoined() async throws {
        let (run, other) = (try await Self.run(), try await Self.run())
        var parcel = CourierParcel(run: run, content: .durable(appends: 1, by: 7))
        let others = [
            CourierParcel(run: run, content: .failed(.closed, by: 7)),
            CourierParcel(run: run, content: .durable(appends: 1, by: 8)),
            CourierParcel(run: other, content: .durable(appends: 1, by: 7)),
            CourierParcel(run: run, content: .items([])),
        ]
        for other in others {
            let isJoined = parcel.join(other)
            #expect(!isJoined, "\(other.content)")
        }
    }

    @Test("Where hundreds of callbacks become durable at once, each is shown, and the end behind them last")
    func hundreds() async throws {
        let log = FaultyLog()
        let run = try await Self.run(in: log)
        let states = run.states
        log.stall()
        for _ in 0..<600 { run.deliver(.object(["word": .text("WORD")])) }
        log.resume()
        #expect(try await run.send(named: "cancel") == .accepted)
        let shown = try await names(states, of: run.flow.table)
        #expect(shown == Array(repeating: "idle", count: 601) + ["done"])
    }
}
