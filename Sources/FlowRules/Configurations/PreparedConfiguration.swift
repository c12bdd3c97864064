/// Everything of a run that can decide what happens next, without the times at which timers are due (rule 7a).
struct PreparedConfiguration: Hashable {
    var state: Int
    /// The values of the `TrackedVariables`, in their order; 0 or nil where only the presence makes a difference.
    var values: [Scalar]
    /// Timers that run, without the session's (the file's `within`), which always runs.
    var armed: Bits
    /// Effects that have not answered yet.
    var open: Bits
    /// Sub-flows that run, and lanes that are asked for or held, by their `RunningNumbers`.
    var running = Bits(count: 0)
    /// Effects that get their `otherwise` before anything else happens, because another process has just gone on with the run.
    var interrupted = Bits(count: 0)

    /// Hashes everything as one number, because a search asks for the hash at every step; 0xABCD_EF01 stands for an absent value.
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
    /// Sub-flows and lanes, by their `RunningNumbers`.
    var running = Bits(count: 0)
}

/// A place where a value may be absent or out of range, or where an order may begin something twice or wait for itself.
struct Fault: Hashable {
    enum Kind: Hashable {
        /// An argument is absent, and its field is not optional.
        case absentArgument(of: Callee, field: Int)
        /// An absent value is assigned to a variable that is not optional.
        case absentAssignment(variable: Int)
        /// A `+=` or `-=` with an absent variable or amount.
        case absentCount(variable: Int)
        /// A timer is set to a duration that is absent.
        case absentDuration(timer: Int)
        case argumentOutside(of: Callee, field: Int)
        case assignmentOutside(variable: Int)
        case childRunsAlready(child: Int)
        /// A run takes a lane of a provider although it has asked for or holds one of the same provider.
        case laneTakenTwice(lane: Int)
        /// An effect waits for the lane that its own run stands in.
        case laneNeeded(effect: Int)
        /// An effect waits for the lane in which a sub-flow of its own run may stand.
        case laneNeededBesideChild(effect: Int, child: Int)
        /// A sub-flow, whose flow has a lane of a provider, runs while its parent may hold or have asked for that provider's lane: the
        /// sub-flow would wait for its parent.
        case laneOfChild(child: Int)
    }

    /// What gets arguments: an effect that is ordered, or a command by which a sub-flow is begun.
    enum Callee: Hashable {
        case effect(Int)
        case command(Int, child: Int)
    }

    var kind: Kind
    /// Where the range of the place in the spec begins, in bytes.
    var lower: Int
    /// Where that range ends.
    var upper: Int
}
