import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("A flow whose generated code carries no table that can be read")
struct UnreadableFlowTests {
    private let error: RunError

    init() throws {
        error = .unreadableFlow(try #require(Damaged.table.fault))
    }

    @Test("It is refused by an orchestrator before the log is read, or even opened")
    func orchestrator() async throws {
        let services = [
            Orchestrator.Service { _, _ in HangingSignIn() }, Orchestrator.Service { _, _ in NoHandlers() },
        ]
        let log = MemoryLog()
        _ = try await signingIn(log).begin(OTPlessSNA.self)
        await #expect(throws: error) { try await Orchestrator(log.reopened(), serving: services) }
        let isOpened = Lock(false)
        await #expect(throws: error) {
            try await Orchestrator(
                opening: {
                    isOpened.withLock { $0 = true }
                    return MemoryLog()
                }, serving: services)
        }
        #expect(!isOpened.withLock { $0 })
    }

    @Test("It begins no run, and no record of it is written")
    func begins() async throws {
        let log = MemoryLog()
        let orchestrator = try await Orchestrator(log, serving: [])
        await #expect(throws: error) {
            let run = try await orchestrator.begin(Damaged.self)
            Issue.record("\(run.id) has begun")
        }
        #expect(log.openRuns(after: nil, limit: 1).isEmpty)
        #expect(orchestrator.runs(of: Damaged.self, reference: "").isEmpty)
    }

    @Test("What an SDK says cannot be delivered for it: that throws the same error")
    func delivery() {
        #expect(throws: error) { try Device.Sources().deliver(.null, as: Damaged.self) }
    }

    @Test("The error names the flow and says what to do")
    func words() {
        #expect(
            "\(error)" == """
                the generated code of 'OTPlessSNA' carries no table of this version of Keyway: the stored table cannot be \
                read: its bytes are damaged, or another version of the generator made them; generate it again
                """)
    }
}

/// `OTPlessSNA` with a stored table that cannot be read.
private enum Damaged: Flow {
    typealias State = OTPlessSNA.State
    typealias Event = OTPlessSNA.Event
    typealias Command = OTPlessSNA.Command
    typealias Effect = OTPlessSNA.Effect
    typealias Context = OTPlessSNA.Context

    static let table = Table(embedded: "AQphY2Nlc3M", of: "OTPlessSNA")
    static let annotations = OTPlessSNA.annotations
}

private struct NoHandlers: FlowEffects {
    typealias Performed = Damaged

    nonisolated(nonsending) func perform(_ effect: Damaged.Effect) async throws -> Damaged.Event? { nil }
}
