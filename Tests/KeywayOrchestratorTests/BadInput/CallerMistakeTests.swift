import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("A mistake of the caller")
struct CallerMistakeTests {
    private let log = MemoryLog()

    @Test("A run that was never begun is not found, has no records, gets no later record, and harms no other run")
    func unknownRun() async throws {
        let orchestrator = try await signingIn(log)
        let run = try await orchestrator.begin(OTPlessSNA.self, reference: "person 1")
        let unknown = RunID(high: 7, low: 7)
        #expect(orchestrator.run(unknown, of: OTPlessSNA.self) == nil)
        #expect(orchestrator.runs(of: OTPlessSNA.self, reference: "person 2").isEmpty)
        let logged: any EventLog = log
        #expect(try await logged.records(of: unknown).isEmpty)
        #expect(try await logged.openRuns(after: unknown, limit: 10).isEmpty)
        #expect(try await logged.runs(of: "person 1", after: unknown, limit: 10).isEmpty)
        var record = try #require(try await logged.records(of: run.id).first)
        (record.run, record.sequence) = (unknown, 3)
        await #expect(throws: LogError.conflict(run: unknown, expected: 3, actual: 0)) {
            try await log.append(Append(run: unknown, records: [record], standing: .over))
        }
        #expect(log.runs == [run.id])
        #expect(try await run.send(.cancel) == .accepted)
    }

    private static func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test("An identity of more than 256 bytes, and a reference of more than 1,024, are refused, and harm no run")
    func longNames() async throws {
        let orchestrator = try await signingIn(log)
        await #expect(throws: RunError.referenceTooLong(limit: 1024)) {
            _ = try await orchestrator.begin(OTPlessSNA.self, reference: Self.text(1025))
        }
        #expect(log.runs.isEmpty)
        let run = try await orchestrator.begin(OTPlessSNA.self, reference: Self.text(1024))
        await #expect(throws: RunError.identityTooLong(limit: 256)) { try await run.send(.cancel, id: Self.text(257)) }
        #expect(try await run.send(.cancel, id: Self.text(256)) == .accepted)
        #expect(try await eventNames(of: run.id, in: log) == ["cancel"])
    }

    /// Handlers of another flow: its effects at the positions of `begin` and `checkStatus` take no values, and these two take one each.
    private struct OtherHandlers: PowerAuthRequest.Effects {
        func readActivation() async throws -> PowerAuthRequest.ReadActivationReply { .active }
        func syncTime() async throws -> PowerAuthRequest.SyncTimeReply { .synced }
        func sign() async throws -> PowerAuthRequest.SignReply { .signed }
        func cachedToken() async throws -> PowerAuthRequest.CachedTokenReply { .cached }
        func fetchToken() async throws -> PowerAuthRequest.FetchTokenReply { throw CancellationError() }
        func send(kind: PowerAuthRequest.Kind, encrypted: Bool) async throws -> PowerAuthRequest.SendReply {
            throw CancellationError()
        }
        func complete(
            reason: PowerAuthRequest.Reason?, refusal: PowerAuthRequest.Refusal?
        ) async throws -> PowerAuthRequest.CompleteReply { .completed }
    }

    @Test("Handlers of another flow perform nothing: the app is told, the flow hears 'otherwise', and other runs go on")
    func otherHandlers() async throws {
        let (version, flow) = FlowVersion.shared(for: OTPlessSNA.self)
        let isFirst = Lock(true)
        let service = Orchestrator.Service(version, flow) { _, _ -> any EffectHandler in
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            return isFirst
                ? FlowEffectHandler(handlers: OtherHandlers()) : FlowEffectHandler(handlers: HangingSignIn())
        }
        let orchestrator = try await Orchestrator(log, serving: [service], time: TestClock()) { _, _ in Device() }
        let wrong = try await orchestrator.begin(OTPlessSNA.self)
        let right = try await orchestrator.begin(OTPlessSNA.self)
        #expect(try await wrong.send(.start(requestId: "ARID_1")) == .accepted)
        var failures: [String] = []
        for await failure in wrong.failures {
            #expect(failure.reason is Value.Mismatch)
            failures.append(failure.effect)
            if failures.count == 2 { break }
        }
        #expect(failures.sorted() == ["begin", "checkStatus"])
        #expect(try await eventually { try await eventNames(of: wrong.id, in: log) == ["start", "unreachable"] })
        #expect(try await wrong.send(.cancel) == .accepted)
        #expect(try await right.send(.start(requestId: "ARID_2")) == .accepted)
        #expect(try await eventNames(of: right.id, in: log) == ["start"])
    }

    @Test("Two services for one flow are refused before the log is read, or even opened")
    func servedTwice() async throws {
        let service = Orchestrator.Service { _, _ in HangingSignIn() }
        let error = RunError.servedTwice(flow: "OTPlessSNA")
        await #expect(throws: error) { try await Orchestrator(log, serving: [service, service]) }
        let isOpened = Lock(false)
        await #expect(throws: error) {
            try await Orchestrator(
                opening: {
                    isOpened.withLock { $0 = true }
                    return MemoryLog()
                }, serving: [service, service])
        }
        #expect(!isOpened.withLock { $0 })
        #expect(
            "\(error)" == "two services are for 'OTPlessSNA', so the handlers of one of them would never be called")
    }

    @Test("Handlers that get an order of a sub-flow that their flow does not have throw an error with its name")
    func unknownLeg() async throws {
        let order = EffectOrder(
            id: EffectOrder.ID(sequence: 1, index: 0), effect: 0, arguments: [.text("ARID_1")], attempt: 1)
        await #expect(throws: EffectOrder.UnknownLeg(name: "silent")) {
            try await HangingSignIn().perform(order, in: ["silent"])
        }
    }

    @Test("A reply that is sent as a command is refused and not on record, and the run goes on")
    func unaskedReply() async throws {
        // In an app's own types a reply cannot be sent, so this goes by position as a caller without types does.
        let orchestrator = try await signingIn(log)
        let run = try await orchestrator.begin(OTPlessSNA.self)
        #expect(try await run.send(.start(requestId: "ARID_1")) == .accepted)
        let live = try #require(orchestrator.live(run.id))
        for reply in [OTPlessSNA.Event.confirmed, .denied, .oneTap(token: nil, idToken: nil)] {
            let command = Command(reply.position, fields: reply.values)
            await #expect(throws: RunError.noSuchCommand(reply.position)) { try await live.send(command) }
            let elsewhere = Command(reply.position, fields: reply.values, to: "silent")
            await #expect(throws: RunError.noSuchLeg("silent")) { try await live.send(elsewhere) }
        }
        // The handler of `begin` may have returned meanwhile, which is on record and no event.
        #expect(try await eventNames(of: run.id, in: log) == ["start"])
        #expect(try await run.send(.cancel) == .accepted)
        #expect(try await eventNames(of: run.id, in: log) == ["start", "cancel"])
    }
}
