package import KeywayCore
package import KeywayLog

/// What a run makes of an input: records, what follows from them once they are durable, and the answer.
///
/// A caller may hand the same decision to a run again: its arrays keep their memory, and little is allocated anew.
package struct RunDecision: Sendable {
    /// The records, if any, which a log takes all together or not at all; without values that no log may have.
    package internal(set) var records: [Record] = []
    /// The steps that the records tell, in the order of the records.
    package internal(set) var recordedSteps: [RecordedStep] = []
    /// Every step, including those that a log only counts (`RunStep.Place.counted`); empty unless `tellsSteps`.
    package internal(set) var steps: [RunStep] = []
    /// What is to be done once the records are durable, in this order.
    package internal(set) var consequences: [Consequence] = []
    /// Whether a process must go on with the run once the records are written, and which of its records that process needs.
    package internal(set) var standing = Standing.open(neededRecords: [])
    /// The answer to a command; nil for any other input.
    package internal(set) var answer: CommandAnswer?
    /// Whether nobody waits for the records to be durable, so that the log need not flush its file for them.
    package internal(set) var isLazy = false

    /// The event, or the beginning of a leg, that was decided last; nil where the input brought none, and unless `isRedone`.
    package internal(set) var last: DecidedStep?

    /// Whether steps are told besides records.
    let tellsSteps: Bool
    /// Whether records are decided that a log has already: then none are made, and no consequences.
    let isRedone: Bool
    /// The reducer's step of the event that was decided last; it stands here so that its memory is used again.
    package internal(set) var step = Step()

    /// - Parameters:
    ///   - tellsSteps: live runs have no use for steps, and are faster without.
    ///   - isRedone: whoever only compares the records of a log with what the flow decides reads `last` and `step`, and is
    ///     faster without records.
    package init(tellsSteps: Bool = true, isRedone: Bool = false) {
        self.tellsSteps = tellsSteps
        self.isRedone = isRedone
    }

    mutating func reset() {
        records.empty()
        recordedSteps.empty()
        steps.empty()
        consequences.empty()
        last = nil
        answer = nil
        isLazy = false
    }

    /// Adds what follows once the records are durable; nothing does where a log's records are decided once more.
    mutating func follow(with consequence: @autoclosure () -> Consequence) {
        if !isRedone { consequences.append(consequence()) }
    }
}

/// What a run decided last, without where it led: that is where the leg stands.
package struct DecidedStep: Sendable {
    /// Whose step it is, as in `Record.leg`.
    package var leg: Int
    /// What came; nil where the leg begins.
    package var event: Event?
}

/// What a record tells of a leg, with all values in clear: for whoever shows the run, and for the key that encrypts them.
package struct RecordedStep: Sendable {
    /// The record's place among those of its decision.
    package var record: Int
    /// Whose step it is, as in `Record.leg`.
    package var leg: Int
    /// Where the leg stood after the step.
    package var outcome: Outcome
    /// What came; nil where the leg begins.
    package var event: Event?
}

/// What follows from a durable record.
package enum Consequence: Sendable {
    /// An effect is to be performed. Where it calls a provider, the run first becomes the holder of the `singleton` sources of the leg's
    /// flow.
    case perform(LegOrder)
    /// An effect is not performed, because a value that it needs was gone when the run came back. The same decision has ended the order.
    case leaveUnperformed(LegOrder)
    /// Nobody waits for the order's answer any more.
    case cancel(EffectOrder.Key)
    /// A leg joins a provider's queue.
    case ask(LaneRequest)
    /// A leg gives its lane back, or leaves the queue.
    case free(LaneRequest)
}

/// One event of a run as it was decided, or a leg that began.
package struct RunStep: Equatable, Sendable {
    /// Where the log keeps the step.
    package enum Place: Equatable, Sendable {
        /// The record with this sequence tells it.
        case recorded(sequence: UInt64)
        /// Not kept: enough like it stand in the log, so it is only counted.
        case counted
        /// Not kept: a command without an identity, after the end.
        case notKept
    }

    package var place: Place
    /// The record that tells the step, or would; with all values in clear.
    package var record: Record
    /// The names of the sub-flows from the root to the leg, `silent` or `outer.inner`; nil for the root.
    package var legName: String?
    /// Whether the event moved the leg, or the leg stayed and did something; also true where a leg begins.
    package var isActedOn: Bool
    /// The choices that the step went through, by their positions in the table.
    package var choices: [Int]
    /// The effects that the step ordered, in the order in which they are to be performed.
    package var orders: [EffectOrder]
    /// What the step did with sub-flows and lanes.
    package var scopeChanges: [ScopeChange]
    /// The leg's timers that run after the step, by their positions in the table.
    package var timers: [Int]
}

extension RunStep {
    /// Whose step it is: 0 is the root run, sub-flows count from 1 in the order in which they begin.
    package var leg: Int { Int(clamping: record.leg) }
    /// The time of the step by the run's clock, never before that of an earlier record.
    package var time: Instant { record.time }

    /// The event with what it meant; nil where a leg begins.
    package var eventRecord: EventRecord? {
        if case .event(let event) = record.content { event } else { nil }
    }

    /// The event's position in the leg's table; nil where the leg begins.
    package var event: Int? { eventRecord?.event }
    /// What came with the event; empty where the leg begins.
    package var fields: [Value?] { eventRecord?.fields ?? [] }
    /// Whether a callback is of the current attempt, or a reply answers an open order; `unknown` for any other event, and where the leg
    /// begins.
    package var stamp: Stamp { eventRecord?.stamp ?? .unknown }
    /// Whether the run itself answered an effect with its `otherwise`, since no handler answered it.
    package var isOtherwise: Bool {
        switch eventRecord?.cause {
        case .failed, .refused, .interrupted, .valueGone, .limit: true
        default: false
        }
    }
    /// What the event meant; `taken` where the leg begins.
    package var disposition: Disposition { eventRecord?.disposition ?? .taken }

    /// Where the leg stood after the step.
    package var outcome: Outcome {
        // No step has a record of the last kinds.
        switch record.content {
        case .began(let beginning): beginning.outcome
        case .event(let event): event.outcome
        case .legBegan(let beginning): beginning.outcome
        case .closed, .resumed, .commandBeforeLeg, .appEnded, .takenOver: Outcome(state: 0, context: [])
        }
    }

    /// The state reached, by its position in the table.
    package var state: Int { outcome.state }
}
