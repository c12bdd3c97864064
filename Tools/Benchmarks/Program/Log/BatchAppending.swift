import KeywayCore
import KeywayFileLog
import KeywayLog

/// Batches of one run's records into a log of files, each durable before the next; and the same bytes for whoever writes them
/// in another way.
final class BatchAppending: BatchContestant {
    private let log: FileLog
    private let run = LoggedRuns.run(0)
    private let count: Int
    private var next: UInt64 = 1
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

    /// Makes the records of the batch that comes next: they are the caller's work, and not the log's.
    func prepare() { batch = LoggedRuns.events(run, from: next, count: count) }

    /// Appends the batch that was prepared, and waits until it is durable.
    func append() throws {
        try log.appendAndWait(batch)
        next += UInt64(count)
    }
}
