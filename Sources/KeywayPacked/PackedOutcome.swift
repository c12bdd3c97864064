import KeywayCore

/// What one step does to a packed run: the same for every run that comes through its cell with the same answers.
///
/// It is as large as a cache line, and is applied without a branch: what has no room in it is in an `OutcomeOverflow`.
@usableFromInline
struct PackedOutcome: Hashable, Sendable {
    /// A one for each bit of the variables that the outcome keeps.
    @usableFromInline var keptVariables = UInt64.max
    /// What is added to the variables after that: the codes of constants, and what counting adds or subtracts.
    @usableFromInline var addedToVariables: UInt64 = 0
    /// Up to two slots that begin, each of an armed timer or an open order.
    ///
    /// Word `firstWord` of the run becomes the step's `PackedSlot.stepPart` plus `firstAddend`, and word `secondWord` likewise.
    @usableFromInline var firstAddend: UInt64 = 0
    @usableFromInline var secondAddend: UInt64 = 0
    @usableFromInline var step: PackedStep
    @usableFromInline var firstWord = UInt8(PackedRun.noWord)
    @usableFromInline var secondWord = UInt8(PackedRun.noWord)
    /// The position among the table's overflows of what has no room here; or `noOverflow`, or `leftToTable`.
    @usableFromInline var overflow = noOverflow
    /// How many attempts begin.
    @usableFromInline var attempts: UInt16 = 0
    /// The bits of the run's word `cellAndSlots` that stay: those of the slots that do not end.
    @usableFromInline var keptCellAndSlots = PackedRun.cellAndSlots(firstCell: 0, slots: .max)
    /// The bits that are added to that word then: those of the slots that begin, and the position of the first cell of
    /// the state that is reached.
    @usableFromInline var addedToCellAndSlots: UInt64 = 0

    @usableFromInline static var noOverflow: UInt16 { 0 }
    /// The `Table` itself must decide the event; nothing else in the outcome counts.
    @usableFromInline static var leftToTable: UInt16 { .max }

    init(state: Int) { step = PackedStep(in: state) }

    /// The outcome that says that the `Table` itself must decide, for runs in the state.
    static func left(in state: Int) -> PackedOutcome {
        var outcome = PackedOutcome(state: state)
        outcome.overflow = leftToTable
        return outcome
    }
}

/// What a step does beyond what has room in an outcome, as few steps do: copies of bits, made before the outcome is applied,
/// and the slots that begin beside the outcome's two.
@usableFromInline
struct OutcomeOverflow: Hashable, Sendable {
    /// A slot that begins, by its word in the run.
    @usableFromInline
    struct Beginning: Hashable, Sendable {
        @usableFromInline var word: Int
        @usableFromInline var addend: UInt64
    }

    /// Bits of the event, or of the variables before the step, that become bits of the variables.
    @usableFromInline
    struct Copy: Hashable, Sendable {
        /// Whether the bits are read from the event's fields, and not from the run's variables.
        @usableFromInline var isOfEvent: Bool
        /// The lowest bit that is read, then the lowest that is written.
        @usableFromInline var from: UInt64
        @usableFromInline var to: UInt64
        /// A one for each bit that is copied, from the lowest bit on.
        @usableFromInline var mask: UInt64
        /// A one for each bit of the variables that is replaced, where it lies.
        @usableFromInline var replaced: UInt64
    }

    @usableFromInline var copies: [Copy] = []
    @usableFromInline var beginnings: [Beginning] = []

    var isEmpty: Bool { copies.isEmpty && beginnings.isEmpty }

    /// The variables after all copies.
    ///
    /// The outcome is applied to them, and its `keptVariables` have the copied bits.
    func copied(_ variables: UInt64, _ fields: UInt64) -> UInt64 {
        var result = variables
        for copy in copies {
            result &= ~copy.replaced
            result |= ((copy.isOfEvent ? fields : variables) &>> copy.from & copy.mask) &<< copy.to
        }
        return result
    }
}
