import FlowLanguage
import FlowMachine
import KeywayCore

/// Where a restart takes away a value that an effect needs later on, some row says what the restart means (rule 24a).
///
/// A state needs a value later on if rows lead from there to an order of an effect with the value's variable as an argument, or to one
/// that begins a sub-flow which gives the value to an effect, and none of them sets the variable anew. A variable that is set from one
/// whose value is gone is without a value too. What the spec itself gives, as a first value or a constant, is never gone. Each row counts,
/// whatever its guard asks.
struct RestartsAreDecided: Rule {
    private typealias Order = FlowMachine.Body.Order

    func diagnostics(for machine: Machine) -> [Diagnostic] {
        var steps = RowSteps(of: machine)
        let losses = steps.losses(in: machine)
        let states = machine.liveStates.filter { !machine.saysWhatRestartMeans(in: $0) }
        return machine.variables.indices.flatMap { variable in
            let losing = states.filter { losses.contains(.init(variable: variable, place: .state($0))) }
            return orders(needing: variable, goneIn: losing, by: &steps).map { order, states in
                warning(about: variable, in: machine, order: order, states: states)
            }
        }
    }

    /// The orders that need the variable, in the order of the text, each with those of the `states` from which rows lead to it.
    private func orders(
        needing variable: Int, goneIn states: [Int], by steps: inout RowSteps
    ) -> [(order: Order, states: [Int])] {
        var found: [Int: (order: Order, states: [Int])] = [:]
        for state in states {
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

    private func warning(about variable: Int, in machine: Machine, order: Order, states: [Int])
        -> Diagnostic
    {
        let field = machine.variables[variable].field
        let names = states.prefix(3).map { "'\(machine.states[$0].name.text)'" }
        let more = states.count > names.count ? " and \(states.count - names.count) more" : ""
        return .warning(
            at: order.range,
            "a restart in \(names.joined(separator: ", "))\(more) takes '\(field.name)' away, which is "
                + "\(field.classification.name): \(loss(of: order, in: machine)); say there what 'restored' means",
            code: .restartTakesValue)
    }

    /// What becomes of an order without the value, for the message.
    private func loss(of order: Order, in machine: Machine) -> String {
        switch order.content {
        case .perform(let effect, _):
            let replies = machine.effects[effect].signature.replies
            let ending =
                replies.map { "'\(machine.events[$0.otherwise].name)' comes in its place" } ?? "and nothing says so"
            return "'\(machine.effects[effect].name)' is not performed here then, \(ending)"
        case .run(let child, _, _):
            return "'\(machine.children[child].name.text)' begins here without the value then, "
                + "and its effects that need the value are not performed"
        case .set, .clear, .take: preconditionFailure("such an order needs no value of a class")
        }
    }
}

extension Machine {
    /// Whether the author wrote a row for `restored` that decides it in the state.
    ///
    /// Else the resolver has added a row that ignores it. The added row has the place of the flow's name, by which it is known here.
    fileprivate func saysWhatRestartMeans(in state: Int) -> Bool {
        guard let restoredEvent, case .rows(let rows, _) = decider(of: restoredEvent, in: state) else { return false }
        return rows.contains { self.rows[$0].range != name.range }
    }
}
