import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@testable import KeywayOrchestrator

@Suite("What does not become durable")
struct NotDurableTests {
    /// How an append fails.
    enum Failure: Sendable {
        /// The log refuses the append at once.
        case refuses(LogError)
        /// The log takes the append, and reports later that it is, or may be, not durable.
        case tells(LogError)

        var error: LogError {
            switch self {
            case .refuses(let error), .tells(let error): error
            }
        }

        static let all: [Failure] = [
            .refuses(.storage(FaultyLog.fault)), .refuses(.overloaded), .refuses(.closed), .refuses(.fenced),
            .refuses(.unavailable(retryAfter: nil)), .tells(.inDoubt(FaultyLog.fault)),
            .tells(.storage(FaultyLog.fault)),
        ]
    }

    @Test(
        "Nothing of it is performed, accepted or shown; the run stops, and whoever waits hears the error",
        arguments: Occasion.allCases, Failure.all)
    func everyInput(_ occasion: Occasion, _ failure: Failure) async throws {
        let scene = try await OccasionScene(before: occasion)
        let states = scene.run.states
        switch failure {
        case .refuses(let error):
            scene.log.refuse(with: error)
            try scene.occur()
        case .tells(let error):
            scene.log.fail(with: error)
            try scene.occur()
            #expect(try await eventually { scene.log.waiting == 1 && scene.run.durableStateName == occasion.before })
            scene.log.resume()
        }
        // If the run went on, the loop over its states would never end.
        try #require(try await eventually { scene.run.isStopped })
        await #expect(throws: RunError.log(failure.error)) { for try await _ in states {} }
        await scene.calm()
        #expect(scene.seenStates == [occasion.before, occasion.before])
        #expect(scene.handler.performedEffects == occasion.performedWithout)
        let refused: [Result<CommandAnswer, RunError>] = [.failure(.log(failure.error))]
        #expect(scene.answers.withLock { $0 } == scene.answersBefore + (occasion == .command ? refused : []))

        let appends = scene.log.appends
        await #expect(throws: RunError.stopped) { try await scene.run.send(named: "go") }
        scene.run.deliver(OccasionScene.callback("SAID"))
        await #expect(throws: RunError.log(failure.error)) { for try await _ in scene.run.states {} }
        #expect(scene.log.appends == appends)
        #expect(try await scene.run.events(in: scene.log) == scene.eventsBefore)
    }

    @Test("Whoever waits behind records that the log failed to write hears of that, and not of the conflict it brings")
    func behindForgotten() async throws {
        let (flow, log) = (try LoadedFlow(RecoveryTests.text), FaultyLog())
        let run = try await LiveRun.begin(flow, in: log, NotingHandler(of: flow.table))
        let look = try #require(flow.table.event(named: "look"))
        let answers = Lock<[Result<CommandAnswer, RunError>]>([])
        log.stall()
        log.fail(with: .storage(FaultyLog.fault))
        run.ask(Command(look, id: "1")) { answer in answers.withLock { $0.append(answer) } }
        // A log of files that has no room for another segment does so as well: it has dropped the first record, so that the second one does
        // not follow what it has, while its report on the first is still on its way.
        log.refuse(with: .conflict(run: run.id, expected: 2, actual: 1))
        run.ask(Command(look, id: "2")) { answer in answers.withLock { $0.append(answer) } }
        log.resume()
        #expect(try await eventually { answers.withLock { $0.count } == 2 })
        #expect(answers.withLock { $0.allSatisfy { $0 == .failure(.log(.storage(FaultyLog.fault))) } })
        #expect(run.isStopped)
    }
}
