import KeywayCore
import KeywayFileLog
import KeywayLog

/// Batches of one run's records into a log of files, each durable before the next; and the same bytes for whoever writes them
/// in another way.
public final class BatchAppending {
    private let log: FileLog
    private let run = LoggedRuns.run(0)
    private var next: UInt64 = 0
    private let count: Int

    /// `count`: how many records a batch has.
    public init(in folder: String, count: Int) throws {
        self.count = count
        log = try FileLog(folder, segmentSize: 64 << 20)
        try log.appendAndWait(LoggedRuns.beginning(run))
        next = 1
    }

    /// The bytes of a batch, record by record.
    public var payloads: [[UInt8]] { LoggedRuns.events(run, from: next, count: count).records.map(\.codedBytes) }

    /// Appends one batch, and waits until it is durable.
    public func append() throws {
        try log.appendAndWait(LoggedRuns.events(run, from: next, count: count))
        next += UInt64(count)
    }
}
