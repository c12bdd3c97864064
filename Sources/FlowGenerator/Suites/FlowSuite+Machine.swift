import FlowLanguage
package import FlowMachine
import KeywayCore
package import KeywaySuites

extension FlowSuite {
    /// The suite of the flow: for every cell it has what the interpreter of the spec says that the cell means.
    package init(of machine: Machine) {
        let table = Table(of: machine)
        let cells = SuiteCells(machine: machine, table: table)
        self.init(
            flow: machine.name.text, version: machine.version,
            sessionDeadline: machine.timers.first(where: \.isSession)?.wait.flatMap(machine.length),
            withheld: Self.withheld(of: machine),
            requirements: machine.requirements.map { KeywaySuites.Requirement($0, of: machine) },
            declarations: TableWords(of: table).declarations.joined(separator: "\n"),
            states: machine.states.indices.map(cells.state))
    }

    /// The names of the personal, secret and transient variables and fields of events: no log may have their values in clear.
    private static func withheld(of machine: Machine) -> Set<String> {
        let events = machine.events.flatMap { event in
            event.signature.fields.filter { $0.classification != .plain }.map { "\(event.name).\($0.name)" }
        }
        return Set(events + machine.variables.map(\.field).filter { $0.classification != .plain }.map(\.name))
    }
}

/// Puts into words what the interpreter says of each cell.
private struct SuiteCells {
    /// Where a cell has more lines than this, only some of them are kept, spread evenly, and the first of each meaning.
    ///
    /// A line is of one arrival: an event with its fields, and the run's variables as they are when the event comes to the cell.
    private static let greatestLineCount = 256

    let machine: Machine
    let words: TableWords
    private let table: Table
    private let interpreter: Interpreter
    private let constants: Set<Int64>

    init(machine: Machine, table: Table) {
        self.machine = machine
        constants = machine.constants
        self.table = table
        words = TableWords(of: table)
        interpreter = Interpreter(machine)
    }

    /// The state at this position with its lines: first the order in which timers that are due fire, then what each arrival means.
    func state(_ state: Int) -> FlowSuite.State {
        let events = machine.events.indices.filter { !machine.events[$0].signature.origin.isStale }
        let lines = ["due \(words.firingOrder(in: state))"] + events.flatMap { checks(of: $0, in: state) }
        return FlowSuite.State(machine.states[state].name.text, lines.joined(separator: "\n"))
    }

    /// The lines of one cell: an arrival, `=>` and what it means.
    private func checks(of event: Int, in state: Int) -> [String] {
        let arrivals = CellArrivals(of: event, in: state, of: machine, constants: constants).possible
        // Each arrival comes twice: first the variables about which no guard asks have the lowest values of their ranges (`unasked` is
        // `low`), then the highest (`high`). Where both mean the same, one line stands for both.
        var lines: [(head: String, meaning: String)] = []
        for arrival in arrivals {
            let meaning = meaning(of: arrival, in: state)
            let head = words.arrival(arrival, saysUnasked: false)
            if let last = lines.last, last.head == head, last.meaning == meaning, arrival.unasked == .high {
                continue
            }
            // A line that stands for both does not name either.
            let isAlone = arrival.unasked == .low && isSame(arrival, as: meaning, in: state)
            lines.append((isAlone ? head : words.arrival(arrival, saysUnasked: true), meaning))
        }
        return thinned(lines).map { "\($0.head) => \($0.meaning)" }
    }

    /// Whether the arrival means the same where the variables about which no guard asks have the highest values of their ranges.
    private func isSame(_ low: CellArrival, as meaning: String, in state: Int) -> Bool {
        var high = low
        high.unasked = .high
        return self.meaning(of: high, in: state) == meaning
    }

    /// All lines if there are at most `greatestLineCount`. Else about as many, spread evenly, and the first line of each meaning.
    private func thinned(_ lines: [(head: String, meaning: String)]) -> [(head: String, meaning: String)] {
        guard lines.count > Self.greatestLineCount else { return lines }
        let stride = lines.count / Self.greatestLineCount + 1
        var seen: Set<String> = []
        return lines.enumerated().filter { seen.insert($0.element.meaning).inserted || $0.offset % stride == 0 }
            .map(\.element)
    }

    /// What the interpreter says that the arrival means, in words; it comes to a run in which all is under way that can be (`BusyRun`).
    private func meaning(of arrival: CellArrival, in state: Int) -> String {
        var after = arrival.run(in: state, of: table)
        var step = interpreter.step(&after, arrival.event, at: BusyRun.now, sequence: BusyRun.sequence)
        // A choice has one position in the machine, but in the table one for each event that reaches it. The words have only its name, so
        // the first of these will do.
        step.choices = step.choices.compactMap { position in
            table.choices.firstIndex { $0.name == machine.choices[position].name.text }
        }
        let text = words.meaning(of: arrival, in: state, step, leadingTo: after)
        return isDecidedByOther(arrival.event, step, in: state) ? text + "; claimed" : text
    }

    /// Whether an `other` row decides the event in the state. No `other` row decides a stale event, or an event after the end.
    private func isDecidedByOther(_ event: Event, _ step: Step, in state: Int) -> Bool {
        guard step.stamp != .stale, !machine.states[state].isFinal else { return false }
        if case .other = machine.decider(of: event.position, in: state) { return true }
        return false
    }
}
