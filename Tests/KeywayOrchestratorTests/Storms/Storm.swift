import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting

@testable import KeywayOrchestrator

/// Some runs of one process, and several threads that act on them at once, as drawn at random from a seed.
final class Storm: Sendable {
    /// A run, and what an observer is told of it that is there from the run's beginning.
    struct Observed: Sendable {
        let run: LiveRun
        let told: Task<(states: [Int], hasFailed: Bool), Never>

        init(_ run: LiveRun) {
            self.run = run
            let states = run.states
            told = Task {
                var told: [Int] = []
                do {
                    for try await state in states { told.append(state.state) }
                    return (told, false)
                } catch {
                    return (told, true)
                }
            }
        }
    }

    private struct State {
        var runs: [Observed] = []
        var nextNumber: Int64 = 0
        /// The numbers of `WORD` callbacks that were handed to a run itself, not to the sources, when it had a leg to read them and was not
        /// stopped.
        var taken: Set<Int64> = []
    }

    let flow: LoadedFlow
    let running: RunningFlow
    let log: any EventLog
    let handler: StormHandler
    let time = TestClock()
    let sources: Device.Sources
    let lanes = Device.Lanes()
    private let state = Lock(State())

    init(_ log: any EventLog, _ sources: Device.Sources = Device.Sources()) throws {
        flow = try StormFlows.login()
        running = RunningFlow(flow.table)
        self.sources = sources
        self.log = log
        handler = StormHandler(way: flow.table.children[0].table, log: log)
    }

    var runs: [Observed] { state.withLock { $0.runs } }
    var taken: Set<Int64> { state.withLock { $0.taken } }

    /// Begins a run; nil where the log refuses it.
    @discardableResult
    func begin(_ id: RunID) async -> LiveRun? {
        let run = try? await LiveRun.begin(
            flow, in: log, handler, time: time, sources: sources, lanes: lanes, id: id)
        if let run { state.withLock { $0.runs.append(Observed(run)) } }
        return run
    }

    /// On each of several threads at once, does so many things, one after the other.
    func rage(seed: UInt64, threads: Int = 4, things: Int = 60) async {
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<threads {
                group.addTask {
                    var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
                    for _ in 0..<things { await self.act(&generator) }
                }
            }
        }
    }

    private func act(_ generator: inout SeededGenerator) async {
        let run = state.withLock { state in state.runs.isEmpty ? nil : state.runs.randomElement(using: &generator)?.run
        }
        guard let run else {
            await begin(RunID.random(using: &generator))
            return
        }
        switch Int.random(in: 0..<20, using: &generator) {
        case 0: await begin(RunID.random(using: &generator))
        case 1...5: tell(["WORD", "WORD", "READY", "BROKEN"].randomElement(using: &generator) ?? "", to: nil)
        case 6...8: tell("WORD", to: run)
        case 9, 10: time.advance(by: .milliseconds(Int.random(in: 1...15_000, using: &generator)))
        case 11: for _ in 0..<2 { _ = try? await run.send(named: "next") }
        case 12: if Bool.random(using: &generator) { _ = try? await run.send(named: "cancel") }
        case 13: run.removeHandle()
        case 14: _ = run.states
        case 15: _ = try? await run.send(named: "again", to: Bool.random(using: &generator) ? "one" : "two")
        case 16: run.deliver(.list([.null]))
        default: _ = try? await run.send(named: "start")
        }
    }

    /// Delivers a callback with a number of its own, to the run, or where none is given to the run that holds the source.
    private func tell(_ word: String, to run: LiveRun?) {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        let callback = RawValue.object(["kind": .text(word), "number": .integer(number)])
        guard let run else {
            try? sources.deliver(callback, as: running)
            return
        }
        // Before any leg has begun the root gets the callback, which it does not recognise: its record lacks the number.
        let isRead = run.withState { $0.machine.legs.count > 1 }
        run.deliver(callback)
        // A run that stops later may lose the callback with all else that was not durable.
        if isRead, !run.isStopped { state.withLock { _ = $0.taken.insert(number) } }
    }

    /// Lets the time pass until every run has ended by its own deadlines, or its log has stopped it, and all handlers have
    /// returned and are released. Returns false where some run does not come so far.
    func letTimePass() async throws -> Bool {
        try await eventually {
            time.advance(by: .seconds(60))
            return runs.allSatisfy { $0.run.isEndedOrStopped && $0.run.handler == nil }
        }
    }
}
