public import FlowLanguage
public import KeywayCore

/// Where a value is read from, by name where the event decides which field it is.
public struct Term: Hashable, Sendable {
    /// Where the value is.
    public enum Content: Hashable, Sendable {
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
    public var content: Content
    /// The operand of the spec, or the name behind `keep`.
    public var range: SourceRange

    public init(_ content: Content, at range: SourceRange) {
        self.content = content
        self.range = range
    }
}

/// A guard's condition over variables and fields.
public indirect enum Condition: Sendable {
    /// At least one part holds.
    case any([Condition])
    /// Every part holds.
    case all([Condition])
    /// The part does not hold.
    case not(Condition)
    /// False where either side is absent, also with `!=`; only integers have an order.
    case comparison(Term, Test.Relation, Term)
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
public struct Body: Sendable {
    /// Made all at once.
    public var assignments: [Assignment]
    /// Carried out in this order.
    public var orders: [Order]

    public init(assignments: [Assignment] = [], orders: [Order] = []) {
        self.assignments = assignments
        self.orders = orders
    }

    /// Whether nothing happens besides the move, if there is one.
    public var isEmpty: Bool { assignments.isEmpty && orders.isEmpty }

    /// What happens to a variable.
    public struct Assignment: Sendable {
        /// By its position; no body assigns to a variable twice.
        public var variable: Int
        /// An addition or subtraction starts from what the variable held before the body.
        public var operation: KeywayCore.Assignment.Operation
        /// Read before any assignment of the body is made.
        public var term: Term
        /// The assignment in the spec, or the name behind `keep`.
        public var range: SourceRange
    }

    /// What is ordered, with its place in the spec.
    public struct Order: Sendable {
        /// What is ordered.
        public enum Content: Sendable {
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
        public var content: Content
        /// The order in the spec, without the `;` behind it.
        public var range: SourceRange
    }
}
