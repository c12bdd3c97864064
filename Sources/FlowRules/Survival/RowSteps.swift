import FlowMachine
import KeywayCore

/// Where rows lead in a flow, one step for each row and each branch of a choice; rows of `restored` are left out.
///
/// `RestartsAreDecided` finds with it where a restart takes a variable's value away, and which orders would have needed the value. A
/// choice that can be reached in many ways is looked at once for each state that these ways come from, and not once for each way.
struct RowSteps {
    /// Where a run is between two steps.
    enum Place: Hashable {
        case state(Int)
        /// At a choice, in a move from a state: which scopes the move enters depends on that state.
        case choice(Int, from: Int)
    }

    /// One row, or one branch of a choice.
    struct Step {
        /// The body of the row or branch: it assigns at once, before a choice behind it is decided, and orders when a state is reached.
        var body: Body
        /// The `enter` bodies of the scopes that are entered, outermost first; none where the step leads to a choice, for the move goes on.
        var entered: [Body]
        var target: Place
    }

    /// A variable whose value a restart has taken away, and a place where a run is without the value.
    struct GoneValue: Hashable {
        var variable: Int
        var place: Place
    }

    /// The steps from each place that a row can lead to; none from a final.
    private(set) var all: [Place: [Step]] = [:]
    /// Which values the orders of the flow need.
    private let needed: NeededValues
    /// The results of `lacking(in:)` so far, so that each is worked out once.
    private var lacking: [GoneValue: Set<Int>] = [:]

    init(of machine: Machine) {
        needed = NeededValues(of: machine)
        var open = machine.liveStates.map { Place.state($0) }
        while let place = open.popLast() {
            guard all[place] == nil else { continue }
            let steps = machine.rowSteps(from: place)
            all[place] = steps
            open += steps.map(\.target)
        }
    }

    func steps(from place: Place) -> [Step] { all[place] ?? [] }

    /// Where a restart takes a variable's value away: the places at which the variable may have a classified value from an event.
    func losses(in machine: Machine) -> Set<GoneValue> {
        var losses: Set<GoneValue> = []
        var open = all.values.joined().flatMap { step in
            gone(behind: step, ifGoneAfterBody: machine.variables(broughtBy: step.body))
        }
        while let loss = open.popLast() {
            guard losses.insert(loss).inserted else { continue }
            for step in steps(from: loss.place) {
                open += gone(
                    behind: step, ifGoneAfterBody: step.body.variablesGone(ifGoneBefore: [loss.variable]))
            }
        }
        return losses
    }

    /// The values that are gone when the step is done, where those of `variables` are gone after the step's own body.
    private func gone(behind step: Step, ifGoneAfterBody variables: Set<Int>) -> [GoneValue] {
        step.entered.reduce(variables) { $1.variablesGone(ifGoneBefore: $0) }
            .map { GoneValue(variable: $0, place: step.target) }
    }

    /// The step's orders that need the variable's value, which is gone before the step, and the values gone after the step.
    ///
    /// Another variable that the step sets from that one has no value either, so orders that need the other are among them.
    mutating func orders(of step: Step, needing variable: Int) -> (orders: [Body.Order], gone: [GoneValue]) {
        var gone = step.body.variablesGone(ifGoneBefore: [variable])
        let atOrders = gone.reduce(into: Set<Int>()) { variables, variable in
            variables.formUnion(lacking(in: GoneValue(variable: variable, place: step.target)))
        }
        var orders = step.body.orders(needing: atOrders, by: needed)
        for body in step.entered {
            gone = body.variablesGone(ifGoneBefore: gone)
            orders += body.orders(needing: gone, by: needed)
        }
        return (orders, gone.map { GoneValue(variable: $0, place: step.target) })
    }

    /// The variables without their values when the move reaches a state, because `gone` is missing at its place on the way.
    ///
    /// Only then are the orders of the move's row and branches carried out, so the assignments of all branches up to there count.
    private mutating func lacking(in gone: GoneValue) -> Set<Int> {
        guard case .choice = gone.place else { return [gone.variable] }
        if let known = lacking[gone] { return known }
        // A choice that leads back to itself, which is an error by itself, adds nothing.
        lacking[gone] = []
        var found: Set<Int> = []
        for step in steps(from: gone.place) {
            for variable in step.body.variablesGone(ifGoneBefore: [gone.variable]) {
                found.formUnion(lacking(in: GoneValue(variable: variable, place: step.target)))
            }
        }
        lacking[gone] = found
        return found
    }
}

extension Machine {
    /// The classified variables that the body sets from an event's classified field, whose value a log does not have in clear.
    fileprivate func variables(broughtBy body: Body) -> Set<Int> {
        let brought = body.assignments.filter { assignment in
            guard case .field(let name) = assignment.term.content else { return false }
            return variables[assignment.variable].field.classification != .plain
                && events.contains { event in
                    event.signature.fields.contains { $0.name == name && $0.classification != .plain }
                }
        }
        return Set(brought.map(\.variable))
    }

    /// Each row that can be taken in the state, or each branch of the choice, as a step.
    fileprivate func rowSteps(from place: RowSteps.Place) -> [RowSteps.Step] {
        switch place {
        case .choice(let choice, let origin):
            return choices[choice].branches.map { step($0.body, to: $0.target, from: origin) }
        case .state(let state):
            guard liveStates.contains(state) else { return [] }
            return events.indices.filter { events[$0].signature.origin != .restored }.flatMap { event in
                guard case .rows(let rows, _) = decider(of: event, in: state) else { return [RowSteps.Step]() }
                return rows.map { self.rows[$0] }.filter { !$0.isFaulty }.compactMap { row in
                    switch row.verdict {
                    case .stay: RowSteps.Step(body: row.body, entered: [], target: place)
                    case .move(let target): step(row.body, to: target, from: state)
                    case .ignore, .reject, .late: nil
                    }
                }
            }
        }
    }

    /// The step of a row or branch with this body and target; `origin` is the state that the whole move leaves.
    private func step(_ body: Body, to target: Target, from origin: Int) -> RowSteps.Step {
        switch target {
        case .choice(let choice): return .init(body: body, entered: [], target: .choice(choice, from: origin))
        case .state(let state):
            let entered = scopesEntered(from: origin, to: state).compactMap { scopes[$0].enter }
            return .init(body: body, entered: entered, target: .state(state))
        }
    }
}
