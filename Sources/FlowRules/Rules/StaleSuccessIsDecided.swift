import FlowLanguage
import FlowMachine
import KeywayCore

/// Where a stamped callback leads towards a success, a row decides the stale callback too (rule 23).
///
/// A stamped callback comes from a source that knows which attempt a word is of; a stale one is of an earlier attempt. Without such a row
/// it is dropped, and a success may be lost. A row leads towards a success if replies, timers, lanes and ends of sub-flows alone can go on
/// from the row to a success, or to another final that a requirement names, as `authenticated` in
/// `require authenticated only after verified`. After a callback that a requirement names behind `only after`, as `verified`, events of
/// any kind may go on. A row that stays and assigns a variable that a guard reads leads there too, if such events can go on from its state:
/// by the variable's new value another row may then be taken.
struct StaleSuccessIsDecided: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let (finals, named) = machine.successesAndProofs
        guard !finals.isEmpty else { return [] }
        let byItself = Roads(to: finals, on: machine) { $0.comesByItself }
        let byAnything = Roads(to: finals, on: machine) { _ in true }
        return machine.stampedCallbacks.flatMap { event in
            let roads = named.contains(event) ? byAnything : byItself
            return diagnostics(for: event, roads, in: machine)
        }
    }

    private func diagnostics(for event: Int, _ roads: Roads, in machine: Machine) -> [Diagnostic] {
        let stale = machine.events.firstIndex { $0.signature.origin == .stale(of: event) }
        var reported: Set<SourceRange> = []
        return machine.liveStates.compactMap { state -> Diagnostic? in
            guard case .rows(let rows, _) = machine.decider(of: event, in: state),
                let row = rows.first(where: { roads.lead(from: machine.rows[$0], in: state) }),
                !machine.names(stale, in: state), reported.insert(machine.rows[row].eventRange).inserted
            else { return nil }
            let (name, place) = (machine.events[event].name, machine.states[state].name.text)
            return .error(
                at: machine.rows[row].eventRange,
                "'\(name)' leads towards '\(machine.states[roads.final].name.text)' here, and nothing decides a stale one "
                    + "in '\(place)': it would be dropped. If it counts, because it tells the same whichever attempt it is of, "
                    + "write 'on stale \(name) ...'; if it is worth nothing, because it may be about something else by now, "
                    + "write 'late stale \(name)'", code: .staleSuccessUndecided)
        }
    }
}

/// The states from which a run can come to one of the given finals by events of the given kinds alone.
private struct Roads {
    let machine: Machine
    /// One of the finals, for messages.
    let final: Int
    /// The finals, and each live state in which an event of those kinds may move towards them.
    private(set) var states: Set<Int>
    /// Whether events of this origin are of those kinds.
    private let isMeant: (EventSignature.Origin) -> Bool
    /// The variables that decide which row or branch is taken.
    private let guarding: Set<Int>

    init(to finals: [Int], on machine: Machine, by isMeant: @escaping (EventSignature.Origin) -> Bool) {
        self.machine = machine
        self.isMeant = isMeant
        guarding = Set(TrackedVariables(guardingStepsOf: machine).all)
        final = finals.first ?? 0
        states = Set(finals)
        var grown = true
        while grown {
            grown = false
            for state in machine.liveStates where !states.contains(state) {
                guard machine.events.indices.contains(where: { leads($0, from: state) }) else { continue }
                states.insert(state)
                grown = true
            }
        }
    }

    /// Whether the row moves to one of `states`, or stays in this state and either notes what a guard reads, if the state is one of them,
    /// or orders what brings an event that leads there.
    func lead(from row: Machine.Row, in state: Int) -> Bool {
        var known: Set<Int> = []
        return lead(from: row, in: state, known: &known)
    }

    /// - Parameter known: the events that were looked at already, for what one of them orders may bring another.
    private func lead(from row: Machine.Row, in state: Int, known: inout Set<Int>) -> Bool {
        if moves(row) { return true }
        guard !row.isFaulty, row.verdict == .stay else { return false }
        if states.contains(state), row.body.assignments.contains(where: { guarding.contains($0.variable) }) {
            return true
        }
        for event in row.body.orders.flatMap({ machine.events(broughtBy: $0) }) {
            guard known.insert(event).inserted, isMeant(machine.events[event].signature.origin),
                case .rows(let rows, _) = machine.decider(of: event, in: state)
            else { continue }
            for row in rows where lead(from: machine.rows[row], in: state, known: &known) { return true }
        }
        return false
    }

    /// Whether the event is of those kinds and may move the run from the state to one of `states`.
    private func leads(_ event: Int, from state: Int) -> Bool {
        guard isMeant(machine.events[event].signature.origin),
            case .rows(let rows, _) = machine.decider(of: event, in: state)
        else { return false }
        return rows.contains { moves(machine.rows[$0]) }
    }

    /// Whether the row may move the run to one of `states`.
    private func moves(_ row: Machine.Row) -> Bool {
        guard !row.isFaulty, case .move(let target) = row.verdict else { return false }
        return machine.destinations(of: target).contains { states.contains($0) }
    }
}

extension EventSignature.Origin {
    /// Whether such an event comes without a word of a person or a provider.
    fileprivate var comesByItself: Bool {
        switch self {
        case .reply, .timer, .lane, .child: true
        case .command, .callback, .unrecognised, .stale, .restored: false
        }
    }
}

extension Machine {
    /// The events that may come because of the order.
    fileprivate func events(broughtBy order: FlowMachine.Body.Order) -> [Int] {
        switch order.content {
        case .perform(let effect, _): effects[effect].signature.replies?.events ?? []
        case .set(let timer, _): [timers[timer].event]
        case .take(let lane): [lanes[lane].event]
        case .run(let child, _, _): children[child].endings.map(\.event)
        case .clear: []
        }
    }

    /// The callbacks that some `stamped` source makes: one that can tell its attempts apart.
    fileprivate var stampedCallbacks: [Int] {
        Set(sources.filter { !$0.source.isSingleton }.flatMap { $0.source.rows.map(\.event) }).sorted()
    }

    /// Whether rows decide the event in the state, also by `late` or `ignore`; an `other` row is none of these.
    fileprivate func names(_ event: Int?, in state: Int) -> Bool {
        guard let event, case .rows = decider(of: event, in: state) else { return false }
        return true
    }

    /// The successes, the other finals that a requirement names before `only after`, and the events named behind that.
    fileprivate var successesAndProofs: (finals: [Int], events: Set<Int>) {
        var finals = Set(states.indices.filter { states[$0].isSuccess })
        var proofs: Set<Int> = []
        for requirement in requirements {
            guard case .onlyAfter(.states(let later), let earlier, _) = requirement.content else { continue }
            finals.formUnion(later.filter { states[$0].isFinal })
            proofs.formUnion(earlier.flatMap(\.events))
        }
        return (finals.sorted(), proofs)
    }
}
