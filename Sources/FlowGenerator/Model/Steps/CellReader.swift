import FlowLanguage
import FlowMachine
import KeywayCore

/// Reads from the machine what events mean in each state: either when they come fresh, or when they come stale.
struct CellReader {
    /// A stale event is of an attempt that another has superseded, or answers a closed order; any other event is fresh.
    enum Staleness: CaseIterable {
        case fresh
        case stale
    }

    /// What an event means in a state.
    enum Meaning {
        /// A verdict and no more: no field or variable is read, and nothing is done.
        case alone(Verdict)
        /// What is done, and the fields of the event that are read.
        case steps([Instruction], reading: Set<String>)
    }

    let machine: Machine
    let staleness: Staleness

    /// The states that get a function: every live state, but of stale events only those with rows for a stale event.
    var decidedStates: [Int] { machine.liveStates.filter { staleness == .fresh || hasStaleRows($0) } }

    /// The verdict on an event that no row decides in the state.
    var verdictWithoutRow: Verdict { staleness == .fresh ? .undeclared : .stale }

    /// What the event means in the state, as the rows of the state's scopes say.
    func meaning(of event: FlowModel.Word, in state: Int) -> Meaning {
        guard let named = namedEvent(for: event.position) else { return .alone(verdictWithoutRow) }
        switch machine.decider(of: named, in: state) {
        case .nobody: return .alone(verdictWithoutRow)
        case .other(let other, _): return .alone(staleness == .fresh ? verdict(of: other.verb) : verdictWithoutRow)
        case .rows(let rows, _):
            if let verdict = verdictWithoutBody(of: rows) { return .alone(verdict) }
            let read = machine.fieldsRead(by: rows).intersection(event.fields.map(\.name))
            return .steps(StepReader(machine: machine, state: state).instructions(of: rows), reading: read)
        }
    }

    /// Whether a row for a `stale` event decides in the state.
    private func hasStaleRows(_ state: Int) -> Bool {
        machine.events.indices.contains { event in
            guard case .stale = machine.events[event].signature.origin,
                case .rows = machine.decider(of: event, in: state)
            else { return false }
            return true
        }
    }

    /// The event that the deciding rows name: of a fresh event the event itself, of a stale one `stale X`; nil where no row names that.
    private func namedEvent(for event: Int) -> Int? {
        if staleness == .fresh { return event }
        return machine.events.firstIndex { $0.signature.origin == .stale(of: event) }
    }

    /// The verdict of a single row without guard and body that does not move the run; nil for all other rows.
    private func verdictWithoutBody(of rows: [Int]) -> Verdict? {
        guard rows.count == 1, let row = rows.first.map({ machine.rows[$0] }), case .always = row.condition else {
            return nil
        }
        return row.body.isEmpty ? Verdict(of: row.verdict) : nil
    }

    private func verdict(of verb: FlowLanguage.Row.Verb) -> Verdict {
        switch verb {
        case .ignore: .ignore
        case .reject: .reject
        case .late, .on: .late  // There is no `on other`: the resolver refuses it.
        }
    }
}
