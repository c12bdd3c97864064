import Keyway
import KeywayLog

/// Where a run stands: everything that a block of records changes at once, or not at all.
struct Stream {
    let run: RunID
    var legs: LegTree
    /// The sequence that the next record gets.
    var nextSequence: UInt64
    /// The time of the last record; no later one is before it.
    var latest: Instant
    var keeping = RecordKeeping()

    /// The run is over where its root is, also while a leg that was cancelled still ends.
    var isEnded: Bool { legs.root.isEnded }
}

/// One event on its way to a leg, with what its record says besides.
struct Occurrence {
    var event: Event
    var commandID: String?
    var unread: UnreadCallback?

    init(_ event: Event, commandID: String? = nil, unread: UnreadCallback? = nil) {
        self.event = event
        self.commandID = commandID
        self.unread = unread
    }
}

/// What the sources of a leg retained and it has not heard, in the order in which it was said; it counts as heard then.
typealias Unheard = @Sendable (_ leg: Int, _ table: Table) -> [RawValue]
