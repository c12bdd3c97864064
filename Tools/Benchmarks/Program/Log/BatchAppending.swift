import KeywayCore
import KeywayFileLog
import KeywayLog

/// Appends batches of one run's records to a log of files, each durable before the next.
///
/// `payloads` has the same bytes for the contestants that write them in another way.
final class BatchAppending: BatchContestant {
    private let log: FileLog
    private let run = LoggedRuns.run(0)
    /// How many records a batch has.
    private let count: Int
    /// The sequence of the first record of the next batch.
    private var next: UInt64 = 1
    /// The next batch, once `prepare` has made it; before that the one that was appended last.
    private var batch: Append

    /// `count`: how many records a batch has.
    init(in folder: String, count: Int) throws {
        self.count = count
        log = try FileLog(folder, segmentSize: 64 << 20)
        try log.appendAndWait(LoggedRuns.beginning(run))
        batch = LoggedRuns.events(run, from: next, count: count)
    }

    /// The bytes of a batch, record by record.
    var payloads: [[UInt8]] { batch.records.map(\.codedBytes) }

    /// Makes the records of the next batch. This is not timed: a log's caller makes them, and not the log.
    func prepare() { batch = LoggedRuns.events(run, from: next, count: count) }

    /// Appends the batch that was prepared, and waits until it is durable.
    func append() throws {
        try log.appendAndWait(batch)
        next += UInt64(count)
    }
}
