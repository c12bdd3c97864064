import FlowLanguage
import FlowMachine
import KeywayCore

/// A timer is set and cleared, a lane taken and a sub-flow run only inside the scope that declares it (rules 14 to 16).
///
/// A final ends all of them, wherever they are declared (rule 13): on a way that leads to finals alone such an order can do nothing.
struct OrdersStayInScope: Rule {
    func diagnostics(for machine: Machine) -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for row in machine.rows where !row.isFaulty {
            diagnostics += problems(of: row.body, arrivingAt: arrivals(of: row, in: machine), in: machine)
        }
        for choice in machine.choices where !choice.isFaulty {
            for branch in choice.branches {
                diagnostics += problems(
                    of: branch.body, arrivingAt: machine.destinations(of: branch.target), in: machine)
            }
        }
        for (position, scope) in machine.scopes.enumerated() {
            guard let body = scope.enter else { continue }
            diagnostics += problems(
                of: body, within: machine.scopes(from: position), named: scope.name.text, in: machine)
        }
        return diagnostics
    }

    /// The states in which the row's orders are carried out: where a move leads, or where a `stay` decides.
    private func arrivals(of row: Machine.Row, in machine: Machine) -> [Int] {
        switch row.verdict {
        case .move(let target): machine.destinations(of: target)
        case .stay:
            machine.liveStates(in: row.scope).filter { state in
                if case .rows(_, row.scope) = machine.decider(of: row.event, in: state) { true } else { false }
            }
        case .ignore, .reject, .late: []
        }
    }

    /// A diagnostic for each order that is out of its scope in one of the states in which it is carried out.
    private func problems(of body: FlowMachine.Body, arrivingAt states: [Int], in machine: Machine) -> [Diagnostic] {
        // Where a choice leads to a state or to a final, an order about what the file itself declares counts in the state, and is harmless
        // in the final.
        let runEnds = states.allSatisfy { machine.states[$0].isFinal }
        var diagnostics: [Diagnostic] = []
        for state in states {
            // One diagnostic for each order is enough, though the order may be out of scope in several states.
            diagnostics += problems(
                of: body, within: runEnds ? [] : machine.scopes(around: state),
                named: machine.states[state].name.text, runEnds: runEnds, in: machine
            ).filter { problem in !diagnostics.contains { $0.range == problem.range } }
        }
        return diagnostics
    }

    /// A diagnostic for each order of which none of `scopes`, those around the place where it is carried out, is the home.
    ///
    /// - Parameter runEnds: whether the step that carries out the orders surely ends the run: each place that it may lead to is a final.
    private func problems(
        of body: FlowMachine.Body, within scopes: [Int], named place: String, runEnds: Bool = false, in machine: Machine
    ) -> [Diagnostic] {
        body.orders.compactMap { order in
            guard let (what, home, verb) = scoped(order.content, in: machine), !scopes.contains(home.scope) else {
                return nil
            }
            let reason =
                runEnds
                ? "'\(place)' ends \(what), so it cannot be \(verb) on the way there"
                : "\(what) does not live in '\(place)', so it cannot be \(verb) there"
            return .error(
                at: order.range, reason,
                code: .usedOutOfScope, notes: [.init("it lives in the scope that declares it", at: home.range)])
        }
    }

    /// What the order begins or ends, its declaration, and a verb for the message; nil for an effect, which has no
    /// scope.
    private func scoped(
        _ order: FlowMachine.Body.Order.Content, in machine: Machine
    ) -> (what: String, home: (scope: Int, range: SourceRange), verb: String)? {
        switch order {
        case .set(let timer, _): timerHome(timer, "set", machine)
        case .clear(let timer): timerHome(timer, "cleared", machine)
        case .take(let position):
            (
                "lane '\(machine.lanes[position].name.text)'",
                (machine.lanes[position].scope, machine.lanes[position].name.range), "taken"
            )
        case .run(let position, _, _):
            (
                "child '\(machine.children[position].name.text)'",
                (machine.children[position].scope, machine.children[position].name.range), "run"
            )
        case .perform: nil
        }
    }

    private func timerHome(
        _ timer: Int, _ verb: String, _ machine: Machine
    ) -> (what: String, home: (scope: Int, range: SourceRange), verb: String) {
        let timer = machine.timers[timer]
        return ("timer '\(timer.name)'", (timer.scope, timer.range), verb)
    }
}
