/// What one step does to the words and lanes of a run: the same for every run that comes through its cell with the same
/// answers.
@usableFromInline
struct Outcome: Hashable, Sendable {
    /// Nothing is to be copied and nothing is left to the table.
    @usableFromInline var isPlain = true
    /// Decided by the table itself; nothing else here counts.
    @usableFromInline var isLeftToTable = false
    @usableFromInline var state: UInt32
    /// How many attempts begin, and how many timers are set.
    @usableFromInline var attempts: UInt32 = 0
    @usableFromInline var settingCount: UInt32 = 0
    @usableFromInline var step = PackedStep()
    /// The variables' bits that stay, and what is added to them: constants, and one way or the other of counting.
    @usableFromInline var keptVariables = UInt64.max
    @usableFromInline var addedToVariables: UInt64 = 0
    /// The timers that stay, and those that are set: each lane all ones or zero.
    @usableFromInline var keptTimers = PackedRun.Timers(repeating: .max)
    @usableFromInline var setTimers = PackedRun.Timers.zero
    @usableFromInline var durations = PackedRun.Timers.zero
    /// A byte for each timer: which turns stay, and the turns of those that are set, within the step.
    @usableFromInline var keptTurns = UInt64.max
    @usableFromInline var setTurns: UInt64 = 0
    @usableFromInline var turns: UInt64 = 0
    /// The lanes of effects that will answer, with their places in the step and their limits.
    @usableFromInline var setOrders = PackedRun.Orders.zero
    @usableFromInline var indices = PackedRun.Orders.zero
    @usableFromInline var limits = PackedRun.Orders.zero

    @usableFromInline
    init(state: Int) { self.state = UInt32(truncatingIfNeeded: state) }
}

/// What a step does besides steering and timing.
struct OutcomeRest: Hashable, Sendable {
    /// An effect as it is ordered.
    struct Performed: Hashable, Sendable {
        var effect: Int
        var startsAttempt: Bool
        /// As they are after the assignments of the step.
        var arguments: [Operand]
    }

    /// A text or duration that goes to a variable.
    struct Moved: Hashable, Sendable {
        var variable: Int
        var operand: Operand
    }

    /// None reads what another writes.
    var moved: [Moved] = []
    var copies: [BitCopy] = []
    var performed: [Performed] = []
    /// How many attempts they start.
    var attempts = 0
    /// The choices that the step goes through.
    var choices: [Int] = []
}

/// Bits of the event or of the variables before the step, which become bits of the variables.
struct BitCopy: Hashable, Sendable {
    var isOfEvent: Bool
    var from: UInt64
    var to: UInt64
    /// Before it is shifted to its place.
    var mask: UInt64
}

extension Outcome {
    mutating func leaveToTable() {
        isPlain = false
        isLeftToTable = true
    }
}
