import FlowMachine
import KeywayCore

extension FlowMachine.Body {
    /// The variables whose values are gone after the body's assignments: each of `gone` that is not set anew, and each that is set from
    /// one of `gone`.
    ///
    /// - Parameter gone: the variables whose values a restart has taken away before the body.
    func variables(lacking gone: Set<Int>) -> Set<Int> {
        var lacking = gone
        for assignment in assignments {
            let isFromGone = gone.contains { assignment.term.content == .variable($0) }
            // `+=` and `-=` count from the old value: where that is gone, so is the result.
            let keepsGone = assignment.operation != .set && gone.contains(assignment.variable)
            if isFromGone || keepsGone {
                lacking.insert(assignment.variable)
            } else {
                lacking.remove(assignment.variable)
            }
        }
        return lacking
    }

    /// The body's orders of effects that have one of the variables as an argument.
    func orders(needing variables: Set<Int>) -> [Order] {
        orders.filter { order in
            guard case .perform(_, let terms) = order.content else { return false }
            return terms.compactMap(\.variable).contains(where: variables.contains)
        }
    }
}
