import FlowLanguage
import FlowMachine
import KeywayCore

/// Where a restart takes away a value that an effect needs later on, some row says what the restart means (rule 24a).
///
/// A value is needed later on where a way leads from the state to an order with its variable, and nothing on the way sets that anew.
/// A variable that is set from one whose value is gone is not set anew: it has nothing either. The ways are those of
/// rows, whatever their guards say.
struct RestartsAreDecided: Rule {
    private typealias Order = FlowMachine.Body.Order

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        var steps = RowSteps(of: machine)
        return machine.variables.indices.filter { machine.losesValue(of: $0) }.flatMap { variable in
            orders(needing: variable, in: machine, by: &steps).map { order, states in
                warning(about: variable, in: machine, order: order, states: states)
            }
        }
    }

    /// The orders that need the variable, each with the states in which a restart takes it away; in the order of the text.
    private func orders(
        needing variable: Int, in machine: Machine, by steps: inout RowSteps
    ) -> [(order: Order, states: [Int])] {
        var found: [Int: (order: Order, states: [Int])] = [:]
        for state in holders(of: variable, in: machine, by: steps) where !machine.saysWhatRestartMeans(in: state) {
            var reached: Set<RowSteps.GoneValue> = [.init(variable: variable, place: .state(state))]
            var open = Array(reached)
            while let gone = open.popLast() {
                for step in steps.steps(from: gone.place) {
                    let (needing, next) = steps.orders(of: step, needing: gone.variable)
                    for order in needing {
                        var states = found[order.range.lower]?.states ?? []
                        if states.last != state { states.append(state) }
                        found[order.range.lower] = (order, states)
                    }
                    open += next.filter { reached.insert($0).inserted }
                }
            }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The states in which a run may have a value in the variable, ascending.
    private func holders(of variable: Int, in machine: Machine, by steps: RowSteps) -> [Int] {
        var holders: Set<RowSteps.Place> = []
        var count = -1
        while count != holders.count {
            count = holders.count
            for (place, steps) in steps.all {
                for step in steps where step.leavesValue(in: variable) ?? holders.contains(place) {
                    holders.insert(step.target)
                }
            }
        }
        return machine.liveStates.filter { holders.contains(.state($0)) }
    }

    private func warning(about variable: Int, in machine: Machine, order: Order, states: [Int])
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
}
