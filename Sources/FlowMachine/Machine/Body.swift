package import FlowLanguage
package import KeywayCore

/// An operand of a guard or body with its name resolved: a variable, a field of the event, or a constant.
///
/// A field is known by name, because one choice may be reached by events that have the field at different positions.
package struct Term: Hashable, Sendable {
    /// Where the value is read from.
    package enum Content: Hashable, Sendable {
        /// The variable at this position among the machine's variables.
        case variable(Int)
        /// The field of this name of the event that is being decided; absent where the event has no value in it.
        case field(String)
        /// A literal, or a case of an enum.
        case constant(Value)
        /// No value, written `nil`.
        case absent
    }

    /// What the name or literal of the spec means; a name that both a field and a variable have means the field.
    package var content: Content
    /// Where the operand stands in the spec; for `keep x`, which assigns the event's field `x` to the variable `x`, the place of the `x`.
    package var range: SourceRange

    package init(_ content: Content, at range: SourceRange) {
        self.content = content
        self.range = range
    }

    /// The variable whose value the term is, by its position; nil where the term is no variable.
    package var variable: Int? { if case .variable(let variable) = content { variable } else { nil } }
}

/// A guard's condition over variables and fields.
package indirect enum Condition: Sendable {
    /// At least one part holds.
    case any([Condition])
    /// Every part holds.
    case all([Condition])
    /// The part does not hold.
    case not(Condition)
    /// False where either side is absent, also with `!=`; only integers have an order.
    case comparison(Term, Table.Test.Relation, Term)
    /// The term's value is one of these; false where the term is absent.
    case membership(Term, of: [Value])
    /// The case that the first term holds is in the set that the second holds; false where either is absent.
    case containment(Term, in: Term)
    /// The term has a value, whether it is plain, personal, secret or transient.
    case present(Term)
    /// The term's value is true; false where the term is absent.
    case flag(Term)
}

/// What a row, a branch of a choice or an `enter` does besides moving.
package struct Body: Sendable {
    /// Made all at once: each reads the variables as they were before the body.
    package var assignments: [Assignment]
    /// Carried out in this order.
    package var orders: [Order]

    package init(assignments: [Assignment] = [], orders: [Order] = []) {
        self.assignments = assignments
        self.orders = orders
    }

    /// Whether nothing happens besides the move, if there is one.
    package var isEmpty: Bool { assignments.isEmpty && orders.isEmpty }

    /// What happens to a variable.
    package struct Assignment: Sendable {
        /// The variable, by its position among the machine's; no body assigns to a variable twice.
        package var variable: Int
        /// An addition or subtraction starts from what the variable held before the body.
        package var operation: Table.Assignment.Operation
        /// Read before any assignment of the body is made.
        package var term: Term
        /// Where the assignment stands in the spec; for `keep x`, the place of the `x`.
        package var range: SourceRange
    }

    /// One order of a body, with its place in the spec.
    package struct Order: Sendable {
        /// What is ordered.
        package enum Content: Sendable {
            /// Starts the timer, or starts it anew, for the duration that the term has, which is never absent.
            case set(timer: Int, Term)
            /// Ends the timer, so that it cannot fire.
            case clear(timer: Int)
            /// Orders the effect; arguments stand in the order of its fields.
            case perform(effect: Int, [Term])
            /// Asks for the lane, by its position.
            case take(lane: Int)
            /// Begins a sub-flow with a command, which is a position among the events of the sub-flow's machine; the terms are the
            /// command's arguments, in the order of its fields.
            case run(child: Int, command: Int, [Term])
        }

        /// What is ordered. All positions in it are the machine's, except that of a command for a sub-flow.
        package var content: Content
        /// Where the order stands in the spec, without the `;` behind it.
        package var range: SourceRange
    }
}
