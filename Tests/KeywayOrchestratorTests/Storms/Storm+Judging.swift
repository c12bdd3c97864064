import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import Testing

@testable import KeywayOrchestrator

extension Storm {
    /// That a leg got a callback with this number, as a record says.
    private struct Hearing: Hashable {
        var run: RunID
        var leg: UInt32
        var event: String
        var number: Int64
    }

    /// Checks every promise that a run makes, whoever did what to it, and whenever its log failed.
    func judge(seed: UInt64) async throws {
        #expect(try await letTimePass(), "seed \(seed): some run hangs")
        #expect(handler.faults.isEmpty, "seed \(seed)")
        var heard: [Hearing] = []
        // Of the steps that change nothing a run records only so many, and counts the others.
        var omittedSteps: UInt64 = 0
        // A run that was stopped loses what was not durable.
        var isWhole = true
        for observed in runs {
            let records = try await log.records(of: observed.run.id)
            #expect(records.map(\.sequence) == Array(0..<UInt64(records.count)), "seed \(seed)")
            try judgeOrders(of: observed.run, records, seed: seed)
            await judgeStates(told: observed, records, seed: seed)
            heard += hearings(records)
            for case .event(let event) in records.map(\.content) { omittedSteps += event.omittedSteps }
            omittedSteps += observed.run.withState { $0.machine.omittedSteps }
            if observed.run.isStopped { isWhole = false }
        }
        #expect(Set(heard).count == heard.count, "seed \(seed): a leg was told a word twice")
        let words = heard.filter { $0.event == "word" }.map(\.number)
        #expect(Set(words).count == words.count, "seed \(seed): two legs were told the same word")
        #expect(!isWhole || taken.subtracting(words).count <= omittedSteps, "seed \(seed): a word was lost")
    }

    /// Checks that each order of `note` was begun, that no more orders were begun than given, and that the records replay.
    ///
    /// An order of another effect may be left out: another run holds its source, or the flow has closed the order.
    private func judgeOrders(of run: LiveRun, _ records: [Record], seed: UInt64) throws {
        let replay = try Replay(of: records)
        #expect(replay.disagreement == nil, "seed \(seed)")
        let begun = handler.begun(run.id)
        let ordered = replay.timeline.initialEffects + replay.timeline.entries.flatMap(\.effects)
        // These two call no source. For an answer to `ask` alone the flow waits, and so it closes only orders of `ask`.
        let (notes, questions) = (ordered.count { $0 == "note" }, ordered.count { $0 == "ask" })
        #expect(begun.count { $0 == "note" } == notes && begun.count { $0 == "ask" } <= questions, "seed \(seed)")
        #expect(begun.count <= ordered.count, "seed \(seed)")
    }

    /// Checks that the observer was told the recorded states, each once and in order, and none that was recorded after the end.
    private func judgeStates(told observed: Observed, _ records: [Record], seed: UInt64) async {
        let states = records.filter { $0.leg == 0 }.compactMap { record -> Int? in
            switch record.content {
            case .began(let beginning): beginning.outcome.state
            case .event(let event): event.outcome.state
            case .legBegan(let beginning): beginning.outcome.state
            case .closed, .resumed, .commandBeforeLeg, .appEnded, .takenOver: nil
            }
        }
        let told = await observed.told.value
        #expect(states.starts(with: told.states), "seed \(seed)")
        let late = states.dropFirst(told.states.count)
        #expect(late.allSatisfy { $0 == told.states.last && flow.table.states[$0].isFinal }, "seed \(seed)")
        let (isStopped, isOver) = observed.run.withState { ($0.failure != nil, $0.machine.isOver) }
        #expect(told.hasFailed ? isStopped : isOver, "seed \(seed)")
    }

    /// The callbacks with numbers that legs got, as these records say.
    private func hearings(_ records: [Record]) -> [Hearing] {
        let way = flow.table.children[0].table
        return records.compactMap { record in
            guard record.leg > 0, case .event(let event) = record.content,
                way.events[event.event].origin == .callback, case .integer(let number)? = event.fields.first
            else { return nil }
            return Hearing(run: record.run, leg: record.leg, event: way.events[event.event].name, number: number)
        }
    }
}
