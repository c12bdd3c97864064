/// An event as packed runs take it.
public struct PackedEvent: Sendable {
    /// The codes of its fields.
    @usableFromInline var fields: UInt64
    /// The event's position in the table.
    @usableFromInline var position: UInt32
    /// The order that it answers, as lanes have it.
    @usableFromInline var answers: UInt32
    /// All ones where a handler knows that it belongs to an earlier attempt.
    @usableFromInline var isStale: UInt32

    /// `fields` is the codes of the event's fields, as the packed table lays them out.
    @inlinable
    public init(_ position: Int, fields: UInt64 = 0, answers: OrderID? = nil, isStale: Bool = false) {
        self.fields = fields
        self.position = UInt32(truncatingIfNeeded: position)
        self.answers = PackedRun.lane(of: answers)
        self.isStale = isStale ? .max : 0
    }
}

/// An event on its way to one of many packed runs.
public struct PackedArrival: Sendable {
    public var event: PackedEvent
    /// The run, by its place among them.
    public var run: Int
    public var time: Instant

    @inlinable
    public init(_ event: PackedEvent, to run: Int, at time: Instant) {
        self.event = event
        self.run = run
        self.time = time
    }
}
