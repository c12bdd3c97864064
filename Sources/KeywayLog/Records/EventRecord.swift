public import KeywayCore

/// An event that came to a leg, why it came, and what it meant.
public struct EventRecord: Equatable, Sendable {
    /// The event's position in the flow's table.
    public var event: Int
    /// What brought the event to the leg.
    public var cause: Cause
    /// The stamp with which the event was decided: a reply to an order that is not open is `stale`.
    public var stamp: Stamp
    /// The order that a reply answers; nil for any other event.
    public var answers: EffectOrder.ID?
    /// In the order of the event's fields; nil is absent.
    public var fields: [Value?]
    /// `sealed`, `inputID` and `unread`.
    @usableFromInline var rarities: Rarities
    /// The row that decided, by its position in the table; nil where none did, as in a final.
    public var row: Int?
    /// What the event meant; a replay must come to the same.
    public var disposition: Disposition
    /// How many steps of the run, in all of its legs, changed nothing and got no record since its last `taken` record; 0 unless this
    /// record is `taken`.
    public var omittedSteps: UInt64
    /// Where the leg stood after the event, also when that changed nothing.
    public var outcome: Outcome

    @inlinable
    public init(
        event: Int, cause: Cause, stamp: Stamp, answers: EffectOrder.ID? = nil, fields: [Value?],
        sealed: [UInt8]? = nil, inputID: String? = nil, unread: RawValue.Unread? = nil, row: Int?,
        disposition: Disposition,
        omittedSteps: UInt64 = 0, outcome: Outcome
    ) {
        self.event = event
        self.cause = cause
        self.stamp = stamp
        self.answers = answers
        self.fields = fields
        rarities = Rarities(sealed: sealed, inputID: inputID, unread: unread)
        self.row = row
        self.disposition = disposition
        self.omittedSteps = omittedSteps
        self.outcome = outcome
    }
}

/// The parts of the record that few events have.
extension EventRecord {
    /// The personal and secret fields, encrypted with the run's key; nil where none is present, or the run has no key.
    ///
    /// A log keeps these bytes as they are. They make no difference to what the record means: `fields` has those values as
    /// `Value.withheld`. The same values encrypted twice are different bytes, so records that differ in nothing else are not equal.
    public var sealed: [UInt8]? {
        get { rarities.parts.sealed }
        set { rarities = Rarities(sealed: newValue, inputID: inputID, unread: unread) }
    }

    /// The identity that was given with the command or the callback, by which a repetition of it is known; nil where none was given,
    /// and for any other event.
    public var inputID: String? {
        get { rarities.parts.inputID }
        set { rarities = Rarities(sealed: sealed, inputID: newValue, unread: unread) }
    }

    /// What is kept of a callback that no decoder row matches; nil for any other event.
    public var unread: RawValue.Unread? {
        get { rarities.parts.unread }
        set { rarities = Rarities(sealed: sealed, inputID: inputID, unread: newValue) }
    }

    /// `sealed`, `inputID` and `unread` in memory of their own, so that an event without them is small and copied
    /// quickly.
    @usableFromInline
    indirect enum Rarities: Equatable, Sendable {
        case none
        case some(sealed: [UInt8]?, inputID: String?, unread: RawValue.Unread?)

        @inlinable
        init(sealed: [UInt8]?, inputID: String?, unread: RawValue.Unread?) {
            let isNone = sealed == nil && inputID == nil && unread == nil
            self = isNone ? .none : .some(sealed: sealed, inputID: inputID, unread: unread)
        }

        var parts: (sealed: [UInt8]?, inputID: String?, unread: RawValue.Unread?) {
            switch self {
            case .none: (nil, nil, nil)
            case .some(let sealed, let inputID, let unread): (sealed, inputID, unread)
            }
        }
    }
}

/// Why an event came to its leg.
public enum Cause: Hashable, Sendable {
    /// The app sent a command.
    case asked
    /// A provider called back.
    case heard
    /// The leg hears a callback that came before, perhaps to an earlier run or leg; its decoder row is `retained`.
    case retained
    /// A handler answered its effect.
    case replied
    /// A handler threw, or gave no answer; the event is the effect's `otherwise`, the reply that the flow declares for this case.
    case failed
    /// The effect was not performed, because another run held the `singleton` source that it calls; the event is its `otherwise`.
    case refused
    /// The process ended while the effect was at work; the event is its `otherwise`.
    case interrupted
    /// A deadline was reached.
    case timer
    /// An effect took longer than the flow allows; the event is its `otherwise`.
    case limit
    /// A lane was granted.
    case granted
    /// The run came back in another process.
    case restored
    /// The record with this sequence brought it: a sub-flow's first command, its `cancel`, or its final.
    case owed(by: UInt64)
    /// The run has 2,000 records that changed something (rule 15): so the final of its `within` is entered before that deadline, and in the
    /// leg of a sub-flow which its `cancel` did not end at once, the final of that flow's own `within`.
    case overrun
    /// The effect was not performed, because a classified value that it needs was gone when the run came back; the event is its
    /// `otherwise`.
    case valueGone
}

/// How the handler of an order finished, or why it was not called. A `closed` record has it where the flow does not wait for the answer.
public enum Closing: UInt8, Sendable, CaseIterable {
    /// The handler returned.
    case returned = 0
    /// The handler threw.
    case failed = 1
    /// The process ended while the handler was at work.
    case interrupted = 2
    /// The handler was not called: another run held the `singleton` source that the effect calls.
    case refused = 3
    /// The handler was not called: a classified value that the effect needs was gone when the run came back.
    case valueGone = 4
}

/// What a `resumed` record says: that another process goes on with the run.
public struct Resumption: Equatable, Sendable {
    /// The number of the opening of the log by that process.
    public var epoch: UInt32
    /// The wall clock when the run was resumed, in milliseconds since the beginning of 1970.
    public var wallTime: Instant
    /// A part of the key of every effect that the run orders from here on.
    public var salt: UInt64

    public init(epoch: UInt32, wallTime: Instant, salt: UInt64) {
        self.epoch = epoch
        self.wallTime = wallTime
        self.salt = salt
    }
}

/// A command for a sub-flow that had not begun, so that no leg could decide the command, and the run rejected it.
///
/// A shadow makes this record for such commands up to a limit, any other run only for one with an identity.
public struct CommandBeforeLeg: Equatable, Sendable {
    /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`.
    public var leg: String
    /// The command's position in the table of that leg's flow.
    public var command: Int
    /// In the order of the command's fields; nil is absent.
    public var fields: [Value?]
    /// The command's identity; empty for a command of a shadow, which has none.
    public var commandID: String

    public init(leg: String, command: Int, fields: [Value?], commandID: String) {
        self.leg = leg
        self.command = command
        self.fields = fields
        self.commandID = commandID
    }
}

extension Cause {
    /// The cause in a word, as timelines and a corpus have it; which record owed the event is left out.
    package var name: String {
        switch self {
        case .asked: "asked"
        case .heard: "heard"
        case .retained: "retained"
        case .replied: "replied"
        case .failed: "failed"
        case .refused: "refused"
        case .interrupted: "interrupted"
        case .timer: "timer"
        case .limit: "limit"
        case .granted: "granted"
        case .restored: "restored"
        case .owed: "owed"
        case .overrun: "overrun"
        case .valueGone: "valueGone"
        }
    }
}
