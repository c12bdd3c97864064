import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("Sources and lanes after a restart, by the places of records in the log")
struct SharedDeviceTests {
    @Test("A source is held by the run that called it last, and what the source says comes to that run")
    func sources() async throws {
        let phone = Phone(try LoadedFlow(SourceTests.text))
        let first = try await phone.start()
        var runs: [LiveRun] = []
        for _ in 0..<3 {
            let run = try await first.begin(phone.running)
            // No app has a handle of these runs, so each gives the source to the next one.
            try await run.send(named: "start")
            // Both orders are closed before the restart: an open one would be performed again, and take the source.
            #expect(
                try await eventually {
                    await phone.story(of: run) == ["start (asked)", "closed (returned)", "closed (returned)"]
                })
            runs.append(run)
        }
        let second = try await phone.start()
        try phone.device.sources.deliver(SourceTests.callback("WORD"), as: phone.running)
        var heard: [Int] = []
        for (place, run) in runs.enumerated() {
            let live = try #require(second.live(run.id))
            if await phone.story(of: live).contains("word (heard)") { heard.append(place) }
        }
        #expect(heard == [2])
        // No app has found the recovered run: it gives the source to the first run that calls it.
        let next = try await second.begin(phone.running)
        next.addHandle()
        try await next.send(named: "start")
        #expect(try await eventually { phone.performedEffects(of: next.id).contains("begin") })
    }

    /// Begins two runs, the second of which is refused the source; after a restart the first still gets the source's callback.
    private func holderHears(by text: String) async throws {
        let phone = Phone(try LoadedFlow(text))
        let first = try await phone.start()
        let holder = try await first.begin(phone.running)
        holder.addHandle()
        try await holder.send(named: "start")
        #expect(try await eventually { phone.performedEffects(of: holder.id).contains("begin") })
        let refused = try await first.begin(phone.running)
        try await refused.send(named: "start")
        #expect(try await eventually { await phone.story(of: refused).contains("closed (refused)") })
        let second = try await phone.start()
        try phone.device.sources.deliver(SourceTests.callback("WORD"), as: phone.running)
        let recovered = try #require(second.live(holder.id))
        #expect(await phone.story(of: recovered).contains("word (heard)"))
    }

    @Test("A run that was refused a source does not hold it after a restart")
    func refused() async throws { try await holderHears(by: SourceTests.text) }

    @Test("Who stands in a lane's line stands there again in the same order, and who held the lane holds it")
    func lanes() async throws {
        let phone = Phone(try LoadedFlow(PostFlow.text))
        let first = try await phone.start()
        var runs: [LiveRun] = []
        for _ in 0..<4 {
            let run = try await first.begin(phone.running)
            try await run.send(named: "send")
            await run.settled()
            runs.append(run)
        }
        #expect(runs.map(\.durableStateName) == ["working", "waiting", "waiting", "waiting"])
        for place in runs.indices {
            let process = try await phone.start()
            let live = try runs[place...].map { try #require(process.live($0.id)) }
            await live[0].settled()
            #expect(live.map(\.durableStateName) == ["working"] + live.dropFirst().map { _ in "waiting" })
            try await live[0].send(named: "done")
            // The next run gets the lane in this process, or only in the process after it.
            if place % 2 == 0 { await live[0].settled() } else { phone.close() }
        }
    }

    @Test("A run whose volatile effect was refused a source does not hold the source after a restart")
    func refusedPresentation() async throws {
        try await holderHears(by: SourceTests.text.changing("effect begin calls", to: "effect begin volatile calls"))
    }

    @Test("A run that could not call a source, because a value was gone, does not hold it after another restart")
    func goneValue() async throws {
        let text = """
            flow Lost version 1
            type Token = text(1...30) secret
            context { token: Token? }
            command start(token: Token), call, cancel
            callback word
            effect call(token: Token) once calls SDK.call
            source sdk = "Delegate" by kind singleton { WORD => word }
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> ready { keep token } on word stay }
            state ready waits for user { on call stay { do call(token) } on word stay }
            """
        let phone = Phone(try LoadedFlow(text))
        let start = try #require(phone.running.table.event(named: "start"))
        let first = try await phone.start()
        var runs: [LiveRun] = []
        for _ in 0..<2 {
            let run = try await first.begin(phone.running)
            _ = try await run.send(Command(start, fields: [.text("4711")]))
            runs.append(run)
        }
        let (holder, other) = (runs[0], runs[1])
        try await holder.send(named: "call")
        #expect(try await eventually { await phone.story(of: holder).last == "closed (returned)" })
        let recovered = try await phone.restart(finding: other.id)
        try await recovered.send(named: "call")
        #expect(try await eventually { await phone.story(of: recovered).last == "closed (valueGone)" })
        let third = try await phone.start()
        try phone.device.sources.deliver(SourceTests.callback("WORD"), as: phone.running)
        let again = try #require(third.live(holder.id))
        #expect(await phone.story(of: again).last == "word (heard)")
    }

    @Test("A run that a second orchestrator resumes, though an app has a handle of the first one's, hears its sources")
    func sourcesBesideOlderObject() async throws {
        let phone = Phone(try LoadedFlow(SourceTests.text))
        let (running, device) = (phone.running, Device())
        func orchestrator(_ log: MemoryLog) async throws -> Orchestrator {
            try await Orchestrator(
                log, openedBy: nil,
                serving: [Orchestrator.Service(phone.version, running) { _, _ in NotingHandler(of: running.table) }],
                time: TestClock(), limit: 100, recovery: .sound, device: { _, _ in device })
        }
        let log = MemoryLog()
        let first = try await orchestrator(log)
        let older = try await first.begin(running)
        older.addHandle()
        try await older.send(named: "start")
        #expect(try await eventually { !older.isPerforming })
        log.close()
        let second = try await orchestrator(log.reopened())
        let run = try #require(second.live(older.id))
        try device.sources.deliver(SourceTests.callback("WORD"), as: running)
        await run.settled()
        #expect(try await run.events(in: log).last == "word: stayed")
    }
}
