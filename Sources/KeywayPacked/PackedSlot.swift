public import KeywayCore

/// The layout of a slot: one 64-bit machine word for an armed timer or an open order.
///
/// The upper 36 bits say when the timer or order ends, in milliseconds since `PackedRuns.epoch`. The 28 bits below are its
/// identity: the sequence of the step that began it, plus one (24), and its place among the timers or among the orders of
/// that step (4). So the earliest end is the least slot, of two timers with one deadline the one that was set first is the
/// lesser, and an order is found by its identity. A timer and an order may have one identity: each has slots of its own.
@usableFromInline
enum PackedSlot {
    /// How many bits the place in the step has, and how many the whole identity: the sequence and the place.
    @usableFromInline static var placeWidth: UInt64 { 4 }
    @usableFromInline static var identityWidth: UInt64 { 28 }
    @usableFromInline static var identityMask: UInt64 { 1 << 28 - 1 }
    /// Stands for no order: no order has this identity.
    @usableFromInline static var noIdentity: UInt32 { .max }
    /// How many bits the milliseconds from the epoch to a step may have, and those from the step to an end: about a
    /// year.
    @usableFromInline static var offsetWidth: UInt64 { 35 }
    /// How many bits the sequence of a step, plus one, may have.
    @usableFromInline static var sequenceWidth: UInt64 { 24 }

    /// Whether a step at this time since the epoch and with this sequence has room in a slot.
    @inlinable @inline(__always)
    static func hasRoom(at offset: UInt64, sequence: UInt64) -> Bool {
        offset &>> offsetWidth | (sequence &+ 1) &>> sequenceWidth == 0
    }

    /// The part of a slot that all of one step's timers and orders share: the `addend` of each is added to it.
    @inlinable @inline(__always)
    static func stepPart(at offset: UInt64, sequence: UInt64) -> UInt64 {
        offset &<< identityWidth | (sequence &+ 1) &<< placeWidth
    }

    /// What is added to the `stepPart` for a timer or order of this duration and place in the step; nil where it has
    /// no room.
    static func addend(lasting duration: Int64, place: Int) -> UInt64? {
        guard duration >= 0, duration < 1 << offsetWidth, place >= 0, place < 1 << placeWidth else { return nil }
        return UInt64(duration) << identityWidth | UInt64(place)
    }

    /// What an order is found by; `noIdentity` for no order, and for one whose sequence or index has no room here.
    @inlinable @inline(__always)
    static func identity(of order: EffectOrder.ID?) -> UInt32 {
        let sequence = order?.sequence ?? .max
        let index = UInt64(order?.index ?? 0)
        // Without a branch: some events answer an order and others do not, so a processor would often guess a branch wrong.
        let number = sequence &+ 1
        // For no order the number is 0, so the sequence is looked at too.
        let hasNoRoom: UInt32 = (sequence | number) &>> sequenceWidth | index &>> placeWidth == 0 ? 0 : 1
        return UInt32(truncatingIfNeeded: number &<< placeWidth | index) | (0 &- hasNoRoom)
    }

    /// The order whose identity a slot has.
    static func order(in slot: UInt64) -> EffectOrder.ID {
        let identity = slot & identityMask
        return EffectOrder.ID(
            sequence: identity >> placeWidth &- 1, index: UInt32(identity & (1 << placeWidth - 1)))
    }

    /// When the timer or order in a slot ends, in milliseconds since `PackedRuns.epoch`.
    static func end(of slot: UInt64) -> Int64 { Int64(slot >> identityWidth) }
}
