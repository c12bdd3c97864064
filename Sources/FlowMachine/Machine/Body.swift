public import FlowLanguage
public import Keyway

/// Where a value is read from, by name where the event decides which field it is.
public struct Term: Hashable, Sendable {
    /// Where the value is.
    public enum Content: Hashable, Sendable {
        case variable(Int)
        case field(String)
        case constant(Value)
        case absent
    }

    public var content: Content
    public var range: SourceRange

    public init(_ content: Content, at range: SourceRange) {
        self.content = content
        self.range = range
    }
}

/// A guard's condition over variables and fields.
public indirect enum Condition: Sendable {
    case any([Condition])
    case all([Condition])
    case not(Condition)
    case comparison(Term, Test.Relation, Term)
    case membership(Term, of: [Value])
    case containment(Term, in: Term)
    case present(Term)
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

    public var isEmpty: Bool { assignments.isEmpty && orders.isEmpty }

    /// What happens to a variable.
    public struct Assignment: Sendable {
        public var variable: Int
        public var operation: Keyway.Assignment.Operation
        public var term: Term
        public var range: SourceRange
    }

    /// What is ordered, with its place in the spec.
    public struct Order: Sendable {
        /// What is ordered.
        public enum Content: Sendable {
            case set(timer: Int, Term)
            case clear(timer: Int)
            case perform(effect: Int, [Term])
            case take(lane: Int)
            /// Begins a child with a command of its flow, by the command's position there.
            case run(child: Int, command: Int, [Term])
        }

        public var content: Content
        public var range: SourceRange
    }
}
