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

    @Test("leave at once where no report is to come on them or before them")
    mutating func withoutReport() {
        for entry in entries { undurable.append(entry, awaitsReport: entry === entries[2]) }
        #expect(places(undurable.takeWithoutReport()) == [0, 1])
        #expect(places(undurable.takeAll()) == [2, 3, 4, 5])
    }
}
