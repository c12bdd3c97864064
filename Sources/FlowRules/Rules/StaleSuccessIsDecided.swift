import FlowLanguage
import FlowMachine
import KeywayCore

/// Where a stamped callback leads towards a success, a stale one is decided as well: dropped, it may lose a person
/// (rule 23).
///
/// A row leads towards a success if replies and timers alone can go on from it to one, or to another final that a requirement
/// names, as in `require authenticated only after verified`; a callback that the requirement itself names may need more.
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

/// From where some finals can be reached by events of certain kinds.
private struct Roads {
    let machine: Machine
    /// One of the finals, for messages.
    let final: Int
    private(set) var states: Set<Int>
    private let isMeant: (EventSignature.Origin) -> Bool

    init(to finals: [Int], on machine: Machine, by isMeant: @escaping (EventSignature.Origin) -> Bool) {
        self.machine = machine
        self.isMeant = isMeant
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

    /// Whether the row moves to such a state, or orders something whose reply does.
    func lead(from row: Machine.Row, in state: Int) -> Bool {
        if moves(row) { return true }
        guard row.verdict == .stay else { return false }
        return row.body.orders.contains { order in
            guard case .perform(let effect, _) = order.content else { return false }
            return machine.effects[effect].signature.replies?.events.contains { leads($0, from: state) } ?? false
        }
    }

    private func leads(_ event: Int, from state: Int) -> Bool {
        guard isMeant(machine.events[event].signature.origin),
            case .rows(let rows, _) = machine.decider(of: event, in: state)
        else { return false }
        return rows.contains { moves(machine.rows[$0]) }
    }

    private func moves(_ row: Machine.Row) -> Bool {
        guard !row.isFaulty, case .move(let target) = row.verdict else { return false }
        return machine.destinations(of: target).contains { states.contains($0) }
    }
}

extension EventSignature.Origin {
    /// Whether neither a person nor a provider has to say it.
    fileprivate var comesByItself: Bool {
        switch self {
        case .reply, .timer, .lane, .child: true
        case .command, .callback, .unrecognised, .stale, .restored: false
        }
    }
}

extension Machine {
    /// The callbacks that some source makes which can tell its attempts apart.
    fileprivate var stampedCallbacks: [Int] {
        Set(sources.filter { !$0.source.isSingleton }.flatMap { $0.source.rows.map(\.event) }).sorted()
    }

    fileprivate func names(_ event: Int?, in state: Int) -> Bool {
        guard let event, case .rows = decider(of: event, in: state) else { return false }
        return true
    }

    /// The successes and other finals that stand before an `only after`, and the events that stand behind one.
    fileprivate var successesAndProofs: (finals: [Int], events: Set<Int>) {
        var finals = Set(states.indices.filter { states[$0].isSuccess })
        var proofs: Set<Int> = []
        for requirement in requirements {
            guard case .onlyAfter(.states(let later), let earlier, _) = requirement.content else { continue }
            finals.formUnion(later.filter { states[$0].isFinal })
            for case .event(let event) in earlier { proofs.insert(event) }
        }
        return (finals.sorted(), proofs)
    }
}
