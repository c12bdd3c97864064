public import Keyway

/// One event of a run as it was decided; a driver tells it when its record is durable.
public struct DecidedStep: Equatable, Sendable {
    /// Where the log keeps the step.
    public enum Place: Equatable, Sendable {
        /// The record with this sequence tells it, and is durable.
        case recorded(sequence: UInt64)
        /// Not kept: enough like it stand in the log, so it is only counted.
        case counted
        /// Not kept: a command after the end.
        case notKept
    }

    /// Where the log has it, if it has.
    public var place: Place
    /// Whose step it is: 0 is the root run, sub-flows count from 1 in the order in which they begin.
    public var leg: Int
    /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
    public var legName: String?
    /// By the clock, but never before the record that came before.
    public var time: Instant
    /// The event's position in the leg's table; nil where the leg begins.
    public var event: Int?
    /// What came with the event, as a log may keep it; empty where the leg begins.
    public var fields: [Value?]
    /// What the event turned out to be; `unknown` where the leg begins.
    public var stamp: Stamp
    /// What the event meant; `taken` where the leg begins.
    public var disposition: Disposition
    /// Whether the flow made something of the event: it moved the run, or stayed with something to do.
    public var isAccepted: Bool
    /// The leg's run after the step.
    public var run: RunState
    /// The choices that the step went through, by their positions.
    public var choices: [Int]
    /// The effects that it ordered, in the order in which they are to be performed.
    public var orders: [EffectOrder]
    /// What it did with sub-flows and lanes.
    public var scopeChanges: [ScopeChange]

    /// The state reached, by its position in the table.
    public var state: Int { run.state }
}

/// What a command got for an answer.
public enum CommandAnswer: Equatable, Sendable {
    /// Why a command was rejected.
    public enum Refusal: Equatable, Sendable {
        /// The state does not allow it, or the sub-flow that was asked has not begun.
        case notNow
        /// The run, or the sub-flow that was asked, is over.
        case ended
    }

    /// It moved the run, stayed or was ignored.
    case accepted
    /// Nothing has changed.
    case rejected(Refusal)
}
