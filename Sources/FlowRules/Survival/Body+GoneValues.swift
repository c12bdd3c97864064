import FlowMachine
import KeywayCore

extension FlowMachine.Body {
    /// The variables whose values are gone after the body's assignments: each of `gone` that is not set anew, and each that is set from
    /// one of `gone`.
    ///
    /// - Parameter gone: the variables whose values a restart has taken away before the body.
    func variablesGone(ifGoneBefore gone: Set<Int>) -> Set<Int> {
        var goneAfter = gone
        for assignment in assignments {
            let isFromGone = gone.contains { assignment.term.content == .variable($0) }
            // `+=` and `-=` count from the old value: where that is gone, so is the result.
            let keepsGone = assignment.operation != .set && gone.contains(assignment.variable)
            if isFromGone || keepsGone {
                goneAfter.insert(assignment.variable)
            } else {
                goneAfter.remove(assignment.variable)
            }
        }
        return goneAfter
    }

    /// The body's orders that need the value of one of the variables.
    func orders(needing variables: Set<Int>, by needed: NeededValues) -> [Order] {
        orders.filter { order in
            needed.terms(neededBy: order).compactMap(\.variable).contains(where: variables.contains)
        }
    }
}
