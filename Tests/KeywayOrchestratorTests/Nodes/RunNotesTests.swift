import KeywayCore
import Testing

@testable import KeywayOrchestrator

@Suite("Notes about runs")
struct RunNotesTests {
    private static func run(_ number: UInt64) -> RunID { RunID(high: 0, low: number) }

    @Test("Beyond the greatest count the run noted first leaves, and a later note of a run replaces its earlier one")
    func bounded() {
        var notes = RunNotes<Int>(greatestCount: 3)
        for number in 1...3 as ClosedRange<UInt64> { notes.note(1, of: Self.run(number)) }
        notes.note(2, of: Self.run(1))
        #expect(notes.notes == [Self.run(1): 2, Self.run(2): 1, Self.run(3): 1])
        notes.note(1, of: Self.run(4))
        #expect(Set(notes.notes.keys) == Set([2, 3, 4].map(Self.run)))
    }

    @Test("A run that is removed leaves room for another, and may be noted again")
    func removed() {
        var notes = RunNotes<Int>(greatestCount: 2)
        for number in 1...2 as ClosedRange<UInt64> { notes.note(1, of: Self.run(number)) }
        notes.remove(Self.run(1))
        notes.remove(Self.run(9))
        notes.note(1, of: Self.run(3))
        #expect(Set(notes.notes.keys) == Set([2, 3].map(Self.run)))
        notes.note(1, of: Self.run(1))
        #expect(Set(notes.notes.keys) == Set([3, 1].map(Self.run)))
    }
}
