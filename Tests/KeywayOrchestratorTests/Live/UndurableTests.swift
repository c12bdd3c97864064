import KeywayCore
import KeywayLog
import Testing

@testable import KeywayOrchestrator

@Suite("Decisions that are not durable")
struct UndurableTests {
    private var undurable = Undurable()
    private let entries = (0..<6).map { _ in Undurable.Entry(outgoing: []) }

    /// The index of each of these entries in `entries`.
    private func places(_ taken: [Undurable.Entry]) -> [Int?] {
        taken.map { entry in entries.firstIndex { $0 === entry } }
    }

    @Test("leave in order, each with those behind it on which no report is to come")
    mutating func order() {
        for (entry, awaitsReport) in zip(entries, [true, false, true, true, false, true]) {
            undurable.append(entry, awaitsReport: awaitsReport)
        }
        #expect(undurable.takeWithoutReport().isEmpty)
        #expect(places(undurable.takeDurable(appends: 2)) == [0, 1, 2])
        #expect(places(undurable.takeDurable(appends: 1)) == [3, 4])
        #expect(undurable.count == 1)
        #expect(places(undurable.takeDurable(appends: 3)) == [5])
        #expect(undurable.isEmpty)
    }

    @Test("are handed to an opening of the log up to one that it has, which is taken out before the next is handed on")
    mutating func handedOver() {
        let run = RunID(high: 1, low: 1)
        for (sequence, entry) in zip(UInt64(0)..., entries) {
            let record = Record(
                run: run, sequence: sequence, time: Instant(milliseconds: 0),
                content: .closed(EffectOrder.ID(sequence: 0, index: 0), .returned))
            entry.append = Append(run: run, records: [record], standing: .over)
            undurable.append(entry, awaitsReport: true)
        }
        var steps: [String] = []
        // The opening has the first two entries already, and will report on the others.
        while undurable.hand(
            to: 7,
            { append in
                steps.append("hands \(append.records[0].sequence)")
                return append.records[0].sequence >= 2
            })
        {
            steps += places(undurable.takeWithoutReport()).map { "takes out \($0.map { "\($0)" } ?? "another")" }
        }
        #expect(
            steps == [
                "hands 0", "takes out 0", "hands 1", "takes out 1", "hands 2", "hands 3", "hands 4", "hands 5",
            ])
        #expect(undurable.count == 4)
    }

    @Test("leave at once where no report is to come on them or before them")
    mutating func withoutReport() {
        for entry in entries { undurable.append(entry, awaitsReport: entry === entries[2]) }
        #expect(places(undurable.takeWithoutReport()) == [0, 1])
        #expect(places(undurable.takeAll()) == [2, 3, 4, 5])
    }
}
