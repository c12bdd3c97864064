public import KeywayCore

/// One line of a run's history.
///
/// Of secret, personal and transient values a record says only that they were present (`Value.withheld`). The records of a run that has
/// a key have the secret and personal ones encrypted besides (`EventRecord.sealed`).
public struct Record: Equatable, Sendable {
    /// The run; its legs have their records among the run's own.
    public var run: RunID
    /// Which leg the record is of: 0 is the run's own flow, sub-flows count from 1 in the order in which they begin.
    public var leg: UInt32
    /// Counted from 0 without gaps in each run.
    public var sequence: UInt64
    /// By the run's clock: the wall clock, or the virtual one of a transcript. Never before the time of the run's record before.
    public var time: Instant
    /// What the record says.
    public var content: Content

    /// What a record says; in memory of its own, so that a record is small, and is copied by counting a reference.
    ///
    /// A timeline has an entry for each `event` and `legBegan`, and begins with `began`. A replay has a note on each of the others
    /// (`Replay.Note`), which tools print between the entries.
    public indirect enum Content: Equatable, Sendable {
        /// The first record of every run, and no other: which flow the run follows, and whether it is live, a transcript's or a shadow's.
        case began(Beginning)
        /// An event of the leg and what it meant. Of events that change nothing a run makes only a limited number of records, and
        /// `EventRecord.omittedSteps` counts the others.
        case event(EventRecord)
        /// A sub-flow begins; the command that it begins with follows as an event of its leg.
        case legBegan(LegBeginning)
        /// The handler of an order for whose answer the flow does not wait has finished or was not called, as `Closing` says. The
        /// flow waits for no answer where the effect has no replies, and where the step that gave the order led into a final.
        case closed(EffectOrder.ID, Closing)
        /// Another process goes on with the run.
        case resumed(Resumption)
        /// A command came for a sub-flow that had not begun, and was rejected: one with an identity, or one in a
        /// shadow, which has records of its first 64 rejected commands.
        case commandBeforeLeg(CommandBeforeLeg)
        /// The app's own handler, beside which a shadow follows the flow, ended its sign-in.
        case appEnded(AppOutcome)
        /// Another node performs these orders, because the one that performed them is gone. The orders keep their keys
        /// (`EffectOrder.Key`). Only runs of a log that many nodes share have such a record.
        case takenOver([EffectOrder.ID])
    }

    @inlinable
    public init(run: RunID, leg: UInt32 = 0, sequence: UInt64, time: Instant, content: Content) {
        self.run = run
        self.leg = leg
        self.sequence = sequence
        self.time = time
        self.content = content
    }
}
