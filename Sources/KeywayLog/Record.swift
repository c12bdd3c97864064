public import Keyway

/// One line of a run's history.
///
/// Secret and personal values stand as `Value.withheld`; transient ones as well. The log writes nothing else of them.
public struct Record: Equatable, Sendable {
    /// The root run; its legs are in the same stream.
    public var run: RunID
    /// Which part of the stream: 0 is the root run, sub-flows count from 1 in the order in which they begin.
    public var leg: UInt32
    /// Counted from 0 without gaps in each stream.
    public var sequence: UInt64
    /// Never before the time of the record before it.
    public var time: Instant
    /// A beginning, or an event with what it meant.
    public var content: Content

    /// What the record tells.
    public enum Content: Equatable, Sendable {
        /// The first record of every stream, and of no other leg.
        case began(Beginning)
        /// An event of the leg, also one that changed nothing.
        case event(EventRecord)
        /// A sub-flow begins; its command follows as an event of its leg.
        case legBegan(LegBeginning)
    }

    public init(run: RunID, leg: UInt32 = 0, sequence: UInt64, time: Instant, content: Content) {
        self.run = run
        self.leg = leg
        self.sequence = sequence
        self.time = time
        self.content = content
    }
}

/// The first record of a run: which flow it follows.
public struct Beginning: Equatable, Sendable {
    /// The canonical table of the flow's version, byte for byte.
    public var table: [UInt8]
    /// Documentation and positions, for people; no part of the version's identity.
    public var annotations: [UInt8]
    /// The app's own opaque name for the run; never a secret.
    public var reference: String?
    /// The state and context that the run began with.
    public var outcome: Outcome

    public init(table: [UInt8], annotations: [UInt8], reference: String?, outcome: Outcome) {
        self.table = table
        self.annotations = annotations
        self.reference = reference
        self.outcome = outcome
    }
}

/// The first record of a sub-flow's leg; which flow that is stands in the table of the root run.
public struct LegBeginning: Equatable, Sendable {
    /// The leg that has the sub-flow.
    public var parent: UInt32
    /// The sub-flow, by its position in the parent's table.
    public var child: Int
    /// The state and context that the leg began with.
    public var outcome: Outcome

    public init(parent: UInt32, child: Int, outcome: Outcome) {
        self.parent = parent
        self.child = child
        self.outcome = outcome
    }
}

/// What came and what it meant.
public struct EventRecord: Equatable, Sendable {
    /// The event's position in the flow's table.
    public var event: Int
    /// That with which the event was decided: a reply that nobody waits for is `stale`.
    public var stamp: Stamp
    /// The effect's order that a reply answers.
    public var answers: OrderID?
    /// In the order of the event's fields; nil is absent.
    public var fields: [Value?]
    /// The command's identity, if the app gave one.
    public var commandID: String?
    /// What is kept of a callback that no decoder row matches.
    public var unread: UnreadCallback?
    /// The row that decided, by its position in the table; nil where none was asked.
    public var row: Int?
    /// What the event meant; a replay must come to the same.
    public var disposition: Disposition
    /// How many records that changed nothing were left out since the last one that was kept.
    public var leftOut: UInt64
    /// Where the leg stood after the event, also when that changed nothing.
    public var outcome: Outcome

    public init(
        event: Int, stamp: Stamp, answers: OrderID?, fields: [Value?], commandID: String? = nil,
        unread: UnreadCallback? = nil, row: Int?, disposition: Disposition, leftOut: UInt64 = 0, outcome: Outcome
    ) {
        self.event = event
        self.stamp = stamp
        self.answers = answers
        self.fields = fields
        self.commandID = commandID
        self.unread = unread
        self.row = row
        self.disposition = disposition
        self.leftOut = leftOut
        self.outcome = outcome
    }
}

/// Where a step left the run, as far as it steers or is plain.
public struct Outcome: Equatable, Sendable {
    /// The state or final, by its position in the table.
    public var state: Int
    /// In the order of the flow's variables; nil is absent.
    public var context: [Value?]

    public init(state: Int, context: [Value?]) {
        self.state = state
        self.context = context
    }
}
