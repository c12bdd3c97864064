/// What one step does to the words and lanes of a run: the same for every run that comes through its cell with the same
/// answers.
@usableFromInline
struct Outcome: Hashable, Sendable {
    /// How the words and lanes below are to be taken.
    @usableFromInline
    enum Kind: UInt32, Sendable {
        case plain
        /// Bits are copied first.
        case copying
        /// Decided by the table itself; nothing else here counts.
        case leftToTable
    }

    @usableFromInline var kind = Kind.plain
    /// The bits to be copied: where they begin in the packed table's list, and how many there are.
    @usableFromInline var copies: UInt32 = 0
    @usableFromInline var copyCount: UInt32 = 0
    /// How many attempts begin, and how many timers are set.
    @usableFromInline var attempts: UInt32 = 0
    @usableFromInline var settingCount: UInt32 = 0
    @usableFromInline var step: PackedStep
    /// The variables' bits that stay, and what is added to them: constants, and one way or the other of counting.
    @usableFromInline var keptVariables = UInt64.max
    @usableFromInline var addedToVariables: UInt64 = 0
    /// A byte for each timer: which turns stay, and the turns of those that are set, within the step.
    @usableFromInline var keptTurns = UInt64.max
    @usableFromInline var setTurns: UInt64 = 0
    @usableFromInline var turns: UInt64 = 0
    /// The timers that stay, and those that are set: each lane all ones or zero.
    @usableFromInline var keptTimers = PackedRun.Timers(repeating: .max)
    @usableFromInline var setTimers = PackedRun.Timers.zero
    @usableFromInline var durations = PackedRun.Timers.zero
    /// The lanes of effects that are not ordered, and of those that are and will answer, with their places in the step and
    /// their limits.
    @usableFromInline var keptOrders = PackedRun.Orders(repeating: .max)
    @usableFromInline var setOrders = PackedRun.Orders.zero
    @usableFromInline var indices = PackedRun.Orders.zero
    @usableFromInline var limits = PackedRun.Orders.zero

    init(state: Int) { step = PackedStep(in: state) }

    /// What is left to the table in a state.
    static func left(in state: Int) -> Outcome {
        var outcome = Outcome(state: state)
        outcome.kind = .leftToTable
        return outcome
    }
}

/// Bits of the event or of the variables before the step, which become bits of the variables.
@usableFromInline
struct BitCopy: Hashable, Sendable {
    @usableFromInline var isOfEvent: Bool
    @usableFromInline var from: UInt64
    @usableFromInline var to: UInt64
    /// Before it is shifted to its place.
    @usableFromInline var mask: UInt64
}
