/// Everything that can decide what happens next, without the moments at which timers fire (rule 7a).
struct Configuration: Hashable {
    var state: Int
    /// Of the variables that guards read, in the order of `TrackedVariables`.
    var values: [Scalar]
    /// Timers that run, without the session's, which always does.
    var armed: Bits
    /// Effects that have not answered yet.
    var open: Bits
}

/// A cell: one event in one state.
struct Cell: Hashable, Comparable {
    var state: Int
    var event: Int

    static func < (left: Cell, right: Cell) -> Bool { (left.state, left.event) < (right.state, right.event) }
}

/// What a step started, stopped or answered.
struct Touched: Hashable {
    var timers: Bits
    var effects: Bits
}

/// A value that may be missing or out of range where it is used.
struct Fault: Hashable {
    enum Kind: Hashable {
        case absentArgument(effect: Int, field: Int)
        case absentAssignment(variable: Int)
        case absentCount(variable: Int)
        case absentDuration(timer: Int)
        case argumentOutside(effect: Int, field: Int)
        case assignmentOutside(variable: Int)
    }

    var kind: Kind
    var lower: Int
    var upper: Int
}
