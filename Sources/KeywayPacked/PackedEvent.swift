public import KeywayCore

/// An event as packed runs take it.
public struct PackedEvent: Hashable, Sendable {
    /// The codes of its fields, in one word as the table's layout places them.
    @usableFromInline var fields: UInt64
    /// The event's position in the table.
    @usableFromInline var position: UInt32
    /// The identity of the order that it answers, see `identity(of:)`.
    @usableFromInline var answers: UInt32
    /// 1 for a callback of an earlier attempt, which a row `on stale` of the state decides, if there is one; else 0.
    ///
    /// A reply needs no mark: it is stale where it answers no open order of the run.
    @usableFromInline var isStale: UInt32

    /// An event with the codes of its fields.
    ///
    /// - Parameters:
    ///   - position: the event's position in the table.
    ///   - fields: the codes of the event's fields in one word, as the packed table lays them out; 0 for an event
    ///     without fields.
    ///   - answers: the order that a reply answers; nil for any other event.
    ///   - isStale: whether it is a callback of an attempt that another has superseded. A reply needs no mark: it is
    ///     stale where it answers no open order of the run.
    @inlinable @inline(__always)
    public init(_ position: Int, fields: UInt64 = 0, answers: EffectOrder.ID? = nil, isStale: Bool = false) {
        self.init(position, fields: fields, identity: Self.identity(of: answers), isStale: isStale)
    }

    /// An event whose order is given by its identity, for a recording that keeps these.
    ///
    /// - Parameters:
    ///   - position: the event's position in the table.
    ///   - fields: as for `init(_:fields:answers:isStale:)`.
    ///   - identity: what `identity(of:)` gives for the order that a reply answers; `UInt32.max` for any other event.
    ///   - isStale: as for `init(_:fields:answers:isStale:)`.
    @inlinable @inline(__always)
    public init(_ position: Int, fields: UInt64 = 0, identity: UInt32, isStale: Bool = false) {
        self.fields = fields
        self.position = UInt32(truncatingIfNeeded: position)
        self.answers = identity
        self.isStale = isStale ? 1 : 0
    }

    /// An order in one number: `16 * (sequence + 1) + index`.
    ///
    /// - Parameter order: nil gives `UInt32.max`, and so does an order for which a packed run has no room: one with a sequence
    ///   above 16,777,214 or an index above 15.
    @inlinable @inline(__always)
    public static func identity(of order: EffectOrder.ID?) -> UInt32 { PackedSlot.identity(of: order) }

    /// The same event as the answer to an order.
    ///
    /// - Parameter order: an order of the run that the event comes to; nil for no order.
    @inlinable @inline(__always)
    public func answering(_ order: EffectOrder.ID?) -> PackedEvent { answering(identity: Self.identity(of: order)) }

    /// The same event as the answer to an order that is given by its identity.
    ///
    /// - Parameter identity: what `identity(of:)` gives for the order.
    @inlinable @inline(__always)
    public func answering(identity: UInt32) -> PackedEvent {
        var event = self
        event.answers = identity
        return event
    }

    /// The same event, of an attempt that another has superseded.
    @inlinable public var stale: PackedEvent {
        var event = self
        event.isStale = 1
        return event
    }
}

/// An event on its way to one of many packed runs.
public struct PackedArrival: Sendable {
    /// What comes.
    public var event: PackedEvent
    /// The run, by its place in the `PackedRuns`.
    public var run: Int
    /// When the event comes: the time that its record in a log has.
    public var time: Instant

    @inlinable @inline(__always)
    public init(_ event: PackedEvent, to run: Int, at time: Instant) {
        self.event = event
        self.run = run
        self.time = time
    }
}
