import KeywayCore
import KeywayLog

/// A log over another one that refuses appends, reports failures of flushes or stalls when a test says so.
///
/// Like the log of files it reports on a thread of its own, so that a run is called back as with a disk.
final class FaultyLog: EventLog {
    /// Is called when an append is durable, with nil, or cannot become durable, with the error.
    private typealias Report = @Sendable (LogError?) -> Void

    private struct State {
        var appends = 0
        /// The number of the one append that is refused; nil where none is.
        var refused: Int?
        /// The number of the first append of which the log reports that it may not be durable; nil where there is none.
        var failing: Int?
        var isStalled = false
        /// What was taken during the stall, and is neither written nor reported on.
        var stalled: [Taken] = []
        /// What every further append throws; nil while appends are taken.
        var refusal: LogError?
        /// What reading the records of a run throws; nil while they can be read.
        var readingRefusal: LogError?
        /// What listing open runs throws behind the first page; nil while all can be listed.
        var listingRefusal: LogError?
        /// The error that is reported on every further append; nil while appends become durable.
        var failure: LogError?
        /// Whether an append that is reported with `failure` is written nevertheless.
        var writesAllTheSame = false
        var isOverloaded = false
        /// From so many undurable appends on the log is overloaded, and from twice as many on it takes none.
        var room = Int.max / 2
        /// How many appends are taken and not reported on yet, be it as durable or as failed.
        var undurable = 0
        var lease = LogLease.held
        var lossReports: [@Sendable () -> Void] = []
        var taken: [Append] = []
    }

    /// An append that was taken, and what is to become of it.
    private struct Taken {
        var append: Append
        /// What is reported on it; nil where the report is that of the log below.
        var failure: LogError?
        /// Whether it is handed to the log below: also one that is reported as failed may be written.
        var isWritten: Bool
        var report: Report
    }

    static let fault = StorageFault(operation: "flush", subject: "faulty log", number: 5, reason: "a test says so")

    /// The reports on appends, which are made in the order in which the appends were handed to `memory`.
    ///
    /// `memory` may report on one append, from its own thread, after it has refused the next one on this log's thread.
    private struct Reports {
        /// Those that are not made yet, oldest first.
        var expected: [Report] = []
        /// How many were made: the number of the first append that is not reported on.
        var made = 0
        /// What is to be reported, by the numbers of the appends.
        var known: [Int: LogError?] = [:]
    }

    private let memory: any EventLog
    private let state: Lock<State>
    private let thread: SerialThread<@Sendable () -> Void>
    private let reports = Lock(Reports())

    /// - Parameters:
    ///   - refused: the append of this number, counted from 0, is refused, and none after it.
    ///   - failing: the append of this number is taken and not written, nor any after it; each is reported as in doubt.
    init(_ log: any EventLog = MemoryLog(), refusing refused: Int? = nil, failing: Int? = nil) {
        memory = log
        state = Lock(State(refused: refused, failing: failing))
        thread = SerialThread { $0() }
    }

    var durability: Durability { memory.durability }
    var salt: UInt64 { memory.salt }
    var epoch: UInt32 { memory.epoch }
    var isOverloaded: Bool { state.withLock { $0.isOverloaded || $0.undurable >= $0.room } }
    /// As a test sets it; a lease that is lost is reported.
    var lease: LogLease {
        get { state.withLock { $0.lease } }
        set {
            let reports = state.withLock { state in
                state.lease = newValue
                return newValue == .lost ? state.lossReports : []
            }
            for report in reports { thread.enqueue(report) }
        }
    }
    func whenLeaseIsLost(_ report: @escaping @Sendable () -> Void) { state.withLock { $0.lossReports.append(report) } }
    /// How many appends were asked for, refused ones included.
    var appends: Int { state.withLock { $0.appends } }
    /// How many appends were taken during the stall and wait for its end.
    var waiting: Int { state.withLock { $0.stalled.count } }
    /// The appends that were taken, in their order.
    var taken: [Append] { state.withLock { $0.taken } }

    /// Sets whether the log is overloaded, so that runs refuse commands.
    func overload(_ isOverloaded: Bool) { state.withLock { $0.isOverloaded = isOverloaded } }

    /// Sets from how many undurable appends on the log is overloaded; from twice as many on it takes none.
    func limitUndurable(to room: Int) { state.withLock { $0.room = room } }

    /// Takes appends, and neither writes nor reports on any until `resume` is called.
    func stall() { state.withLock { $0.isStalled = true } }

    /// Ends the stall: what was taken during it is written and reported as durable, or reported as failed where `fail` or `failing` said so
    /// when it was taken.
    func resume() {
        state.withLock { state in
            // Under the lock: what is appended from now on comes behind it.
            for taken in state.stalled { thread.enqueue { self.write(taken) } }
            (state.stalled, state.isStalled) = ([], false)
        }
    }

    /// Does with the oldest append that was taken during the stall what `resume` does with all; the stall goes on.
    func resumeOnce() {
        state.withLock { state in
            guard !state.stalled.isEmpty else { return }
            let first = state.stalled.removeFirst()
            thread.enqueue { self.write(first) }
        }
    }

    /// Refuses all appends from now on.
    func refuse(with error: LogError) { state.withLock { $0.refusal = error } }

    /// Refuses to read the records of a run from now on.
    func refuseReading(with error: LogError) { state.withLock { $0.readingRefusal = error } }

    /// Refuses to list open runs behind the first page from now on.
    func refuseListing(with error: LogError) { state.withLock { $0.listingRefusal = error } }

    /// Takes further appends, and reports on each that it could not be made durable.
    ///
    /// `writing`: whether the log writes them nevertheless, as it may where it reports them as in doubt.
    func fail(with error: LogError, writing: Bool = false) {
        state.withLock { ($0.failure, $0.writesAllTheSame) = (error, writing) }
    }

    func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
        let refusal = state.withLock { state -> LogError? in
            defer { state.appends += 1 }
            if state.appends == state.refused { return .storage(Self.fault) }
            if let refusal = state.refusal { return refusal }
            if state.undurable >= 2 * state.room { return .overloaded }
            if state.appends == state.failing { state.failure = .inDoubt(Self.fault) }
            state.taken.append(append)
            state.undurable += 1
            let taken = Taken(
                append: append, failure: state.failure, isWritten: state.failure == nil || state.writesAllTheSame,
                report: report)
            if state.isStalled { state.stalled.append(taken) } else { thread.enqueue { self.write(taken) } }
            return nil
        }
        if let refusal { throw refusal }
        return .pending
    }

    private func write(_ taken: Taken) {
        let number = reports.withLock { reports in
            reports.expected.append(taken.report)
            return reports.made + reports.expected.count - 1
        }
        let note: Report = { error in
            self.reports.withLock { $0.known[number] = .some(taken.failure ?? error) }
            self.thread.enqueue { self.makeReports() }
        }
        do throws(LogError) {
            if !taken.isWritten { return note(nil) }
            if try memory.append(taken.append, report: note) == .durable { note(nil) }
        } catch {
            note(error)
        }
    }

    /// Makes the oldest reports, as far as what they say is known, on this log's thread.
    private func makeReports() {
        while let (report, error) = reports.withLock({ reports -> (Report, LogError?)? in
            guard let known = reports.known.removeValue(forKey: reports.made) else { return nil }
            reports.made += 1
            return (reports.expected.removeFirst(), known)
        }) {
            state.withLock { $0.undurable -= 1 }
            report(error)
        }
    }

    func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        if let refusal = state.withLock({ $0.readingRefusal }) { throw refusal }
        return try await memory.records(of: run, from: first, limit: limit)
    }

    func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        if run != nil, let refusal = state.withLock({ $0.listingRefusal }) { throw refusal }
        return try await memory.openRuns(after: run, limit: limit)
    }

    func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        try await memory.runs(of: reference, after: run, limit: limit)
    }

    func close() async throws(LogError) { try await memory.close() }
}
