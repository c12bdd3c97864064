import FlowGenerator
package import FlowMachine
package import KeywayCore
import KeywayLog
import KeywaySuites

/// Walks that come to every cell of a flow, and to every way in which a cell decides.
///
/// They are drawn without chance: in each state the event comes next that came there least often, with the values that the
/// guards of the cell tell apart, in turn. What no walk comes to, a run is given for.
package struct CellWalks {
    /// In the order of the walks.
    package private(set) var lines: [CorpusLine] = []
    /// How many walks there are.
    package private(set) var count = 0
    /// How many cells there are, each of which some walk comes to.
    package var cells: Int { machine.states.count * events.count }

    private let machine: Machine
    private let words: CorpusWords
    private let interpreter: Interpreter
    private let constants: Set<Int64>
    /// All but stale ones, which come as the events that they are of.
    private let events: [Int]
    private var visits: [Cell: Int] = [:]
    private var arrivals: [Cell: [CellArrival]] = [:]
    private var seen: Set<Meaning> = []

    private struct Cell: Hashable {
        var state: Int
        var event: Int
    }

    /// What tells the ways apart in which a cell decides.
    private struct Meaning: Hashable {
        var cell: Cell
        var row: Int?
        var disposition: Disposition
        var stamp: Stamp
        var state: Int
        var effects: [Int]
    }

    /// Walks through a flow that passed the rules.
    package init(of machine: Machine, _ table: Table) {
        self.machine = machine
        words = CorpusWords(of: table)
        interpreter = Interpreter(machine)
        constants = machine.constants
        events = machine.events.indices.filter {
            if case .stale = machine.events[$0].signature.origin { false } else { true }
        }
        while walk() {}
        for state in machine.states.indices {
            for event in events { visit(Cell(state: state, event: event)) }
        }
    }

    // MARK: - From the beginning

    /// After so many steps to known cells a walk comes to nothing new.
    private static let patience = 48

    /// Walks once; false where that came to no cell which an earlier walk had not come to.
    private mutating func walk() -> Bool {
        let known = visits.count
        var newest: UInt64 = 0
        count += 1
        let begun = interpreter.beginning(at: Instant(milliseconds: 0), sequence: 0)
        var run = begun.run
        var walked = [CorpusLine(words, .init(walk: count, sequence: 0, at: 0), beginning: begun)]
        var now = Instant(milliseconds: 0)
        var sequence: UInt64 = 1
        while sequence <= newest + UInt64(Self.patience), let event = next(in: run) {
            let visited = visits.count
            now = time(of: event, in: run, after: now)
            walked.append(step(&run, event, .init(walk: count, sequence: sequence, at: now.milliseconds)))
            if visits.count > visited { newest = sequence }
            sequence += 1
        }
        guard visits.count > known else {
            count -= 1
            return false
        }
        // What came after the last new cell shows nothing new.
        lines += walked.prefix(Int(newest) + 1)
        return true
    }

    /// The event that came least often in the state; nil in a final in which all have come.
    private mutating func next(in run: RunState) -> Event? {
        let cells = events.map { Cell(state: run.state, event: $0) }
        guard let cell = cells.min(by: { visits[$0, default: 0] < visits[$1, default: 0] }) else { return nil }
        let visit = visits[cell, default: 0]
        if machine.states[run.state].isFinal, visit > 0 { return nil }
        let all = arrivals(at: cell)
        guard !all.isEmpty else { return Event(cell.event) }
        var event = all[visit % all.count].event
        // A busy run's orders are not those of this one.
        let effect = machine.effects.indices.first { BusyRun.order(of: $0) == event.answers }
        event.answers = run.openEffects.first { $0.effect == effect }?.order
        return event
    }

    /// A timer fires when it is due; whatever else comes, comes a little later.
    private func time(of event: Event, in run: RunState, after now: Instant) -> Instant {
        let armed = run.timers.first { machine.timers[$0.timer].event == event.position }
        return armed.map { max($0.deadline, now) } ?? now.advanced(byMilliseconds: 250)
    }

    // MARK: - From given runs

    /// Has every way come to pass in which the cell decides.
    private mutating func visit(_ cell: Cell) {
        for arrival in arrivals(at: cell) {
            let given = arrival.run(in: cell.state, of: words.table)
            var run = given
            let meaning = interpreter.step(&run, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence)
            guard !seen.contains(self.meaning(of: meaning, in: cell, leadingTo: run.state)) else { continue }
            count += 1
            let at = BusyRun.now.milliseconds
            lines.append(CorpusLine(words, .init(walk: count, sequence: BusyRun.sequence - 1, at: at), given: given))
            run = given
            lines.append(step(&run, arrival.event, .init(walk: count, sequence: BusyRun.sequence, at: at)))
        }
    }

    private mutating func arrivals(at cell: Cell) -> [CellArrival] {
        if let known = arrivals[cell] { return known }
        let all = Witnesses(of: cell.event, in: cell.state, of: machine, constants: constants).all
        arrivals[cell] = all
        return all
    }

    private mutating func step(_ run: inout RunState, _ event: Event, _ place: CorpusLine.Place) -> CorpusLine {
        let cell = Cell(state: run.state, event: event.position)
        let now = Instant(milliseconds: place.at)
        let step = interpreter.step(&run, event, at: now, sequence: place.sequence)
        visits[cell, default: 0] += 1
        seen.insert(meaning(of: step, in: cell, leadingTo: run.state))
        return CorpusLine(words, place, event, cause: cause(of: event).name, decision: .init(step), leadingTo: run)
    }

    private func meaning(of step: Step, in cell: Cell, leadingTo state: Int) -> Meaning {
        Meaning(
            cell: cell, row: step.row, disposition: step.disposition, stamp: step.stamp, state: state,
            effects: step.effects.map(\.effect))
    }

    /// What brings such an event to a run; a walk has no other leg, so that no record owes anything.
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
