import FlowLanguage
import FlowMachine
import KeywayCore

/// What rows do, in the machine and not in the text.
private typealias PerformedBody = FlowMachine.Body

/// Where a restart takes away a value that an effect needs later on, some row says what the restart means (rule 24a).
///
/// A value is needed later on where a way leads from the state to an order with its variable, and nothing on the way sets that anew.
/// A variable that is set from one whose value is gone is not set anew: it has nothing either. The ways are those of
/// rows, whatever their guards say.
struct RestartsAreDecided: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        let steps = machine.liveStates.map { machine.rowSteps(from: $0) }
        return machine.variables.indices.filter { machine.losesValue(of: $0) }.flatMap { variable in
            orders(needing: variable, in: machine, by: steps).map { order, states in
                warning(about: variable, in: machine, order: order, states: states)
            }
        }
    }

    /// The orders that need the variable, each with the states in which a restart takes it away; in the order of the text.
    private func orders(
        needing variable: Int, in machine: Machine, by steps: [[RowStep]]
    ) -> [(order: PerformedBody.Order, states: [Int])] {
        var found: [Int: (order: PerformedBody.Order, states: [Int])] = [:]
        for state in holders(of: variable, in: machine, by: steps) where !machine.saysWhatRestartMeans(in: state) {
            var reached: Set<GoneValue> = [GoneValue(variable: variable, state: state)]
            var open = Array(reached)
            while let gone = open.popLast() {
                for step in steps[gone.state] {
                    let (needing, variables) = step.orders(needing: gone.variable)
                    for order in needing {
                        var states = found[order.range.lower]?.states ?? []
                        if states.last != state { states.append(state) }
                        found[order.range.lower] = (order, states)
                    }
                    guard machine.liveStates.contains(step.target) else { continue }
                    for variable in variables {
                        let next = GoneValue(variable: variable, state: step.target)
                        if reached.insert(next).inserted { open.append(next) }
                    }
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The states in which a run may have a value in the variable, ascending.
    private func holders(of variable: Int, in machine: Machine, by steps: [[RowStep]]) -> [Int] {
        var holders: Set<Int> = []
        var count = -1
        while count != holders.count {
            count = holders.count
            for (state, steps) in steps.enumerated() {
                for step in steps where step.leavesValue(in: variable) ?? holders.contains(state) {
                    if machine.liveStates.contains(step.target) { holders.insert(step.target) }
                }
            }
        }
        return holders.sorted()
    }

    private func warning(about variable: Int, in machine: Machine, order: PerformedBody.Order, states: [Int])
        -> Diagnostic
    {
        let field = machine.variables[variable].field
        guard case .perform(let effect, _) = order.content else {
            preconditionFailure("only effects are found to need a value")
        }
        let replies = machine.effects[effect].signature.replies
        let ending =
            replies.map { "'\(machine.events[$0.otherwise].name)' comes in its place" } ?? "and nothing says so"
        let names = states.prefix(3).map { "'\(machine.states[$0].name.text)'" }
        let more = states.count > names.count ? " and \(states.count - names.count) more" : ""
        return .warning(
            at: order.range,
            "a restart in \(names.joined(separator: ", "))\(more) takes '\(field.name)' away, which is "
                + "\(field.classification.name): '\(machine.effects[effect].name)' is not performed here then, \(ending); "
                + "say there what 'restored' means", code: .restartTakesValue)
    }
}

/// A variable that lacks its value in a state.
private struct GoneValue: Hashable {
    var variable: Int
    var state: Int
}

/// One way in which a row leads to a state, or leaves the run where it is.
private struct RowStep {
    /// The bodies of the row and of the branches of choices on the way: they assign before anything is ordered.
    var bodies: [PerformedBody]
    /// The bodies of the scopes that are entered, outermost first: each assigns before it orders.
    var entered: [PerformedBody]
    var target: Int

    /// The orders of effects that need what the variable lacks, and the variables that lack it behind the step.
    func orders(needing variable: Int) -> (orders: [PerformedBody.Order], variables: Set<Int>) {
        var gone = bodies.reduce([variable]) { $1.variables(lacking: $0) }
        var orders = bodies.flatMap { $0.orders(needing: gone) }
        for body in entered {
            gone = body.variables(lacking: gone)
            orders += body.orders(needing: gone)
        }
        return (orders, gone)
    }

    /// Whether the variable has a value behind the step; nil where the step leaves it as it is.
    func leavesValue(in variable: Int) -> Bool? {
        (bodies + entered).compactMap { $0.value(for: variable) }.last.map { $0.content != .absent }
    }
}

extension FlowMachine.Body {
    /// What the body assigns to the variable; nil where it assigns nothing.
    fileprivate func value(for variable: Int) -> Term? { assignments.last { $0.variable == variable }?.term }

    /// The variables that lack a value behind the assignments, where these lacked it before: those that are not set, or
    /// are set from one of them.
    fileprivate func variables(lacking gone: Set<Int>) -> Set<Int> {
        var lacking = gone
        for assignment in assignments {
            let isFromGone = gone.contains { assignment.term.content == .variable($0) }
            // A sum with a value that is gone is gone as well.
            let keepsGone = assignment.operation != .set && gone.contains(assignment.variable)
            if isFromGone || keepsGone {
                lacking.insert(assignment.variable)
            } else {
                lacking.remove(assignment.variable)
            }
        }
        return lacking
    }

    /// The orders of effects with one of the variables among their arguments.
    fileprivate func orders(needing variables: Set<Int>) -> [Order] {
        orders.filter { order in
            guard case .perform(_, let terms) = order.content else { return false }
            return terms.contains { term in
                if case .variable(let variable) = term.content { variables.contains(variable) } else { false }
            }
        }
    }
}

extension Machine {
    /// Whether a restart takes the variable's value away: it has a class, and no value of the spec's own.
    fileprivate func losesValue(of variable: Int) -> Bool {
        variables[variable].field.classification != .plain && variables[variable].initial == nil
    }

    /// Whether the author wrote a row for `restored` in the state. Where nobody did, a row that the resolver has added ignores it: that
    /// row stands at the flow's name.
    fileprivate func saysWhatRestartMeans(in state: Int) -> Bool {
        guard let restoredEvent, case .rows(let rows, _) = decider(of: restoredEvent, in: state) else { return false }
        return rows.contains { self.rows[$0].range != name.range }
    }

    /// The ways on which rows lead from a state, but for those of `restored`.
    fileprivate func rowSteps(from state: Int) -> [RowStep] {
        events.indices.filter { events[$0].signature.origin != .restored }.flatMap { event -> [RowStep] in
            guard case .rows(let rows, _) = decider(of: event, in: state) else { return [] }
            return rows.map { self.rows[$0] }.filter { !$0.isFaulty }.flatMap { row -> [RowStep] in
                switch row.verdict {
                case .stay: [RowStep(bodies: [row.body], entered: [], target: state)]
                case .move(let target): rowSteps(to: target, by: [row.body], from: state, through: [])
                case .ignore, .reject, .late: []
                }
            }
        }
    }

    /// The ways to the target, through choices; a choice that leads back to itself ends its way.
    private func rowSteps(to target: Target, by bodies: [PerformedBody], from origin: Int, through passed: Set<Int>)
        -> [RowStep]
    {
        switch target {
        case .state(let state):
            let entered = scopesEntered(from: origin, to: state).compactMap { scopes[$0].enter }
            return [RowStep(bodies: bodies, entered: entered, target: state)]
        case .choice(let choice):
            guard !passed.contains(choice) else { return [] }
            return choices[choice].branches.flatMap {
                rowSteps(to: $0.target, by: bodies + [$0.body], from: origin, through: passed.union([choice]))
            }
        }
    }
}
