public import KeywayCore

/// Records of one run that a log takes together or not at all.
public struct Append: Sendable {
    /// The run that all of the records are of.
    public var run: RunID
    /// At least one, in order. The first has the sequence that the run's next record must have, 0 in a run that has not
    /// begun; otherwise the log throws `conflict`.
    public var records: [Record]
    /// Where the run stands after the records.
    public var standing: Standing
    /// Whether nobody waits for the records: then the log may flush them later, together with others. It reports the append as
    /// durable after that flush, as ever.
    public var isLazy: Bool

    public init(run: RunID, records: [Record], standing: Standing, isLazy: Bool = false) {
        self.run = run
        self.records = records
        self.standing = standing
        self.isLazy = isLazy
    }
}

/// Whether a run still needs a process that goes on with it.
///
/// The log keeps it beside the records, so that it can tell which runs are open without knowing their flows.
public enum Standing: Equatable, Sendable {
    /// The run goes on, or an order of it has not ended yet.
    ///
    /// `neededRecords`: the sequences, in order and each once, of the records that still matter to a process that goes
    /// on with the run. Such a record gave an order that has not ended yet, asked for a lane that the run still waits for or
    /// has, or called a source that the run still holds. A log refuses an append that names a record which the run does
    /// not have, as `invalid`.
    case open(neededRecords: [UInt64])
    /// The run has ended, and so has each of its orders. A run of a `Shadow`, a flow that follows an app's own handler, is always
    /// `over`: no process goes on with it.
    case over
}

/// A run that is not over, as a log knows it.
public struct OpenRun: Equatable, Sendable {
    /// A record that still matters to a process that goes on with the run: see `Standing.open(neededRecords:)`.
    public struct NeededRecord: Equatable, Sendable {
        /// The record, by its sequence in the run.
        public var sequence: UInt64
        /// The record's place among all records of the log: of two runs that asked for the same lane, the one with the
        /// lower place asked first.
        public var position: UInt64

        public init(sequence: UInt64, position: UInt64) {
            self.sequence = sequence
            self.position = position
        }
    }

    /// The identity by which the log has the run.
    public var run: RunID
    /// The app's own name for the run; nil where it gave none.
    public var reference: String?
    /// The sequence of the run's next record.
    public var next: UInt64
    /// In the order of their sequences.
    public var neededRecords: [NeededRecord]

    public init(run: RunID, reference: String?, next: UInt64, neededRecords: [NeededRecord]) {
        self.run = run
        self.reference = reference
        self.next = next
        self.neededRecords = neededRecords
    }
}
