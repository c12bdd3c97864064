import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import KeywayTesting

@testable import FlowTables

/// Puts a run into every cell with random values, and compares what the interpreter does with the table's rows.
struct CellWalk {
    let flow: LoadedFlow
    let table: TransitionTable
    private(set) var differences: [String] = []
    private(set) var steps = 0
    /// The rows of each cell with their positions, by the names of its state and its event.
    private let cells: [[String]: [(position: Int, row: TransitionTable.Row)]]
    /// The positions of the rows that a step has shown.
    private var met: Set<Int> = []
    private var generator: SeededGenerator

    init(_ flow: LoadedFlow, _ table: TransitionTable, seed: UInt64) {
        self.flow = flow
        self.table = table
        let rows = table.rows.enumerated().map { (position: $0.offset, row: $0.element) }
        cells = Dictionary(grouping: rows) { [$0.row.state, $0.row.event] }
        generator = SeededGenerator(seed: seed)
    }

    /// The rows that no step has shown, without those of held timers, which do not fire.
    var unmet: [TransitionTable.Row] {
        table.rows.enumerated().filter { !met.contains($0.offset) && $0.element.disposition != .hold }.map(\.element)
    }

    /// Visits each cell until all of its rows are met, and at least 21 times, but not more often than `limit`.
    mutating func visitEveryCell(atMost limit: Int, in state: String? = nil, of event: String? = nil) {
        var rest = table.rows.enumerated().filter { _, row in
            row.disposition != .hold && row.state == state ?? row.state && row.event == event ?? row.event
        }[...]
        while let (_, first) = rest.first {
            let rows = rest.prefix { $0.element.state == first.state && $0.element.event == first.event }
            rest = rest.dropFirst(rows.count)
            guard let state = flow.machine.states.firstIndex(where: { $0.name.text == first.state }),
                let event = position(of: first.event, in: state)
            else {
                differences.append("\(first.state), \(first.event): no such cell")
                continue
            }
            for time in 0..<limit {
                if time > 20, rows.allSatisfy({ met.contains($0.offset) }) { break }
                visit(event, in: state)
            }
        }
    }

    /// Unnamed timers of two states may share a name; the one of this state's scopes is meant.
    private func position(of event: String, in state: Int) -> Int? {
        let scopes = flow.machine.scopes(around: state)
        return flow.machine.events.firstIndex { candidate in
            guard candidate.name == event else { return false }
            guard case .timer(let timer) = candidate.signature.origin else { return true }
            return scopes.contains(flow.machine.timers[timer].scope)
        }
    }

    private mutating func visit(_ event: Int, in state: Int) {
        let machine = flow.machine
        steps += 1
        var run = RunState(state: state, values: machine.variables.map { value(of: $0.field) })
        let arriving = arrival(of: event, at: &run)
        let before = run
        let step = flow.interpreter.step(&run, arriving, at: Instant(milliseconds: 10), sequence: 7)
        let cell = [machine.states[state].name.text, machine.events[event].name]
        // Made only where something differs: to describe the values takes longer than all else.
        var words: String { "\(cell.joined(separator: ", ")), \(before.values), \(arriving.fields)" }
        // The interpreter says which row of the spec decides; lines and guards tell the table's rows of a cell apart.
        let deciding = cells[cell, default: []].filter { _, row in
            guard let position = step.row else {
                guard case .other(let other, _) = machine.decider(of: event, in: state) else { return false }
                return row.line == flow.source.place(of: other.range.lower).line
            }
            let decided = machine.rows[position]
            let line = flow.source.place(of: decided.range.lower).line
            return row.line == line && row.condition.isEmpty == decided.condition.isAlways
        }
        guard deciding.count == 1, let (position, row) = deciding.first else {
            return differences.append("\(words): \(deciding.count) rows decide")
        }
        met.insert(position)
        if let difference = difference(row, step, from: before, to: run) {
            differences.append("\(words): \(difference)")
        }
    }

    private func difference(
        _ row: TransitionTable.Row, _ step: Step, from before: RunState, to after: RunState
    ) -> String? {
        let machine = flow.machine
        // Where an unmatched callback moves nothing, its step is `unrecognised` whatever the row is: the row's own verdict is compared.
        let verdict = step.disposition == .unrecognised ? step.row.map { machine.rows[$0].verdict } : nil
        guard row.disposition.means(step, verdict) else {
            return "\(row.disposition), not \(step.disposition)"
        }
        let destination = machine.states[after.state].name.text
        let effects = step.orders.map { machine.effects[$0.effect].name }
        if let choice = step.choices.first {
            guard row.target == machine.choices[choice].name.text else { return "the choice is not \(row.target)" }
            if let difference = effectsDifference(row, step, from: before, to: after, effects) { return difference }
        } else {
            guard row.target == destination else { return "\(row.target), not \(destination)" }
            guard row.changes.effects.map(\.name) == effects else { return "\(row.changes.effects), not \(effects)" }
        }
        // A final ends at once what was begun on the way to it.
        if machine.states[after.state].isFinal { return nil }
        let running = Set(after.timers.map { machine.timers[$0.timer].name } + after.running.map(name))
        // What the row begins, a branch of a choice may clear.
        let cleared = step.choices.flatMap { table.choices[$0].branches.flatMap(\.changes.begunOrCleared) }
            .filter { $0.hasPrefix("clear ") }.map { $0.dropFirst("clear ".count) }
        let begun = row.changes.begunOrCleared.filter { !$0.hasPrefix("clear ") }.map { words in
            let begins = ["set ", "take ", "run "].contains { words.hasPrefix($0) }
            return begins ? String(words.split { $0 == " " || $0 == "." }[1]) : words
        }.filter { begun in !cleared.contains { $0 == begun } }
        return running.isSuperset(of: begun) ? nil : "begun are \(begun), and \(running) run"
    }

    /// The name of a lane that is asked for, or of a sub-flow that runs.
    private func name(of running: Running) -> String {
        switch running {
        case .lane(let lane, _): flow.machine.lanes[lane].name.text
        case .child(let child): flow.machine.children[child].name.text
        }
    }

    /// Compares the effects of a step through choices: those of the row, and then those of a branch of each choice.
    ///
    /// Where several branches of a choice lead to the same target, it may be any of them.
    private func effectsDifference(
        _ row: TransitionTable.Row, _ step: Step, from before: RunState, to after: RunState, _ effects: [String]
    ) -> String? {
        let machine = flow.machine
        var expected = [row.changes.effects.map(\.name)]
        let around = Set(machine.scopes(around: before.state).map { machine.scopes[$0].name.text })
        for (place, position) in step.choices.enumerated() {
            let choice = table.choices[position]
            let target =
                place + 1 < step.choices.count
                ? machine.choices[step.choices[place + 1]].name.text : machine.states[after.state].name.text
            let branches = choice.branches.filter { $0.target == target }.map { branch in
                branch.changes.effects.filter { effect in
                    let parts = effect.words.split(separator: " on entering ")
                    return parts.count < 2 || !around.contains(String(parts[1]))
                }.map(\.name)
            }
            guard !branches.isEmpty else { return "choice \(choice.name) does not lead to \(target)" }
            expected = expected.flatMap { before in branches.map { before + $0 } }
        }
        return expected.contains(effects) ? nil : "\(expected), not \(effects)"
    }

    /// The event as it comes to the run: for a reply, an order of its effect is opened; for a timer, that timer is armed.
    private mutating func arrival(of position: Int, at run: inout RunState) -> Event {
        let machine = flow.machine
        let signature = machine.events[position].signature
        let fields = signature.fields.map { value(of: $0) }
        switch signature.origin {
        case .stale(let event): return Event(event, fields: fields, stamp: .stale, answers: nil)
        case .callback: return Event(position, fields: fields, stamp: .unknown, answers: nil)
        case .reply:
            let effect = machine.effects.firstIndex { $0.signature.replies?.events.contains(position) ?? false }
            let order = EffectOrder.ID(sequence: 3, index: 0)
            run.openEffects =
                effect.map {
                    [.init(effect: $0, order: order, limit: Instant(milliseconds: 9_000))]
                } ?? []
            return Event(position, fields: fields, stamp: .unknown, answers: order)
        case .timer(let timer): run.timers = [.init(timer: timer, deadline: Instant(milliseconds: 10), setBy: 0)]
        case .command, .unrecognised, .lane, .child, .restored: break
        }
        return Event(position, fields: fields, stamp: .unknown, answers: nil)
    }

    private mutating func value(of field: Field) -> Value? {
        if field.isOptional, Bool.random(using: &generator) { return nil }
        switch field.kind {
        case .bool: return .bool(.random(using: &generator))
        case .integer(let bounds): return .integer(.random(in: bounds, using: &generator))
        case .duration: return .duration(1500)
        case .text: return .text("abc")
        case .enumCase(let position):
            return .enumCase(.random(in: flow.machine.enumerations[position].cases.indices, using: &generator))
        case .set(let position):
            let count = UInt64(flow.machine.enumerations[position].cases.count)
            return .set(.random(in: 0..<(1 << count), using: &generator))
        }
    }
}

extension TransitionTable.Disposition {
    /// Whether the step is what the row says.
    fileprivate func means(_ step: Step, _ verdict: Machine.Row.Verdict?) -> Bool {
        let disposition = step.disposition
        return switch self {
        case .transition: disposition == .taken
        case .stay: disposition == .stayed || verdict == .stay
        case .ignore: disposition == .ignored || verdict == .ignore
        case .reject: disposition == .rejected
        case .late: disposition == .late && step.row != nil || verdict == .late
        case .claim: (disposition == .late || disposition == .ignored) && step.row == nil
        case .hold: false
        }
    }
}

extension Machine.Row.Guard {
    fileprivate var isAlways: Bool { if case .always = self { true } else { false } }
}
