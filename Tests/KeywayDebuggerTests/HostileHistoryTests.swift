import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting
import TestThreads
import Testing

@testable import KeywayDebugger

@Suite("Questions about records that nobody wrote", .longComputation)
struct HostileHistoryTests {
    @Test("A command that the sub-flow does not have makes its run malformed", arguments: [-1, 99, .max])
    func unknownCommand(command: Int) throws {
        let path = try #require(ShippedFlows.transcripts.first { $0.hasPrefix("Transcripts/") })
        var records = try playedRecords(path)
        let early = CommandBeforeLeg(leg: "silent", command: command, fields: [], commandID: "")
        records[1].content = .commandBeforeLeg(early)
        #expect(throws: Replay.Failure.malformed(sequence: 1)) { try RunHistory(of: records) }
    }

    @Test("No record whatever makes a question trap", arguments: 0..<6 as Range<UInt64>)
    func noTrap(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let paths = ShippedFlows.transcripts
        var asked = 0
        for _ in 0..<40 {
            let path = paths[Int.random(in: 0..<paths.count, using: &generator)]
            let records = try playedRecords(path)
            for _ in 0..<4 {
                var changed = records
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let place = Int.random(in: 0..<changed.count, using: &generator)
                    changed[place] = hostile(changed[place], among: changed, &generator)
                }
                asked += ask(changed)
            }
        }
        #expect(asked > 30, "seed \(seed)")
    }

    /// Asks every question of the records; returns 1 where they can be read as a history, else 0.
    private func ask(_ records: [Record]) -> Int {
        _ = try? RunSummary(of: records, countingAttempts: true)
        guard let history = try? RunHistory(of: records) else { return 0 }
        _ = Explanation(of: history)
        _ = RunSnapshot(of: history)
        var statistics = Statistics()
        statistics.add(history)
        var comparison = Comparison()
        try? comparison.add(records, by: history.flow)
        var surveys = ShadowSurveys()
        surveys.add(history)
        _ = try? ShortestEdit(of: history, upTo: 2000)
        return 1
    }

    private func hostile(_ record: Record, among records: [Record], _ generator: inout SeededGenerator) -> Record {
        var record = record
        let numbers = [Int.min, -1, 0, 1, 2, 3, 7, 40, .max]
        let number = numbers.randomElement(using: &generator) ?? 0
        let order = EffectOrder.ID(sequence: UInt64.random(in: 0...9, using: &generator), index: 0)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: record.leg = [0, 1, 2, 5, .max].randomElement(using: &generator) ?? 0
        case 1:
            let times = [.min, 0, .max, record.time.milliseconds, record.time.milliseconds &+ 1]
            record.time = Instant(milliseconds: times.randomElement(using: &generator) ?? 0)
        case 2: record.content = records.randomElement(using: &generator)?.content ?? record.content
        case 3:
            let others: [Record.Content] = [
                .closed(order, .failed), .takenOver([order]),
                .appEnded(AppOutcome(.failed)),
                .commandBeforeLeg(
                    CommandBeforeLeg(
                        leg: ["silent", "truecaller", "", "nobody"].randomElement(using: &generator) ?? "",
                        command: number, fields: [], commandID: "")),
                .legBegan(
                    LegBeginning(
                        owedBy: UInt64(clamping: number), parent: UInt32(clamping: number), child: number,
                        outcome: Outcome(state: number, context: []))),
            ]
            record.content = others.randomElement(using: &generator) ?? record.content
        default:
            switch record.content {
            case .began(var beginning):
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: beginning.kind = [.live, .transcript, .shadow].randomElement(using: &generator) ?? .live
                case 1: beginning.outcome.state = number
                default: beginning.outcome.context = beginning.outcome.context.map { _ in value(&generator) }
                }
                record.content = .began(beginning)
            case .event(var event):
                switch Int.random(in: 0..<7, using: &generator) {
                case 0: event.event = number
                case 1: event.fields = event.fields.map { _ in value(&generator) }
                case 2: event.fields.append(value(&generator))
                case 3: event.outcome.state = number
                case 4: event.outcome.context = event.outcome.context.map { _ in value(&generator) }
                case 5: event.cause = .owed(by: UInt64(clamping: number))
                default:
                    event.answers = order
                    event.row = number
                    event.stamp = .stale
                }
                record.content = .event(event)
            default: break
            }
        }
        return record
    }

    private func value(_ generator: inout SeededGenerator) -> Value? {
        let values: [Value?] = [
            nil, .bool(true), .integer(.min), .integer(.max), .text(""), .enumCase(-1), .enumCase(.max), .set(.max),
            .duration(.max), .duration(.min), .duration(-1), .withheld,
        ]
        return values.randomElement(using: &generator) ?? nil
    }
}
