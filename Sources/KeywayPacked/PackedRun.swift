import KeywayCore

/// A pointer to one of many packed runs, by which the run's words are read and written in place.
///
/// Three words of 64 bits come first: `variables`, `cellAndSlots` and `progress`. A slot for each effect with replies and then
/// for each timer follows: an open order or an armed timer, in the form of `PackedSlot`.
@usableFromInline
struct PackedRun {
    /// How many words come before the slots: `variables`, `cellAndSlots` and `progress`.
    @usableFromInline static var headerCount: Int { 3 }
    /// The word to which an outcome writes a slot that does not begin: `apply` writes the variables over it.
    @usableFromInline static var noWord: Int { 0 }

    @usableFromInline let words: UnsafeMutableRawPointer

    @inlinable @inline(__always)
    init(at words: UnsafeMutableRawPointer) { self.words = words }

    @inlinable @inline(__always)
    subscript(word: Int) -> UInt64 {
        get { words.load(fromByteOffset: word &<< 3, as: UInt64.self) }
        nonmutating set { words.storeBytes(of: newValue, toByteOffset: word &<< 3, as: UInt64.self) }
    }

    /// The codes of the variables.
    @inlinable @inline(__always)
    var variables: UInt64 {
        get { self[Self.noWord] }
        nonmutating set { self[Self.noWord] = newValue }
    }

    /// The position of the first cell of the run's state, and above that a bit for each slot that is in use.
    @inlinable @inline(__always)
    var cellAndSlots: UInt64 {
        get { self[1] }
        nonmutating set { self[1] = newValue }
    }

    /// The sequence of the last record, and above that the attempts.
    @inlinable @inline(__always)
    var progress: UInt64 {
        get { self[2] }
        nonmutating set { self[2] = newValue }
    }

    @inlinable @inline(__always)
    static func cellAndSlots(firstCell: UInt32, slots: UInt32) -> UInt64 { UInt64(slots) &<< 32 | UInt64(firstCell) }

    @inlinable @inline(__always)
    static func progress(sequence: UInt64, attempt: UInt32) -> UInt64 { UInt64(attempt) &<< 32 | sequence }
}

extension PackedRun {
    /// The position of the first cell of the state.
    @inlinable @inline(__always)
    static func firstCell(of cellAndSlots: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: cellAndSlots) }

    /// A bit for each slot that is in use.
    static func slots(of cellAndSlots: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: cellAndSlots >> 32) }

    /// The sequence of the last record.
    @inlinable @inline(__always)
    var sequence: UInt64 { UInt64(UInt32(truncatingIfNeeded: progress)) }

    /// How many attempts have begun.
    var attempt: UInt32 { UInt32(truncatingIfNeeded: progress &>> 32) }
}

extension PackedRun {
    /// The slots of orders with this identity, in use or not, as bits of a word `cellAndSlots`.
    ///
    /// `count` is how many effects have replies. Where it is odd, or less than two, slots behind the slots of these
    /// effects are looked at too, and the caller takes the bits of those away.
    @inlinable @inline(__always)
    func slots(of identity: UInt32, among count: Int) -> UInt64 {
        // Two at a time: hardly any flow has more than two effects with replies, and every run has at least two slots.
        var found = bit(ofSlot: 0, if: identity) | bit(ofSlot: 1, if: identity)
        var slot = 2
        while slot < count {
            found |= bit(ofSlot: slot, if: identity) | bit(ofSlot: slot &+ 1, if: identity)
            slot &+= 2
        }
        return found
    }

    /// The slot's bit of a word `cellAndSlots` where the slot has this identity, else 0.
    @inlinable @inline(__always)
    func bit(ofSlot slot: Int, if identity: UInt32) -> UInt64 {
        let difference = self[Self.headerCount &+ slot] & PackedSlot.identityMask ^ UInt64(identity)
        // 0 minus 1 has all bits; any other difference minus 1 has none of the upper 32. A comparison would be a
        // branch.
        return (difference &- 1) & (1 &<< (32 &+ UInt64(truncatingIfNeeded: slot)))
    }

    /// Changes the run as the outcome says.
    ///
    /// `cellAndSlots` and `variables` are the run's words to change: without the orders that the event closes, and with the copies of
    /// an overflow. `stepPart` is the step's `PackedSlot.stepPart`. The variables are written after the slots: see `noWord`.
    @inlinable @inline(__always)
    func apply(
        _ outcome: UnsafePointer<PackedOutcome>, to cellAndSlots: UInt64, _ variables: UInt64, _ stepPart: UInt64
    ) {
        self[Int(outcome.pointee.firstWord)] = stepPart &+ outcome.pointee.firstAddend
        self[Int(outcome.pointee.secondWord)] = stepPart &+ outcome.pointee.secondAddend
        self.variables = variables & outcome.pointee.keptVariables &+ outcome.pointee.addedToVariables
        self.cellAndSlots = cellAndSlots & outcome.pointee.keptCellAndSlots | outcome.pointee.addedToCellAndSlots
        progress &+= Self.progress(sequence: 1, attempt: UInt32(outcome.pointee.attempts))
    }
}
