/// What may become of words between the provider and the flow.
public struct Channel: Hashable, Sendable {
    /// How many words wait at most; a provider says no more while there is no room.
    public var capacity: Int
    /// Whether a word may be lost on its way.
    public var drops: Bool
    /// Whether a word may be told twice.
    public var doubles: Bool
    /// Whether a word may be told before one that was spoken earlier.
    public var reorders: Bool
    /// Whether other things may happen while a word waits.
    public var delays: Bool

    /// The most words that fit into a configuration.
    public static let greatestCapacity = 8

    /// A capacity outside 1 to `greatestCapacity` is brought to the nearer end.
    public init(
        capacity: Int = 2, drops: Bool = false, doubles: Bool = false, reorders: Bool = false, delays: Bool = true
    ) {
        self.capacity = min(max(capacity, 1), Self.greatestCapacity)
        self.drops = drops
        self.doubles = doubles
        self.reorders = reorders
        self.delays = delays
    }
}
