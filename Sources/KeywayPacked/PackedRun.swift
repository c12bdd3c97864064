import KeywayCore

/// One of many packed runs, in place: the words that steer and time it.
///
/// The codes of the variables; where the cells of its state begin, and which slots are alive; the last sequence and the
/// attempts; then a slot for each effect that answers and for each timer.
@usableFromInline
struct PackedRun {
    /// How many words come before the slots.
    @usableFromInline static var headerCount: Int { 3 }
    /// What is written here first is written over by the variables.
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

    /// Where the cells of its state begin, and above that a bit for each slot in which something lives.
    @inlinable @inline(__always)
    var place: UInt64 {
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
    static func place(row: UInt32, slots: UInt32) -> UInt64 { UInt64(slots) &<< 32 | UInt64(row) }

    @inlinable @inline(__always)
    static func progress(sequence: UInt64, attempt: UInt32) -> UInt64 { UInt64(attempt) &<< 32 | sequence }
}

extension PackedRun {
    /// Where the cells of the state begin.
    @inlinable @inline(__always)
    static func row(of place: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: place) }

    /// A bit for each slot in which something lives.
    static func slots(of place: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: place >> 32) }

    /// The sequence of the last record.
    @inlinable @inline(__always)
    var sequence: UInt64 { UInt64(UInt32(truncatingIfNeeded: progress)) }

    /// How many attempts have begun.
    var attempt: UInt32 { UInt32(truncatingIfNeeded: progress &>> 32) }
}

extension PackedRun {
    /// The slots, among the first so many and perhaps one more, that say of something that it began so; as bits of a place.
    @inlinable @inline(__always)
    func slots(of identity: UInt32, among count: Int) -> UInt64 {
        // Two at a time: hardly any flow has more effects that answer, and every run has two slots.
        var found = bit(ofSlot: 0, if: identity) | bit(ofSlot: 1, if: identity)
        var slot = 2
        while slot < count {
            found |= bit(ofSlot: slot, if: identity) | bit(ofSlot: slot &+ 1, if: identity)
            slot &+= 2
        }
        return found
    }

    @inlinable @inline(__always)
    func bit(ofSlot slot: Int, if identity: UInt32) -> UInt64 {
        let difference = self[Self.headerCount &+ slot] & PackedSlot.identityMask ^ UInt64(identity)
        // What comes before 0 has all bits, and before any other difference none that high: a comparison would be a jump.
        return (difference &- 1) & (1 &<< (32 &+ UInt64(truncatingIfNeeded: slot)))
    }

    /// Does what the outcome says, to that place and those variables, at a step's moment.
    @inlinable @inline(__always)
    func apply(_ outcome: UnsafePointer<PackedOutcome>, to place: UInt64, _ variables: UInt64, at moment: UInt64) {
        self[Int(outcome.pointee.firstWord)] = moment &+ outcome.pointee.firstAddend
        self[Int(outcome.pointee.secondWord)] = moment &+ outcome.pointee.secondAddend
        self.variables = variables & outcome.pointee.keptVariables &+ outcome.pointee.addedToVariables
        self.place = place & outcome.pointee.keptPlace | outcome.pointee.place
        progress &+= Self.progress(sequence: 1, attempt: UInt32(outcome.pointee.attempts))
    }
}
