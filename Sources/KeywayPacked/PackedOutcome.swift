import KeywayCore

/// What one step does to a packed run: the same for every run that comes through its cell with the same answers.
///
/// It fills one line of a cache, and nothing in it is conditional: what does not fit is in a `Supplement`.
@usableFromInline
struct PackedOutcome: Hashable, Sendable {
    /// The variables' bits that stay, and what is added to them: constants, and one way or the other of counting.
    @usableFromInline var keptVariables = UInt64.max
    @usableFromInline var addedToVariables: UInt64 = 0
    /// Two slots that begin: what is added to the moment of the step, and the word of the run that it is.
    @usableFromInline var firstAddend: UInt64 = 0
    @usableFromInline var secondAddend: UInt64 = 0
    @usableFromInline var step: PackedStep
    @usableFromInline var firstWord = UInt8(PackedRun.noWord)
    @usableFromInline var secondWord = UInt8(PackedRun.noWord)
    /// Where the supplement is: see `noSupplement` and `leftToTable`.
    @usableFromInline var supplement = noSupplement
    /// How many attempts begin.
    @usableFromInline var attempts: UInt16 = 0
    /// What stays of the run's place, and what is put there: the slots that do not end, then those that begin and where the
    /// cells of the state are that is reached.
    @usableFromInline var keptPlace = PackedRun.place(row: 0, slots: .max)
    @usableFromInline var place: UInt64 = 0

    @usableFromInline static var noSupplement: UInt16 { 0 }
    /// Decided by the table itself; nothing else here counts.
    @usableFromInline static var leftToTable: UInt16 { .max }

    init(state: Int) { step = PackedStep(in: state) }

    /// What is left to the table in a state.
    static func left(in state: Int) -> PackedOutcome {
        var outcome = PackedOutcome(state: state)
        outcome.supplement = leftToTable
        return outcome
    }
}

/// What few steps do besides their outcome: bits that are copied before it, and further slots that begin.
@usableFromInline
struct Supplement: Hashable, Sendable {
    /// A slot that begins, by its word in the run.
    @usableFromInline
    struct Beginning: Hashable, Sendable {
        @usableFromInline var word: Int
        @usableFromInline var addend: UInt64
    }

    /// Bits of the event, or of the variables before the step, that become bits of the variables.
    @usableFromInline
    struct Copy: Hashable, Sendable {
        @usableFromInline var isOfEvent: Bool
        @usableFromInline var from: UInt64
        @usableFromInline var to: UInt64
        /// Before it is shifted to its place.
        @usableFromInline var mask: UInt64
    }

    @usableFromInline var copies: [Copy] = []
    @usableFromInline var beginnings: [Beginning] = []

    var isEmpty: Bool { copies.isEmpty && beginnings.isEmpty }

    /// The variables with the bits that are copied; the outcome keeps them.
    func copied(_ variables: UInt64, _ fields: UInt64) -> UInt64 {
        var result = variables
        for copy in copies {
            result &= ~(copy.mask &<< copy.to)
            result |= ((copy.isOfEvent ? fields : variables) &>> copy.from & copy.mask) &<< copy.to
        }
        return result
    }
}
