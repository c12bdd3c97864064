/// Where a value is read from.
public enum Operand: Hashable, Sendable {
    case variable(Int)
    /// A field of the event that is being decided.
    case field(Int)
    case constant(Value)
    case absent
}

/// One question of a guard. A comparison with an absent value is false, also `!=`.
public enum Test: Hashable, Sendable {
    /// How two values compare.
    public enum Relation: UInt8, Sendable, CaseIterable {
        case equal = 0
        case notEqual = 1
        case less = 2
        case lessOrEqual = 3
        case greater = 4
        case greaterOrEqual = 5
    }

    case comparison(Operand, Relation, Operand)
    case membership(Operand, of: [Value])
    /// The second is a set.
    case containment(Operand, in: Operand)
    case presence(Operand)
    case flag(Operand)
}

/// A question and where each answer leads; a guard is a chain of these.
public struct Decision: Hashable, Sendable {
    /// Where to go on.
    public enum Next: Hashable, Sendable {
        /// A decision further up in the list, so that deciding always ends.
        case decision(Int)
        /// The row or branch that holds.
        case row(Int)
    }

    public var test: Test
    public var ifTrue: Next
    public var ifFalse: Next

    public init(test: Test, ifTrue: Next, ifFalse: Next) {
        self.test = test
        self.ifTrue = ifTrue
        self.ifFalse = ifFalse
    }
}

/// What happens to a variable.
public struct Assignment: Hashable, Sendable {
    /// What is done with the operand.
    public enum Operation: UInt8, Sendable {
        case set = 0
        case add = 1
        case subtract = 2
    }

    public var variable: Int
    public var operation: Operation
    public var operand: Operand

    public init(variable: Int, operation: Operation, operand: Operand) {
        self.variable = variable
        self.operation = operation
        self.operand = operand
    }
}

/// What a step orders besides moving.
public enum Order: Hashable, Sendable {
    case set(timer: Int, Operand)
    case clear(timer: Int)
    case perform(effect: Int, [Operand])
    case take(lane: Int)
    /// Begins a sub-flow with a command, by its position in the sub-flow's table.
    case run(child: Int, command: Int, [Operand])
}

/// Assignments, which read the values before them, and orders, which read the values after them.
public struct Body: Hashable, Sendable {
    public var assignments: [Assignment]
    public var orders: [Order]

    public init(assignments: [Assignment] = [], orders: [Order] = []) {
        self.assignments = assignments
        self.orders = orders
    }

    public var isEmpty: Bool { assignments.isEmpty && orders.isEmpty }
}

/// Where a row or branch leads.
public enum Target: Hashable, Sendable {
    /// A state or final.
    case state(Int)
    case choice(Int)
}

/// One row of the transition table.
public struct Row: Hashable, Sendable {
    /// What the row decides.
    public enum Verdict: Hashable, Sendable {
        case move(Target)
        case stay
        case ignore
        case reject
        case late
    }

    public var verdict: Verdict
    public var body: Body
    /// Whether an `other` row claims that this cannot happen.
    public var isClaim: Bool

    public init(verdict: Verdict, body: Body = Body(), isClaim: Bool = false) {
        self.verdict = verdict
        self.body = body
        self.isClaim = isClaim
    }
}

/// One branch of a choice, as the event that leads there sees it.
public struct Branch: Hashable, Sendable {
    public var target: Target
    public var body: Body

    public init(target: Target, body: Body) {
        self.target = target
        self.body = body
    }
}

/// A target that is resolved within the step.
public struct Choice: Hashable, Sendable {
    public var name: String
    /// Leads to a position in the table's branches.
    public var entry: Decision.Next

    public init(name: String, entry: Decision.Next) {
        self.name = name
        self.entry = entry
    }
}

/// What leaving one state and entering another does to the scopes around them.
public struct Move: Hashable, Sendable {
    /// A timer that begins with its scope.
    public struct Begun: Hashable, Sendable {
        public var timer: Int
        /// In milliseconds.
        public var duration: Int64

        public init(timer: Int, duration: Int64) {
            self.timer = timer
            self.duration = duration
        }
    }

    /// The timers whose scope is left.
    public var ended: [Int]
    public var begun: [Begun]
    /// The `enter` bodies, outermost first.
    public var entered: [Body]
    /// The sub-flows whose scope is left.
    public var left: [Int]
    /// The lanes whose scope is left.
    public var freed: [Int]

    public init(ended: [Int], begun: [Begun], entered: [Body], left: [Int] = [], freed: [Int] = []) {
        self.ended = ended
        self.begun = begun
        self.entered = entered
        self.left = left
        self.freed = freed
    }
}
