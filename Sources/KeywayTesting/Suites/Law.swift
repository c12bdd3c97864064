/// What must hold along every walk.
///
/// A `sometimes` requirement asks for one run among all, so no walk can break it: `keyway explore` proves it.
public enum Law: String, Sendable, CaseIterable {
    case everyEventIsAnswered = "every event is answered by a row"
    case sameAgain = "the same events give the same run"
    case endIsFinal = "nothing leads out of a final, and no timer stays behind"
    case refusalChangesNothing = "what is refused changes nothing"
    case timersAreNeverEarly = "no timer fires before its deadline"
    case replayIsLive = "a replay is the run as it was lived"
    case recordsAreReadAsWritten = "every record is read as it was written"
    case nothingWithheldIsKept = "no secret, personal or transient value is in the log"
    case requirementsHold = "every requirement of the spec holds"
    case aloneItEnds = "a run that is left alone ends within its session's deadline"
}

/// A walk along which a law does not hold, cut to the shortest that was found.
public struct Violation: Error, Sendable, CustomStringConvertible {
    /// The name of the flow that was walked.
    public var flow: String
    /// The first law that broke along the walk.
    public var law: Law
    /// What happened against the law, where the law alone does not say it.
    public var explanation: String
    /// The walk in the spec's words: time, what came, what it meant, the state reached, the effects ordered.
    public var walk: [String]
    /// The seed that led here; nil for a replay.
    public var seed: UInt64?
    /// The value of `KEYWAY_REPLAY` that walks exactly so again.
    public var token: String

    /// Law and walk, a line for each step, and how to walk it again.
    public var description: String {
        """
        \(flow): \(law.rawValue), and here it does not hold: \(explanation)
        \(walk.map { "    \($0)" }.joined(separator: "\n"))
        \(seed.map { "seed \($0); " } ?? "")to walk this again, which is printed then: KEYWAY_REPLAY=\(token) swift test
        """
    }
}
