import Testing

@testable import FlowProviders

/// A timetable finds instants for the moments of an explored run, of which only bounds on their distances are known.
@Suite("Timetables")
struct TimetableTests {
    @Test("Moments without a demand follow each other at a readable distance")
    func plain() {
        var timetable = Timetable()
        for expected in 1...3 { #expect(timetable.addMoment() == expected) }
        #expect(timetable.instants == [0, 100, 200, 300])
    }

    @Test("A timer that must fire makes no moment earlier, and what must not fire before it is begun late enough")
    func deadlines() {
        // A deadline of 30 s is set at moment 0. A poll of 1.5 s is set at moment 1 and must not fire before the deadline does.
        var timetable = Timetable()
        let poll = timetable.addMoment()
        let deadline = timetable.addMoment()
        timetable.require(deadline, at: 30_000, after: 0)
        timetable.require(deadline, before: 1_500, after: poll)
        #expect(timetable.instants == [0, 28_501, 30_000])
    }

    @Test("Where there is little room, moments come closer together")
    func narrow() {
        var timetable = Timetable()
        for _ in 1...20 { _ = timetable.addMoment() }
        timetable.require(20, before: 300, after: 0)
        #expect(timetable.instants == (0...20).map { $0 * 10 })
        timetable.require(20, before: 30, after: 0)
        #expect(timetable.instants == (0...20).map { $0 })
        timetable.require(20, before: 20, after: 0)
        #expect(timetable.instants == nil)
    }

    @Test("Where no times satisfy every bound, the order of moments and the lower bounds still hold")
    func impossible() {
        var timetable = Timetable()
        let first = timetable.addMoment()
        let second = timetable.addMoment()
        timetable.require(first, at: 5_000, after: 0)
        timetable.require(second, at: 1_000, after: 0)
        #expect(timetable.instants == nil)
        #expect(timetable.instantsInOrder == [0, 5_000, 5_100])
        timetable.require(second, at: .max, after: first)
        #expect(timetable.instants == nil)
        #expect(timetable.instantsInOrder.count == 3)
    }
}
