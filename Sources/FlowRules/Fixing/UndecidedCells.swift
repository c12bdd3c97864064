import FlowLanguage
import FlowMachine
import KeywayCore

/// A row to insert, with the question that its comment asks the author.
struct ProposedRow {
    var row: String
    var question: String
}

/// The cells of a machine that need a row, with the row for each: nothing decides the event there, or an `other` row claims of a reply that
/// may come that it cannot.
struct UndecidedCells {
    let machine: Machine
    /// Whether another flow runs this one as a sub-flow, which must not reject `cancel`.
    private let isSubFlow: Bool
    /// Says which replies, timers, lanes and finals of sub-flows can come in a state; nil where there are too many configurations or values
    /// of guards.
    private let graph: ConfigurationGraph?

    init(of machine: Machine, asSubFlow isSubFlow: Bool, limit: Int) {
        self.machine = machine
        self.isSubFlow = isSubFlow
        let hasSurveyedAllGuards = !GuardSurvey(of: machine).findings.contains(where: \.isUnproved)
        graph = hasSurveyedAllGuards ? ConfigurationSearch.wholeGraph(of: machine, limit: limit) : nil
    }

    static let rowForUnmatchedCallbacks = ProposedRow(
        row: "ignore unrecognised", question: "harmless in every state, or a row where it is not?")

    /// Whether some state says nothing of callbacks that no decoder row matches.
    var leaveUnmatchedCallbacksUndecided: Bool {
        machine.needsCell(machine.unrecognisedEvent)
            && machine.liveStates.contains { isDecidedByNobody(machine.unrecognisedEvent, in: $0) }
    }

    /// The rows that the state needs, in the order in which the events are declared, and `late other` last.
    func rows(in name: Name) -> [ProposedRow] {
        guard let state = machine.liveStates.first(where: { machine.states[$0].name == name }) else { return [] }
        var rows = machine.events.indices.compactMap { row(for: $0, in: state) }
        let impossible = machine.events.indices.filter { isImpossibleAndUndecided($0, in: state) }
        if !impossible.isEmpty {
            let names = impossible.map { machine.events[$0].name }.joined(separator: ", ")
            rows.append(
                .init(row: "late other", question: "no effect that gives \(names) can be open here, or can it?"))
        }
        return rows
    }

    /// The row for the cell; nil where the cell needs none.
    private func row(for event: Int, in state: Int) -> ProposedRow? {
        let name = machine.events[event].name
        switch machine.events[event].signature.origin {
        case .command where isSubFlow && name == "cancel" && isDecidedByNobody(event, in: state):
            return .init(row: "ignore \(name)", question: "no sub-flow rejects it: does it go on here, or end?")
        case .command where isDecidedByNobody(event, in: state):
            return .init(row: "reject \(name)", question: "not allowed here, or a row of its own?")
        case .callback where isDecidedByNobody(event, in: state):
            return .init(row: "late \(name)", question: "harmless, late or a row of its own?")
        case .reply where mayComeToNoRow(event, in: state):
            return .init(row: "late \(name)", question: "harmless, late or a row of its own?")
        case .timer where isPossibleAndUndecided(event, in: state):
            return .init(row: "ignore \(name)", question: "nothing to do, let it wait (hold), or a row of its own?")
        case .lane where isPossibleAndUndecided(event, in: state):
            return .init(row: "ignore \(name)", question: "is the place kept for later, or a row of its own?")
        case .child where isPossibleAndUndecided(event, in: state):
            return .init(row: "ignore \(name)", question: "does this end mean nothing here, or a row of its own?")
        default: return nil
        }
    }

    /// Whether the timer may fire, the lane's turn come or the sub-flow end so in the state, and nothing decides that event there.
    private func isPossibleAndUndecided(_ event: Int, in state: Int) -> Bool {
        graph?.undecided.contains(Cell(state: state, event: event)) ?? false
    }

    private func isDecidedByNobody(_ event: Int, in state: Int) -> Bool {
        if case .nobody = machine.decider(of: event, in: state) { true } else { false }
    }

    /// Whether the reply may come to the state and no row names the reply there; an `other` row may claim it.
    ///
    /// Without a graph every reply that nobody decides counts as one that may come.
    private func mayComeToNoRow(_ event: Int, in state: Int) -> Bool {
        if case .rows = machine.decider(of: event, in: state) { return false }
        guard let graph else { return isDecidedByNobody(event, in: state) }
        return graph.possible.contains(Cell(state: state, event: event))
    }

    /// Whether the reply cannot come to the state and nothing decides the reply there; no row may name such a reply.
    private func isImpossibleAndUndecided(_ event: Int, in state: Int) -> Bool {
        guard case .reply = machine.events[event].signature.origin, isDecidedByNobody(event, in: state) else {
            return false
        }
        return !mayComeToNoRow(event, in: state)
    }
}
