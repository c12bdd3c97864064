public import Keyway

/// One event of a run as it was decided; a driver tells it when its record is durable.
public struct DecidedStep: Equatable, Sendable {
    /// Where the log keeps the step.
    public enum Place: Equatable, Sendable {
        case recorded(sequence: UInt64)
        /// Not kept: enough like it stand in the log, so it is only counted.
        case counted
        /// Not kept: a command after the end.
        case notKept
    }

    public var place: Place
    /// Whose step it is: 0 is the root run, sub-flows count from 1 in the order in which they begin.
    public var leg: Int
    /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
    public var legName: String?
    public var time: Instant
    /// The event's position in the leg's table; nil where the leg begins.
    public var event: Int?
    public var stamp: Stamp
    public var disposition: Disposition
    /// The leg's run after the step.
    public var run: RunState
    /// The choices that the step went through, by their positions.
    public var choices: [Int]
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
        /// The state does not allow it.
        case notNow
        /// The run is over.
        case ended
    }

    case accepted
    case rejected(Refusal)
}
