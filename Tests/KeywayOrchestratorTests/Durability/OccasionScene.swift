import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

/// A run to which an occasion is about to come, over a log that is stalled, and all that anybody sees of the run.
struct OccasionScene {
    private struct Broken: Error {}

    let occasion: Occasion
    let flow: LoadedFlow
    let log = FaultyLog()
    let run: LiveRun
    let handler: NotingHandler
    /// The answers to commands, in the order in which they were given.
    let answers = Lock<[Result<CommandAnswer, RunError>]>([])
    private let time = TestClock()
    private let sources = Device.Sources()
    /// Gives the handler of `ask` its answer; where it is finished without one, the handler fails.
    private let reply: AsyncStream<String>.Continuation

    init(before occasion: Occasion) async throws {
        self.occasion = occasion
        flow = try LoadedFlow(Occasion.text)
        let (replies, reply) = AsyncStream<String>.makeStream()
        self.reply = reply
        handler = NotingHandler(of: flow.table) { effect, _ in
            guard effect == "ask" else { return nil }
            for await reply in replies { return reply }
            throw Broken()
        }
        run = try await LiveRun.begin(flow, in: log, handler, time: time, sources: sources)
        if occasion == .refusedCall {
            let holder = try await LiveRun.begin(flow, NotingHandler(of: flow.table), sources: sources)
            try await holder.send(named: "dial")
            await holder.settled()
        }
        try await prepare()
        log.stall()
    }

    private func prepare() async throws {
        guard let preparation = occasion.preparation else { return }
        if occasion.followsAtOnce { log.stall() }
        try ask(preparation)
        if occasion.followsAtOnce {
            #expect(log.waiting == 1)
        } else {
            #expect(try await eventually { answers.withLock { $0.count } == 1 })
            #expect(try await eventually { handler.performedEffects == occasion.performedBefore })
        }
        // The source retains this after `dial` was decided and before the call takes the source, and so the run gets it then.
        if occasion == .retainedCallback { try sources.deliver(Self.callback("KEPT"), as: RunningFlow(flow.table)) }
    }

    /// Makes the occasion come.
    func occur() throws {
        switch occasion {
        case .command: try ask("go")
        case .callback: run.deliver(Self.callback("SAID"))
        case .reply: reply.yield("yes")
        case .failedHandler: reply.finish()
        case .timer: time.advance(by: .seconds(10))
        case .limit: time.advance(by: .seconds(60))
        case .refusedCall, .laneGrant, .retainedCallback: log.resumeOnce()
        }
    }

    func ask(_ command: String) throws {
        let position = try #require(flow.table.event(named: command))
        run.ask(Command(position)) { answer in answers.withLock { $0.append(answer) } }
    }

    static func callback(_ word: String) -> RawValue { .object(["kind": .text(word)]) }

    /// Returns when what is on its way to an observer or a handler has come there.
    func calm() async {
        await run.settled()
        for _ in 0..<200 { await Task.yield() }
    }

    /// The state that was shown and the one that observers were told last.
    var seenStates: [String] {
        let last = run.withState { $0.watchers.lastView }
        return [run.durableStateName, last.map { flow.table.states[$0.legs[0].outcome.state].name } ?? "none"]
    }

    /// The answers that are given before the occasion is durable: that to the preparation's command, if there is one.
    var answersBefore: [Result<CommandAnswer, RunError>] { occasion.preparation == nil ? [] : [.success(.accepted)] }

    /// The events on record before the occasion.
    var eventsBefore: [String] { occasion.preparation.map { ["\($0): taken"] } ?? [] }
}
