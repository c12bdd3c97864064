/// What may become of words between the provider and the flow.
public struct Channel: Hashable, Sendable {
    /// How many words wait at most; a provider says no more while there is no room.
    ///
    /// The words of one `emit` go into an empty channel all the same, so that no row of a model is left out for its length.
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

    /// A channel that may delay words and does nothing else to them, unless it is told otherwise.
    ///
    /// - Parameters:
    ///   - capacity: how many words wait at most; a number outside 1 to `greatestCapacity` is brought to the nearer
    ///     end.
    ///   - drops: whether a word may be lost on its way.
    ///   - doubles: whether a word may be told twice.
    ///   - reorders: whether a word may be told before one that was spoken earlier.
    ///   - delays: whether other things may happen while a word waits.
    public init(
        capacity: Int = 2, drops: Bool = false, doubles: Bool = false, reorders: Bool = false, delays: Bool = true
    ) {
        self.capacity = min(max(capacity, 1), Self.greatestCapacity)
        self.drops = drops
        self.doubles = doubles
        self.reorders = reorders
        self.delays = delays
    }

    /// Whether a word may be lost, doubled or overtaken; that it may wait is no fault.
    package var isFaulty: Bool { drops || doubles || reorders }

    /// Whether so many more words find room; what is done in silence needs none.
    func hasRoom(for words: Int, beside waiting: Int) -> Bool {
        words == 0 || waiting == 0 || waiting + words <= capacity
    }
}
