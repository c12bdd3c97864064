package import KeywayCore

/// An append as a log's queue keeps it: its records as bytes, and what the writer must know beside them.
package struct EncodedAppend: Sendable {
    package let run: RunID
    /// The version of the run's flow; nil unless the run begins with these records.
    package let version: FlowVersion?
    /// The app's own name for the run; nil where it gave none, or unless the run begins with these records.
    package let reference: String?
    /// The sequence of the first record.
    package let first: UInt64
    /// How many records there are.
    package let count: UInt64
    /// The time of the first record, in milliseconds.
    package let earliest: Int64
    /// The time of the last record, in milliseconds.
    package let time: Int64
    /// Whether the run still needs a process that goes on with it, after these records.
    package let standing: Standing
    /// Whether nobody waits for the records. Then they are written with the next append that somebody waits for, or without one when they
    /// have lain in the queue for `AppendQueue.lazyDelay`.
    package let isLazy: Bool
    /// The records as a group: see `codedGroup`.
    package let coded: [UInt8]
    /// The most bytes that the append takes among a log's records: the records, the reference, and what is said of the run.
    ///
    /// The version of the run's flow is not counted, for a log stores it apart, once for many runs.
    package let size: Int
    /// Is called once: without an error when the records are durable, with one when they are not, or may not be.
    package let report: @Sendable (LogError?) -> Void

    /// The most bytes that a log stores about the run with one append, without records, reference and sequences of needed records.
    private static let greatestEntry = 64
    /// The most bytes that a sequence takes.
    private static let greatestSequence = 10

    /// - Parameter limit: the most bytes that the log keeps in one piece: of an append, or of a flow's version.
    /// - Throws: `LogError.invalid` with `noRecords` or `tooLarge`.
    package init(
        _ append: Append, limit: Int, report: @escaping @Sendable (LogError?) -> Void
    ) throws(LogError) {
        guard let first = append.records.first, let last = append.records.last else {
            throw .invalid(run: append.run, .noRecords)
        }
        run = append.run
        if case .began(let beginning) = first.content {
            version = beginning.version
            reference = beginning.reference
        } else {
            version = nil
            reference = nil
        }
        self.first = first.sequence
        count = UInt64(append.records.count)
        earliest = first.time.milliseconds
        time = last.time.milliseconds
        standing = append.standing
        isLazy = append.isLazy
        self.report = report
        coded = append.records.codedGroup
        var size = coded.count + (reference?.utf8.count ?? 0) + Self.greatestEntry
        if case .open(let neededRecords) = append.standing { size += neededRecords.count * Self.greatestSequence }
        self.size = size
        let longest = max(size, version?.encodedSize ?? 0)
        guard longest <= limit else { throw .invalid(run: run, .tooLarge(bytes: longest, limit: limit)) }
    }
}

extension FlowVersion {
    /// The most bytes that the version takes: its two parts, each behind a count of at most 10 bytes.
    package var encodedSize: Int { table.count + annotations.count + 20 }
}
