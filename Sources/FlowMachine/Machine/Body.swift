package import FlowLanguage
package import KeywayCore

/// Where a value is read from, by name where the event decides which field it is.
package struct Term: Hashable, Sendable {
    /// Where the value is.
    package enum Content: Hashable, Sendable {
        /// By its position among the machine's variables.
        case variable(Int)
        /// Of the event that is being decided; empty where that has no such value.
        case field(String)
        /// A literal or case of the spec.
        case constant(Value)
        /// No value, written `nil`.
        case absent
    }

    /// Where a field and a variable have one name, it is the field.
    package var content: Content
    /// The operand of the spec, or the name behind `keep`.
    package var range: SourceRange

    package init(_ content: Content, at range: SourceRange) {
        self.content = content
        self.range = range
    }
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
    /// The value is one of these; false where it is absent.
    case membership(Term, of: [Value])
    /// The case is in the set; false where either is absent.
    case containment(Term, in: Term)
    /// There is a value, of whatever class.
    case present(Term)
    /// The value is true; false where it is absent.
    case flag(Term)
}

/// What a row does besides moving.
package struct Body: Sendable {
    /// Made all at once.
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
        /// By its position; no body assigns to a variable twice.
        package var variable: Int
        /// An addition or subtraction starts from what the variable held before the body.
        package var operation: Table.Assignment.Operation
        /// Read before any assignment of the body is made.
        package var term: Term
        /// The assignment in the spec, or the name behind `keep`.
        package var range: SourceRange
    }

    /// What is ordered, with its place in the spec.
    package struct Order: Sendable {
        /// What is ordered.
        package enum Content: Sendable {
            /// Starts the timer, or starts it anew, with a duration that is present.
            case set(timer: Int, Term)
            /// Ends the timer, so that it cannot fire.
            case clear(timer: Int)
            /// Orders the effect; arguments stand in the order of its fields.
            case perform(effect: Int, [Term])
            /// Asks for the lane, by its position.
            case take(lane: Int)
            /// Begins a child with a command of its flow, by the command's position there.
            case run(child: Int, command: Int, [Term])
        }

        /// Positions are the machine's own, but for the command of a child.
        package var content: Content
        /// The order in the spec, without the `;` behind it.
        package var range: SourceRange
    }
}
