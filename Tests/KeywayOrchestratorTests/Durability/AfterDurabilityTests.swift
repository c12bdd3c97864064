import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayOrchestrator

@Suite("After the records are durable, and not before")
struct AfterDurabilityTests {
    @Test(
        "Whatever comes, effects, answers and states wait until its records are durable", arguments: Occasion.allCases)
    func everyInput(_ occasion: Occasion) async throws {
        let scene = try await OccasionScene(before: occasion)
        try scene.occur()
        #expect(try await eventually { scene.log.waiting == 1 && scene.run.durableStateName == occasion.before })
        await scene.calm()
        #expect(scene.seenStates == [occasion.before, occasion.before])
        #expect(scene.handler.performedEffects == occasion.performedBefore)
        #expect(scene.answers.withLock { $0 } == scene.answersBefore)
        #expect(try await scene.run.events(in: scene.log) == scene.eventsBefore)
        scene.log.resume()
        #expect(try await eventually { scene.handler.performedEffects == occasion.performedAfter })
        // A handler may begin before observers and callers were told.
        await scene.calm()
        #expect(scene.seenStates == ["reached", "reached"])
        let isAnswered = occasion == .command
        #expect(scene.answers.withLock { $0 } == scene.answersBefore + (isAnswered ? [.success(.accepted)] : []))
    }

    @Test("A run's first effects wait for its first append, which also has the callback that its source retained")
    func beginning() async throws {
        let flow = try LoadedFlow(
            """
            flow Greeting version 1
            callback kept
            effect greet
            effect note
            source sdk = "SDK" by kind singleton { retained KEPT => kept }
            final done
            within 20m -> done
            ignore unrecognised
            late other
            enter { do greet }
            state first waits for user { on kept -> done { do note } }
            """)
        let (log, sources, handler) = (FaultyLog(), Device.Sources(), NotingHandler(of: flow.table))
        try sources.deliver(OccasionScene.callback("KEPT"), as: RunningFlow(flow.table))
        let other = try await OccasionScene(before: .command)
        log.stall()
        let hasBegun = Lock(false)
        let beginning = Task {
            let run = try await LiveRun.begin(flow, in: log, handler, sources: sources)
            hasBegun.withLock { $0 = true }
            return run
        }
        #expect(try await eventually { log.waiting == 1 })
        // One thread carries out what follows from the records of all runs, so this waits for the new run as well.
        await other.calm()
        #expect(handler.performedEffects.isEmpty)
        #expect(!hasBegun.withLock { $0 })
        log.resume()
        let run = try await beginning.value
        #expect(try await eventually { handler.performedEffects == ["greet", "note"] })
        #expect(run.durableStateName == "done")
        #expect(log.taken.first?.records.count == 2)
    }

    @Test("Each acknowledgement lets happen what follows from its own records, and nothing of the next ones")
    func oneByOne() async throws {
        let flow = try LoadedFlow(PerformanceTests.text)
        let (log, handler) = (FaultyLog(), NotingHandler(of: flow.table))
        let run = try await LiveRun.begin(flow, in: log, handler)
        log.stall()
        let answered = Lock<[String]>([])
        for name in ["start", "cancel"] {
            let command = Command(try #require(flow.table.event(named: name)))
            run.ask(command) { _ in answered.withLock { $0.append(name) } }
        }
        #expect(log.waiting == 2)
        log.resumeOnce()
        #expect(try await eventually { handler.performedEffects == ["begin"] })
        await run.settled()
        #expect(answered.withLock { $0 } == ["start"])
        #expect(run.durableStateName == "asking")
        log.resumeOnce()
        // The flow has closed the order of `ask` before its handler's turn.
        #expect(try await eventually { handler.performedEffects == ["begin", "stop"] })
        #expect(answered.withLock { $0 } == ["start", "cancel"])
        #expect(run.durableStateName == "failed")
        log.resume()
    }

    @Test("An answer that needs no record waits until the record before it, of a handler's end, is durable")
    func behindAHandlersEnd() async throws {
        let flow = try LoadedFlow(
            """
            flow Noting version 1
            command begin
            effect note
            final done
            within 20m -> done
            ignore unrecognised
            state first waits for user { on begin stay { do note } }
            """)
        let (returns, letReturn) = AsyncStream<Void>.makeStream()
        let log = FaultyLog()
        let handler = NotingHandler(of: flow.table) { _, _ in
            for await _ in returns { break }
            return nil
        }
        let run = try await LiveRun.begin(flow, in: log, handler)
        let command = Command(try #require(flow.table.event(named: "begin")), id: "a")
        #expect(try await run.send(command) == .accepted)
        log.stall()
        letReturn.yield()
        #expect(try await eventually { log.waiting == 1 })
        let answers = Lock<[Result<CommandAnswer, RunError>]>([])
        run.ask(command) { answer in answers.withLock { $0.append(answer) } }
        #expect(log.waiting == 1)
        await run.settled()
        #expect(answers.withLock { $0 } == [])
        log.resume()
        #expect(try await eventually { answers.withLock { $0 } == [.success(.accepted)] })
    }
}
