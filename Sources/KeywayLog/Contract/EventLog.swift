public import KeywayCore

/// The memory of runs: records are appended to a run, and never change.
///
/// Appending has two phases. A log takes records in at once, in memory; and when they are as durable as it promises, it
/// tells the code that appended them. Until then that code performs, answers and shows nothing that follows from the records.
///
/// A log in a database can keep this contract too: reading is asynchronous and paged, and order is kept within each run
/// only.
public protocol EventLog: Sendable {
    /// What records survive once their append was reported durable.
    var durability: Durability { get }

    /// Drawn at random each time that the log is opened; a part of every effect's key.
    ///
    /// So an order whose record was lost in a crash, and another order that takes its place in the run, have different
    /// keys.
    var salt: UInt64 { get }

    /// The number of this opening of the log: later openings have greater ones.
    var epoch: UInt32 { get }

    /// Whether this opening has the log to itself, as far as it knows without waiting.
    ///
    /// What is durable is performed only while the lease is held, so that a process which was cut off for a time does not act beside
    /// the one that took the log over. A log without leases is always `held`.
    var lease: LogLease { get }

    /// Calls back when the lease becomes `lost`. A log that no other process can take over never calls back.
    ///
    /// - Parameter report: is called once, from a thread of the log's own; if the lease is lost already, at once.
    func whenLeaseIsLost(_ report: @escaping @Sendable () -> Void)

    /// Whether more than a bounded amount was taken in and is not durable: then commands are to be refused.
    ///
    /// What has happened (callbacks, replies, timers) is still taken, up to twice that amount. A log that has failed,
    /// or was closed, is not overloaded: what waits for a log to get room would wait for ever.
    var isOverloaded: Bool { get }

    /// Takes the records in and returns at once, without waiting for a disk or a network.
    ///
    /// A log that has to ask a server where a run ends may report `conflict` or `invalid` instead of throwing it, or
    /// `damaged` where the server refuses the records themselves; then later appends of the run that it took get the
    /// same error.
    ///
    /// A live run calls `append`, `salt` and `isOverloaded` while it holds a lock that many runs share. A log that asks
    /// any run something from within these may wait for ever.
    ///
    /// - Parameters:
    ///   - append: records of one run, which the log takes together or not at all.
    ///   - report: is called exactly once where the receipt is `pending`, and never where it is `durable`: without an
    ///     error when the records are durable, else with `LogError.inDoubt` where the log may have them, or with
    ///     `storage`, `fenced`, `conflict`, `invalid` or `damaged` where it has not. Calls for one run come in the
    ///     order in which its appends were taken. The log calls from a thread of its own, under none of its locks, and
    ///     never from within `append`; `report` must not wait.
    /// - Returns: whether `report` is still to be called. A receipt is not `durable` while the report of an earlier
    ///   append of the run is still to come.
    /// - Throws: `conflict`, `invalid`, `overloaded`, `storage`, `unavailable`, `fenced` or `closed`; nothing was taken
    ///   then, and `report` is not called.
    func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt

    /// A page of the durable records of one run, in order; none if the run is not known.
    ///
    /// A page may have fewer records than the limit allows, although more are there: a log may have a bound of its own. Only an
    /// empty page says that nothing is left, where the limit is not 0. So it is with the pages of runs below.
    /// - Parameters:
    ///   - run: the identity by which the log has the run.
    ///   - first: the sequence of the first record that is wanted; 0 is the run's beginning.
    ///   - limit: the most records that are given, 0 or more.
    /// - Throws: `LogError.damaged` or `newer` where the records cannot be read as such; `storage` where a disk or a
    ///   server refuses, `unavailable` where the same question may be answered later.
    func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record]

    /// A page of the runs that are not over, in an order that is the same at each call.
    ///
    /// - Parameters:
    ///   - run: the last run of the page before; nil gives the first page. Behind a run that the log does not have
    ///     there is nothing.
    ///   - limit: the most runs that are given, 0 or more.
    /// - Throws: as `records(of:from:limit:)`.
    func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun]

    /// A page of the runs that began with a reference, in the order of beginning; runs that are over are among them.
    ///
    /// - Parameters:
    ///   - reference: the app's own name for the runs.
    ///   - run: as for `openRuns(after:limit:)`.
    ///   - limit: the most runs that are given, 0 or more.
    /// - Throws: as `records(of:from:limit:)`.
    func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID]

    /// Takes nothing more, makes durable what was taken, and returns then.
    ///
    /// - Throws: `LogError.inDoubt` where the log may lack something of what was taken.
    func close() async throws(LogError)
}

/// Whether an append is durable already.
public enum Receipt: Hashable, Sendable {
    /// The records are as durable as the log promises; `report` is never called.
    case durable
    /// `report` will be called.
    case pending
}

/// What a record survives once its append was reported durable.
public enum Durability: Hashable, Sendable {
    /// The loss of the machine that keeps the log: another one has the records as well.
    case replicated
    /// The loss of power.
    case flushed
    /// The end of the process, but not of the machine.
    case written
    /// Nothing.
    case memory
}

extension EventLog {
    /// Always `held`: for a log that no other process can take over.
    public var lease: LogLease { .held }

    /// Never calls back.
    ///
    /// - Parameter report: is not kept.
    public func whenLeaseIsLost(_ report: @escaping @Sendable () -> Void) {}

    /// Appends, and returns when the records are durable.
    ///
    /// - Parameter append: as for `append(_:report:)`.
    /// - Throws: what `append(_:report:)` throws and what it reports.
    public func append(_ append: Append) async throws(LogError) {
        let error: LogError? = await withUnsafeContinuation { continuation in
            do throws(LogError) {
                let receipt = try self.append(append) { continuation.resume(returning: $0) }
                if receipt == .durable { continuation.resume(returning: nil) }
            } catch {
                continuation.resume(returning: error)
            }
        }
        if let error { throw error }
    }

    /// Appends, and blocks the thread until the records are durable: for command lines, tests and a server's own
    /// threads.
    ///
    /// - Parameter append: as for `append(_:report:)`.
    /// - Throws: what `append(_:report:)` throws and what it reports.
    @available(*, noasync, message: "it blocks the thread; use the asynchronous form")
    public func appendAndWait(_ append: Append) throws(LogError) {
        let answer = Awaited<LogError?>()
        if try self.append(append, report: { answer.give($0) }) == .durable { return }
        if let error = answer.wait() { throw error }
    }

    /// All durable records of one run; none if the run is not known.
    ///
    /// - Parameter run: the identity by which the log has the run.
    /// - Throws: as `records(of:from:limit:)`.
    public func records(of run: RunID) async throws(LogError) -> [Record] {
        try await allRecords(of: run, from: 0)
    }

    /// All durable records of one run from a sequence on.
    ///
    /// - Parameter end: where the caller knows that the run ends, the sequence of its next record: then the log is not asked once more only
    ///   to hear that nothing is left.
    /// - Throws: as `records(of:from:limit:)`; `damaged` where a page does not begin with the record that was asked for.
    package func allRecords(
        of run: RunID, from first: UInt64, to end: UInt64 = .max
    ) async throws(LogError) -> [Record] {
        var records: [Record] = []
        var next = first
        repeat {
            let page = try await self.records(of: run, from: next, limit: 1024)
            guard let found = page.first?.sequence else { break }
            // Whoever reads on from a log that gives the same page again and again would never end.
            if found != next { throw .damaged("of run \(run) record \(next) was asked for, and record \(found) came") }
            records += page
            next += UInt64(page.count)
        } while next < end
        return records
    }
}
