public import KeywayCore
public import KeywayLog
import KeywayRuns

/// A run told from its records alone, with the first place where they and the table that they name disagree.
public struct Replay: Equatable, Sendable {
    /// States and dispositions are those of the records; effects and choices, which no record has, the table computes.
    public var timeline: Timeline
    /// A note for each record that is of no event and begins neither the run nor a leg, such as `closed`, in the order of the log: the
    /// timeline has no entry for it.
    public var notes: [Note] = []
    /// The first place where a record differs from what the table makes of the events; nil where every record that was replayed agrees.
    public var disagreement: Disagreement?

    package init(timeline: Timeline, notes: [Note]) {
        (self.timeline, self.notes) = (timeline, notes)
    }

    /// Where a record says something else than the flow.
    public struct Disagreement: Equatable, Sendable {
        /// The run that the record is of.
        public var run: RunID
        /// The sequence of the record; 0 is the run's beginning.
        public var sequence: UInt64
        /// The name of the event in its flow. For a record of no event: `began` where the run or a leg begins, `closed`
        /// where a handler has finished, `resumed` where another process went on, `turned away` where a command came
        /// for a sub-flow that had not begun, `app ended` where the app's own handler, beside a shadow, ended its
        /// sign-in, `taken over` where another node performs orders of one that is gone.
        public var event: String
        /// The state in which the run, or the leg of the record, stood before it; nil where the run or leg begins with it.
        public var state: String?
        /// What differs, in a word.
        ///
        /// `cause`, `disposition`, `state`, `row`, `event`, `leg`, `context.<variable>` and `field.<field>` are what
        /// they say. `stamp` is unknown, current or stale; `answers` is the order that a reply answers; `parent` and
        /// `child` say whose sub-flow began, and which; `order` is an order that is not open, though a record says that
        /// its handler has finished or that another node performs it; `kind`: the record `app ended` is in a run that is
        /// no shadow; `record`: a record of no event stands where the run owes another record first.
        public var field: String
        /// What the record says, in the spec's words; of a personal, secret or transient value only that it is present.
        public var recorded: String
        /// What the table makes of the events up to here, in words of the same kind.
        public var computed: String
    }
}

extension Replay {
    /// Why a run cannot be told.
    public enum Failure: Error, Equatable, Sendable {
        /// The log has no record of the run.
        case noRecords
        /// The first record does not begin the run.
        case noBeginning
        /// The bytes in the first record are no table that this version reads: without it nothing can be told.
        case table(Table.FormatError)
        /// A record names a leg, event, field or state that the run does not have, begins it again, or stands where it cannot.
        case malformed(sequence: UInt64)
    }
}

extension Replay.Failure: CustomStringConvertible {
    /// One sentence, without the run, which the caller knows.
    public var description: String {
        switch self {
        case .noRecords: "the run has no records"
        case .noBeginning: "the run's first record does not begin it"
        case .table(let error): "\(error)"
        case .malformed(let sequence):
            "record \(sequence) does not fit the run: it names something that the flow does not have, or cannot stand there"
        }
    }
}

extension Replay {
    /// Folds a run's records through the table that its first record names.
    ///
    /// - Parameters:
    ///   - records: of one run, from its beginning, in their order.
    ///   - last: the sequence of the last record that is told; nil tells all.
    /// - Throws: `Replay.Failure` where no run can be replayed from the records.
    public init(of records: [Record], until last: UInt64? = nil) throws(Failure) {
        let fold = try Fold(records.first)
        try self.init(
            of: records, from: fold, annotated: Table.Annotations(bytes: fold.beginning.version.annotations),
            until: last)
    }

    /// Folds a run's records through a flow that is given, for a run whose table the log does not have, as where the log is damaged.
    package init(
        of records: [Record], by flow: RunningFlow, annotated annotations: Table.Annotations?,
        until last: UInt64? = nil
    ) throws(Failure) {
        try self.init(of: records, from: Fold(records.first, by: flow), annotated: annotations, until: last)
    }

    /// Tells a run: takes the records behind the first one, which `start` has taken already, up to the sequence `last`.
    private init(
        of records: [Record], from start: Fold, annotated annotations: Table.Annotations?, until last: UInt64?
    ) throws(Failure) {
        var fold = start
        let formatter = TimelineFormatter(of: fold.machine.flow, annotated: annotations)
        timeline = formatter.timeline(
            of: fold.machine.run, reference: fold.beginning.reference, kind: fold.beginning.kind,
            began: fold.machine.latest,
            in: fold.begun.run, ordering: fold.begun.orders)
        var writer = NoteWriter(since: fold.machine.latest, of: fold.machine.flow)
        writer.remember(fold.begun.orders, of: fold.machine.flow)
        for record in records.dropFirst() {
            if let last, record.sequence > last { break }
            if let step = try fold.take(record) {
                formatter.append(step, to: &timeline)
                writer.remember(step.orders, of: fold.machine.legs[step.leg].flow)
            } else if let note = writer.note(on: record) {
                notes.append(note)
            }
        }
        disagreement = fold.difference.map(formatter.disagreement)
    }
}
