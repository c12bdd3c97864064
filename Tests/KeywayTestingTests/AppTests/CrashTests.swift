import KeywayCore
import KeywayOrchestrator
import KeywayTesting
import ProviderFlows
import Testing

@Suite("A crash in the test of an app")
struct CrashTests {
    private let statuses = HeldAnswers<PowerAuthActivation.FetchStatusReply>()

    /// The test of a run that asks the server about an activation which an earlier run made.
    private func refreshing() async throws -> TestRun<PowerAuthActivation> {
        let test = try await TestRun(PowerAuthActivation.self) { [statuses] in ActivationApp(statuses: statuses) }
        try await test.send(.refresh)
        try test.expectEffects([.fetchStatus])
        return test
    }

    @Test("An effect that may be repeated is performed again, by the new handlers, and only they are heard")
    func repeated() async throws {
        for _ in 0..<20 {
            let factors = HeldAnswers<PowerAuthBiometry.ReadFactorReply>()
            let test = try await TestRun(PowerAuthBiometry.self) { BiometryApp(factors: factors) }
            try await test.send(.open(wanted: true))
            try await test.runUntilIdle()
            try test.expectEffects([.fetchStatus, .readFactor])
            try await test.crash()
            try test.expectState(.reading)
            try test.expectEffects([.readFactor])
            factors.give(.factorKept(system: .available))
            try await test.runUntilIdle()
            try test.expectState(.ready)
            try await test.send(.close)
            try test.expectState(.enabled)
            try await test.finish()
        }
    }

    @Test("An effect in flight that happens once is not performed again: the flow gets its 'otherwise'")
    func once() async throws {
        for _ in 0..<20 {
            let test = try await refreshing()
            try await test.crash()
            try test.expectEffects([])
            try test.expectState(.empty)
            try await test.send(.cancel)
            try test.expectState(.cancelled)
            try await test.finish()
        }
    }

    @Test("Deadlines go on while no process has the run, classified values are gone, and the flow hears of it")
    func absence() async throws {
        let (statuses, started) = (HeldAnswers<OTPlessSNA.CheckStatusReply>(), HeldAnswers<Void>())
        let test = try await TestRun(OTPlessSNA.self) { SilentApp(statuses: statuses, started: started) }
        try await test.send(.start(requestId: "ARID_1"))
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try await test.crash(for: .seconds(20))
        try test.expectState(.idle)
        #expect(test.context.requestId == nil)
        try await test.advance(by: .seconds(9))
        try test.expectState(.idle)
        try await test.crash(for: .seconds(15 * 60))
        try test.expectState(.failed)
        try test.expectEffects([.stop])
        #expect(test.clock.now == Instant(milliseconds: 929_000))
        try await test.finish()
    }

    @Test("What a handler of a dead process waited for it never gets, also where no run would cancel it")
    func deadHandlers() async throws {
        struct Noting: OTPlessSNA.Effects {
            let started: HeldAnswers<Void>
            let heard: NotedThings

            func begin(requestId: String) async throws {
                try await started.next()
                heard.note("begin")
            }
            func stop() async throws {
                try await started.next()
                heard.note("stop")
            }
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
        }
        let (started, heard) = (HeldAnswers<Void>(), NotedThings())
        let test = try await TestRun(OTPlessSNA.self, isExhaustive: false) {
            Noting(started: started, heard: heard)
        }
        try await test.send(.start(requestId: "ARID_1"))
        try await test.crash()
        try await test.send(.start(requestId: "ARID_2"))
        started.give(())
        try await test.runUntilIdle()
        #expect(heard.things == ["begin"])
        try await test.send(.cancel)
        started.give(())
        try await test.runUntilIdle()
        #expect(heard.things == ["begin", "stop"])
        try await test.finish()
    }

    @Test("A handler that nobody waits for is cancelled with its process, and takes no word of a fake any more")
    func followingHandlers() async throws {
        struct Following: OTPlessSNA.Effects {
            let words: AsyncStream<String>
            let heard: NotedThings

            func begin(requestId: String) async throws {
                for await word in words { heard.note("\(requestId): \(word)") }
                heard.note("\(requestId) ended")
            }
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
        }
        for ending in ["crash", "finish"] {
            let heard = NotedThings()
            let (words, say) = AsyncStream.makeStream(of: String.self)
            let test = try await TestRun(OTPlessSNA.self, isExhaustive: false, patience: .milliseconds(20)) {
                Following(words: words, heard: heard)
            }
            try await test.send(.start(requestId: "ARID_1"))
            if ending == "crash" { try await test.crash() } else { try await test.finish() }
            for _ in 0..<5_000 where heard.things.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            #expect(heard.things == ["ARID_1 ended"], "\(ending)")
            say.yield("a word that comes too late")
            if ending == "crash" { try await test.finish() }
            #expect(heard.things == ["ARID_1 ended"], "\(ending)")
        }
    }

    @Test("What a test gives after a crash is not taken by a task that the dead process has left behind")
    func leftTasks() async throws {
        struct Leaving: OTPlessSNA.Effects {
            let started: HeldAnswers<Void>
            let crashed: AsyncStream<Void>
            let heard: NotedThings

            func begin(requestId: String) async throws {
                Task {
                    for await _ in crashed {}
                    do {
                        try await started.next()
                        heard.note("an answer")
                    } catch {
                        heard.note("the death")
                    }
                }
            }
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .pending }
        }
        let (started, heard) = (HeldAnswers<Void>(), NotedThings())
        let (crashed, crash) = AsyncStream.makeStream(of: Void.self)
        let test = try await TestRun(OTPlessSNA.self, isExhaustive: false) {
            Leaving(started: started, crashed: crashed, heard: heard)
        }
        try await test.send(.start(requestId: "ARID_1"))
        try await test.crash()
        started.give(())
        crash.finish()
        for _ in 0..<5_000 where heard.things.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(heard.things == ["the death"])
        if heard.things == ["the death"] { try await started.next() }
        try await test.finish()
    }

    @Test("A run that was over stays as it was, and no process has it")
    func ended() async throws {
        let test = try await TestRun(OTPlessSNA.self) { DecidedApp(status: .confirmed) }
        try await test.send(.start(requestId: "ARID_1"))
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try await test.crash()
        try test.expectState(.authenticated)
        let failure = await #expect(throws: UnmetExpectation.self) { try await test.send(.cancel) }
        #expect(failure?.found.hasPrefix("none: the run was over") == true)
        try await test.finish()
    }

    @Test("What a process shares with others, and its handlers, are made for each process")
    func devices() async throws {
        let made = NotedThings()
        let test = try await TestRun(
            OTPlessSNA.self,
            device: {
                made.note("device")
                return Device()
            },
            handlers: {
                made.note("handlers")
                return DecidedApp(status: .pending)
            })
        try await test.crash()
        // A run that came back has handlers from its first effect on.
        #expect(made.things == ["device", "handlers", "device"])
        try await test.send(.start(requestId: "ARID_1"))
        #expect(made.things == ["device", "handlers", "device", "handlers"])
        try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
        try await test.send(.cancel)
        try test.expectEffects([.stop])
        try await test.finish()
    }

    @Test("With its values the run asks again by itself, and without them it waits for the person")
    func values() async throws {
        let statuses = HeldAnswers<OTPlessSNA.CheckStatusReply>()
        for hasValues in [true, false] {
            let test: TestRun<OTPlessSNA> = try await .started(asking: statuses)
            try test.expectEffects([.begin(requestId: "ARID_1"), .checkStatus(requestId: "ARID_1")])
            try await test.crash(for: .seconds(5), withValues: hasValues)
            try test.expectState(hasValues ? .closing : .idle)
            guard hasValues else { continue }
            try await test.advance(by: .seconds(1))
            try test.expectEffects([.checkStatus(requestId: "ARID_1")])
            statuses.give(.confirmed)
            try await test.runUntilIdle()
            try test.expectState(.authenticated)
            try await test.finish()
        }
    }
}
