/// One event as it comes to a run.
public struct Event: Equatable, Sendable {
    /// The event's position in the flow's table.
    public var position: Int
    /// In the order of the event's fields; nil is absent.
    public var fields: [Value?]
    public var stamp: Stamp
    /// The order that a reply answers.
    public var answers: OrderID?

    @inlinable
    public init(_ position: Int, fields: [Value?] = [], stamp: Stamp = .unknown, answers: OrderID? = nil) {
        self.position = position
        self.fields = fields
        self.stamp = stamp
        self.answers = answers
    }
}
