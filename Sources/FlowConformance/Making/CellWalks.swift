import FlowGenerator
package import FlowMachine
package import KeywayCore
import KeywayLog
import KeywaySuites

/// Walks that come to every cell of a flow, and to every way in which a cell decides.
///
/// They are a part of a corpus: the folder of test cases that `keyway conformance` writes for flows in other languages. A walk
/// is a run that begins and gets events one after the other. Nothing in it is random: the next event is the one that came
/// least often in the state. Each time that an event comes to a state again it brings the next combination of the values that
/// the cell's guards tell apart. For a cell or a way of deciding that no such walk reaches there is a walk of one event, which
/// starts from a run that is invented for the cell; the situation of this run stands in the walk's first line.
package struct CellWalks {
    /// The lines of all walks, in the order of the walks.
    package private(set) var lines: [CorpusLine] = []
    /// How many walks there are, those of one event included.
    package private(set) var count = 0
    /// How many cells the flow has, finals included and those of `stale` events left out; some walk comes to each.
    package var cells: Int { machine.states.count * events.count }

    private let machine: Machine
    /// Writes what a line says of a run, as JSON.
    private let words: CorpusJSON
    private let interpreter: Interpreter
    /// The integers that the flow's guards name, near which a guard changes its answer.
    private let constants: Set<Int64>
    /// The positions of all events but the `stale` ones: a stale event comes as its ordinary event with the `Stamp` `stale`, which says
    /// that a callback belongs to an attempt that is over, or a reply to an order that is closed.
    private let events: [Int]
    /// How often each cell's event has come in the cell's state.
    private var visits: [Cell: Int] = [:]
    /// What can come to each cell, computed when a walk first comes to the cell.
    private var arrivals: [Cell: ArrivalList] = [:]
    /// The ways of deciding that occur in the lines of some walk.
    private var shown: Set<WayOfDeciding> = []

    private struct Cell: Hashable {
        var state: Int
        var event: Int
    }

    /// One way in which a cell decides. Steps of a cell that are equal in all of this count as one, so one of them in some walk is
    /// enough.
    private struct WayOfDeciding: Hashable {
        var cell: Cell
        /// The row that decided; nil where none did.
        var row: Int?
        var disposition: Disposition
        var stamp: Stamp
        /// The state after the step.
        var state: Int
        /// The positions of the ordered effects.
        var effects: [Int]
    }

    /// Makes the walks of a flow in which the rules of `keyway check` find no error.
    ///
    /// - Parameters:
    ///   - machine: the flow as its spec says it; the interpreter decides by it.
    ///   - table: the same flow as it runs; its names and positions stand in the lines.
    ///   - tell: is told now and then to how many cells some walk comes so far, of how many.
    package init(
        of machine: Machine, _ table: Table, telling tell: (_ reached: Int, _ total: Int) -> Void = { _, _ in }
    ) {
        self.machine = machine
        words = CorpusJSON(for: table)
        interpreter = Interpreter(machine)
        constants = machine.constants
        events = machine.events.indices.filter {
            if case .stale = machine.events[$0].signature.origin { false } else { true }
        }
        while walk() { tell(visits.count, cells) }
        for state in machine.states.indices {
            for event in events { visit(Cell(state: state, event: event)) }
            tell(visits.count, cells)
        }
    }

    // MARK: - From the beginning

    /// How many steps without a new cell a walk takes before it stops.
    private static let patience = 48

    /// Makes one walk from the beginning of a run; false, and no lines, where it came to no new cell.
    private mutating func walk() -> Bool {
        let known = visits.count
        // The sequence of the step that came to a new cell last.
        var newest: UInt64 = 0
        count += 1
        let begun = interpreter.beginning(at: Instant(milliseconds: 0), sequence: 0)
        var run = begun.run
        var walked = [CorpusLine(words, .init(walk: count, sequence: 0, at: 0), beginning: begun)]
        var ways: [WayOfDeciding] = []
        var now = Instant(milliseconds: 0)
        var sequence: UInt64 = 1
        while sequence <= newest + UInt64(Self.patience), let event = next(in: run) {
            let visited = visits.count
            now = time(of: event, in: run, after: now)
            let (line, way) = step(&run, event, .init(walk: count, sequence: sequence, at: now.milliseconds))
            walked.append(line)
            ways.append(way)
            if visits.count > visited { newest = sequence }
            sequence += 1
        }
        guard visits.count > known else {
            count -= 1
            return false
        }
        // The lines behind the last new cell are left out, and with them the ways that only these show.
        lines += walked.prefix(Int(newest) + 1)
        shown.formUnion(ways.prefix(Int(newest)))
        return true
    }

    /// The event that came least often in the run's state; nil in a final in which every event has come.
    private mutating func next(in run: RunState) -> Event? {
        let cells = events.map { Cell(state: run.state, event: $0) }
        guard let cell = cells.min(by: { visits[$0, default: 0] < visits[$1, default: 0] }) else { return nil }
        let visit = visits[cell, default: 0]
        if machine.states[run.state].isFinal, visit > 0 { return nil }
        let all = arrivals(at: cell)
        // Never empty: only a field of an enum without cases would have no value to come with, and the language has no such enum.
        guard !all.isEmpty else { return Event(cell.event) }
        var event = all[visit % all.count].event
        // Arrivals are made for `BusyRun`, an invented run with every effect open, and their replies answer orders of it. Here the
        // reply answers the order of the same effect in this run; nil where the effect is not open.
        let effect = machine.effects.indices.first { BusyRun.order(of: $0) == event.answers }
        event.answers = run.openEffects.first { $0.effect == effect }?.order
        return event
    }

    /// When the event comes: that of a running timer at its deadline, any other a quarter of a second after the event before.
    private func time(of event: Event, in run: RunState, after now: Instant) -> Instant {
        let armed = run.timers.first { machine.timers[$0.timer].event == event.position }
        return armed.map { max($0.deadline, now) } ?? now.advanced(byMilliseconds: 250)
    }

    // MARK: - From given runs

    /// Adds a walk of one event for each way of deciding of the cell that occurs in no walk so far.
    private mutating func visit(_ cell: Cell) {
        for arrival in arrivals(at: cell) {
            let given = arrival.run(in: cell.state, of: words.table)
            var run = given
            let tried = interpreter.step(&run, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence)
            guard shown.insert(way(of: tried, in: cell, leadingTo: run.state)).inserted else { continue }
            count += 1
            let at = BusyRun.now.milliseconds
            let place = CorpusLine.Place(walk: count, sequence: BusyRun.sequence - 1, at: at)
            lines.append(CorpusLine(words, place, givenSituation: given))
            run = given
            lines.append(step(&run, arrival.event, .init(walk: count, sequence: BusyRun.sequence, at: at)).line)
        }
    }

    /// What can come to the cell: its event with each combination of stamp (of a singleton source always unknown) or answered order, and
    /// of values that guards tell apart; of very many combinations some (`CellArrivals`).
    private mutating func arrivals(at cell: Cell) -> ArrivalList {
        if let known = arrivals[cell] { return known }
        let possible = CellArrivals(of: cell.event, in: cell.state, of: machine, constants: constants).possible
        arrivals[cell] = possible
        return possible
    }

    /// Lets the event come to the run and notes the visit; returns the line, and the way of deciding that it shows.
    private mutating func step(
        _ run: inout RunState, _ event: Event, _ place: CorpusLine.Place
    ) -> (line: CorpusLine, way: WayOfDeciding) {
        let cell = Cell(state: run.state, event: event.position)
        let now = Instant(milliseconds: place.at)
        let step = interpreter.step(&run, event, at: now, sequence: place.sequence)
        visits[cell, default: 0] += 1
        let line = CorpusLine(words, place, event, cause: cause(of: event).name, decision: .init(step), leadingTo: run)
        return (line, way(of: step, in: cell, leadingTo: run.state))
    }

    private func way(of step: Step, in cell: Cell, leadingTo state: Int) -> WayOfDeciding {
        WayOfDeciding(
            cell: cell, row: step.row, disposition: step.disposition, stamp: step.stamp, state: state,
            effects: step.effects.map(\.effect))
    }

    /// The cause of the event, of which the line has only the name. So the number in `owed`, that of another leg's record, is never
    /// written: a walk has no other leg.
    private func cause(of event: Event) -> Cause {
        switch machine.events[event.position].signature.origin {
        case .command: .asked
        case .callback, .unrecognised, .stale: .heard
        case .reply: .replied
        case .timer: .timer
        case .lane: .granted
        case .child: .owed(by: 0)
        case .restored: .restored
        }
    }
}
