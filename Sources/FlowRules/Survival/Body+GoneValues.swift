import FlowMachine
import KeywayCore

extension FlowMachine.Body {
    /// The variables that lack a value behind the assignments, where these lacked it before: those that are not set, or
    /// are set from one of them.
    func variables(lacking gone: Set<Int>) -> Set<Int> {
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
    func orders(needing variables: Set<Int>) -> [Order] {
        orders.filter { order in
            guard case .perform(_, let terms) = order.content else { return false }
            return terms.contains { term in
                if case .variable(let variable) = term.content { variables.contains(variable) } else { false }
            }
        }
    }
}
