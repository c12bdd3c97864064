/// Everything that can decide what happens next, without the moments at which timers fire (rule 7a).
struct PreparedConfiguration: Hashable {
    var state: Int
    /// Of the variables that guards read, in the order of `TrackedVariables`.
    var values: [Scalar]
    /// Timers that run, without the session's, which always does.
    var armed: Bits
    /// Effects that have not answered yet.
    var open: Bits
    /// Sub-flows that run, and lanes that are asked for or held, by their `RunningNumbers`.
    var running = Bits(count: 0)
    /// Effects that get their `otherwise` before anything else happens, because another process has just gone on with the run.
    var interrupted = Bits(count: 0)

    /// As one number, because a search asks for it at every step.
    func hash(into hasher: inout Hasher) {
        var mixed = UInt64(truncatingIfNeeded: state)
        for value in values { mixed = mixed.mixed(with: value.map { UInt64(bitPattern: $0) } ?? 0xABCD_EF01) }
        for bits in [armed, open, running, interrupted] { mixed = mixed.mixed(with: bits.mixed) }
        hasher.combine(mixed)
    }
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
    var running = Bits(count: 0)
}

/// A value that may be missing or out of range where it is used.
struct Fault: Hashable {
    enum Kind: Hashable {
        case absentArgument(of: Callee, field: Int)
        case absentAssignment(variable: Int)
        case absentCount(variable: Int)
        case absentDuration(timer: Int)
        case argumentOutside(of: Callee, field: Int)
        case assignmentOutside(variable: Int)
        case childRunsAlready(child: Int)
        case laneTakenTwice(lane: Int)
        /// An effect waits for the lane that its own run stands in.
        case laneNeeded(effect: Int)
        /// A sub-flow has a lane of the provider in whose lane its parent stands.
        case laneOfChild(child: Int)
    }

    /// What is called with arguments.
    enum Callee: Hashable {
        case effect(Int)
        case command(Int, child: Int)
    }

    var kind: Kind
    var lower: Int
    var upper: Int
}
