public import KeywayCore

/// The words in which timers and open orders live.
///
/// A slot says when what lives in it ends, then which step began it, then its place in that step. So of two timers with one
/// deadline the one that was set first is the lesser, the earliest end is the least slot, and an order is found by its
/// lower bits.
@usableFromInline
enum PackedSlot {
    /// How many bits are the place in the step, and how many are that and the step.
    @usableFromInline static var placeWidth: UInt64 { 4 }
    @usableFromInline static var identityWidth: UInt64 { 28 }
    @usableFromInline static var identityMask: UInt64 { 1 << 28 - 1 }
    /// No order has that identity.
    @usableFromInline static var noIdentity: UInt32 { .max }
    /// Milliseconds of so many bits, and as many again, have room: a year.
    @usableFromInline static var offsetWidth: UInt64 { 35 }
    /// Steps of so many bits have an identity of their own.
    @usableFromInline static var sequenceWidth: UInt64 { 24 }

    /// Whether a step then, after so many others, has room.
    @inlinable @inline(__always)
    static func hasRoom(at offset: UInt64, sequence: UInt64) -> Bool {
        offset &>> offsetWidth | (sequence &+ 1) &>> sequenceWidth == 0
    }

    /// What a step begins, before its duration and place are added.
    @inlinable @inline(__always)
    static func moment(at offset: UInt64, sequence: UInt64) -> UInt64 {
        offset &<< identityWidth | (sequence &+ 1) &<< placeWidth
    }

    /// What is added to a moment for what lasts so long and is the step's at that place; nil where there is no room.
    static func addend(lasting duration: Int64, place: Int) -> UInt64? {
        guard duration >= 0, duration < 1 << offsetWidth, place >= 0, place < 1 << placeWidth else { return nil }
        return UInt64(duration) << identityWidth | UInt64(place)
    }

    /// What an order is found by; `noIdentity` for one that no packed run gives.
    @inlinable @inline(__always)
    static func identity(of order: EffectOrder.ID?) -> UInt32 {
        let sequence = order?.sequence ?? .max
        let index = UInt64(order?.index ?? 0)
        // No jump: one event answers, the next does not.
        let hasNoRoom: UInt32 = sequence &>> sequenceWidth | index &>> placeWidth == 0 ? 0 : 1
        return UInt32(truncatingIfNeeded: (sequence &+ 1) &<< placeWidth | index) | (0 &- hasNoRoom)
    }

    /// The order that lives in a slot.
    static func order(in slot: UInt64) -> EffectOrder.ID {
        let identity = slot & identityMask
        return EffectOrder.ID(
            sequence: identity >> placeWidth &- 1, index: UInt32(identity & (1 << placeWidth - 1)))
    }

    /// When what lives in a slot ends, counted from the runs' epoch.
    static func end(of slot: UInt64) -> Int64 { Int64(slot >> identityWidth) }
}
