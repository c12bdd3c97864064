import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows
import Testing

@Suite("A run of which no app has a handle any more")
struct DroppedRunTests {
    /// Handlers that note what they are asked, and may keep a handle of their run, as an app's own model does.
    final class Model: OTPlessSNA.Effects {
        let calls = Lock<[String]>([])
        let run = Lock<Run<OTPlessSNA>?>(nil)
        let atDeinit: @Sendable () -> Void

        init(atDeinit: @escaping @Sendable () -> Void = {}) { self.atDeinit = atDeinit }

        deinit { atDeinit() }

        func begin(requestId: String) async throws { calls.withLock { $0.append("begin") } }
        func stop() async throws { calls.withLock { $0.append("stop") } }
        func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply {
            try await hang()
            return .pending
        }
    }

    private let sources = Device.Sources()
    private let log = MemoryLog()
    private let time = TestClock()
    private let orchestrator: Orchestrator
    /// The handlers of the run that begins next.
    private let nextModel = Lock<Model?>(nil)

    init() async throws {
        orchestrator = try await Orchestrator(
            log, serving: [Orchestrator.Service { [nextModel] _, _ in nextModel.withLock { $0.take() } ?? Model() }],
            time: time,
            device: { [sources] _, _ in Device(sources: sources) })
    }

    private func run(_ model: Model) async throws -> Run<OTPlessSNA> {
        nextModel.withLock { $0 = model }
        return try await orchestrator.begin(OTPlessSNA.self)
    }

    private func events(of run: RunID) -> [String] {
        log.records(of: run).compactMap { record in
            guard case .event(let event) = record.content else { return nil }
            return OTPlessSNA.table.events[event.event].name
        }
    }

    @Test("It gives way to the first run that calls the same SDK, and still goes on to its own deadline")
    func yieldsSources() async throws {
        let models = (Model(), Model())
        var dropped: Run<OTPlessSNA>? = try await run(models.0)
        let id = try #require(dropped?.id)
        let answer = try await dropped?.send(.start(requestId: "a"))
        #expect(answer == .accepted)
        dropped = nil
        let second = try await run(models.1)
        #expect(try await second.send(.start(requestId: "b")) == .accepted)
        #expect(try await eventually { models.1.calls.withLock { $0 } == ["begin"] })
        try sources.deliver(.object(["responseType": .text("ONETAP")]), as: OTPlessSNA.self)
        #expect(try await eventually { events(of: second.id).count == 2 })
        #expect(events(of: id) == ["start"])
        #expect(events(of: second.id) == ["start", "oneTap"])
        // The deadline of the first run still fires. Its last question to the backend is then open for 10 s, and unanswered.
        time.advance(by: .seconds(30))
        #expect(try await eventually { events(of: id).last == "after patience" })
        let first = try #require(orchestrator.run(id, of: OTPlessSNA.self))
        time.advance(by: .seconds(10))
        try #require(try await eventually { events(of: id).last == "unreachable" })
        // At its end the first run would stop the SDK, which the second run holds now: the call is refused.
        var failures: [EffectFailure] = []
        for await failure in first.failures { failures.append(failure) }
        #expect(failures.map(\.effect) == ["stop"])
        #expect(failures.first?.reason as? EffectFailure.Refusal == .sourceBusy)
        #expect(models.0.calls.withLock { $0 } == ["begin"])
    }

    @Test("A run of which somebody has a handle, or reads the situations, does not give way")
    func looksOn() async throws {
        var dropped: Run<OTPlessSNA>? = try await run(Model())
        let answer = try await dropped?.send(.start(requestId: "a"))
        #expect(answer == .accepted)
        var looking: AsyncThrowingStream<Run<OTPlessSNA>.Situation, any Error>? = dropped?.situations
        dropped = nil
        let second = try await run(Model())
        #expect(try await second.send(.start(requestId: "b")) == .accepted)
        for await failure in second.failures {
            #expect(failure.reason as? EffectFailure.Refusal == .sourceBusy)
            break
        }
        #expect(looking != nil)
        looking = nil
        let third = Model()
        #expect(
            try await eventually {
                let run = try await run(third)
                let answers = [try await run.send(.start(requestId: "c")), try await run.send(.cancel)]
                return answers == [.accepted, .accepted] && third.calls.withLock { $0.contains("begin") }
            })
    }

    @Test("A handler that keeps its run is released at the run's end, and its `deinit` may deliver to the sources")
    func handlerKeepsRun() async throws {
        let ended = Lock(false)
        var model: Model? = Model { [sources] in
            try? sources.deliver(.object(["responseType": .text("SDK_READY")]), as: OTPlessSNA.self)
            ended.withLock { $0 = true }
        }
        let run = try await run(try #require(model))
        model?.run.withLock { $0 = run }
        #expect(try await run.send(.start(requestId: "a")) == .accepted)
        #expect(try await run.send(.cancel) == .accepted)
        #expect(try await eventually { model?.calls.withLock { $0 } == ["begin", "stop"] })
        model = nil
        #expect(try await eventually { ended.withLock { $0 } })
        #expect(try await eventually { events(of: run.id) == ["start", "cancel", "ready"] })
    }
}
