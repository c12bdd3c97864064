import KeywayCore
import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Queues appends from any thread, and writes them on a thread of its own, which begins with the first append.
///
/// Two parts are kept apart: what all threads share, under a lock that is never held over a call to the disk; and the
/// segment writer, which only the log's own thread touches (where that has not begun, the thread that closes the log or
/// drives it in a test). This one thread changes the index of runs under the lock, so it may read the index without it.
final class LogWriter: @unchecked Sendable {
    fileprivate struct Shared {
        var queue: AppendQueue
        /// Why the log takes no more appends; nil unless a write has failed for good.
        var failure: StorageFault?
        /// Whether the log was asked to close: it takes no more appends.
        var isStopping = false
        /// Whether the log is closed: all that could be written is, and the lock is given back.
        var isFinished = false
        /// Why the closed log may lack acknowledged records; nil where it lacks none, or is not closed.
        var closingError: LogError?
        /// Whether the thread that writes was begun.
        var hasThread = false
        /// That thread, once it runs.
        var thread: pthread_t?
        /// The callbacks that were handed to `stop`; all are called once the log is closed.
        var closingReports: [@Sendable (LogError?) -> Void] = []
        /// The lock against other writers; nil once the log is closed.
        var lock: (any HeldLock)?
        /// How far the log is flushed.
        var mark: FileLog.Mark
    }

    /// What the thread has to do.
    private enum Work {
        case write([EncodedAppend])
        /// Fill a slice ahead with zeros, in the present segment or the next.
        case prepare
        /// Flush what is not flushed, and end.
        case finish
    }

    /// The greatest sequence that a run's next record may have: one less than the 32 bits have room for in which `RunIndex` keeps it.
    private static let greatestNext = UInt64(UInt32.max) - 1
    /// The most bytes of appends in one batch; a single append may have more.
    private static let batchLimit = 4 << 20

    private let shared: Monitor<Shared>
    private let index: RunIndex
    private var writer: SegmentWriter
    /// `Self.batchLimit`, or the size of a segment where that is smaller.
    private let batchLimit: Int
    /// Whether a test drives the log: there is no thread, and the test calls `writeTaken`.
    private let isDriven: Bool
    /// A mistake that is made on purpose, so that tests see whether they would find it; nil in every app.
    private let planted: PlantedFault?

    init(
        _ opening: Opening, undurableLimit: Int, segmentSize: UInt64, isDriven: Bool, planted: PlantedFault? = nil
    ) {
        writer = opening.writer
        index = opening.index
        batchLimit = min(Self.batchLimit, Int(clamping: segmentSize))
        self.isDriven = isDriven
        self.planted = planted
        let queue = AppendQueue(limit: undurableLimit, greatestNext: Self.greatestNext)
        shared = Monitor(Shared(queue: queue, lock: opening.lock, mark: opening.writer.mark))
    }

    // MARK: Enqueueing

    var isOverloaded: Bool { shared.withLock { $0.queue.isOverloaded } }

    /// Puts the append into the queue, behind all earlier ones.
    func enqueue(_ append: Append, _ encoded: EncodedAppend) throws(LogError) {
        let wakes = try shared.withLock { (state) throws(LogError) in
            if state.isStopping { throw .closed }
            if let failure = state.failure { throw .storage(failure) }
            try beginThread(&state)
            return try state.queue.enqueue(
                append, encoded, after: durablePoint(of: append.run), now: monotonicMilliseconds())
        }
        if wakes { shared.wake() }
    }

    /// Where the run's durable records end.
    private func durablePoint(of run: RunID) -> AppendPoint {
        guard let position = index.find(run) else { return AppendPoint() }
        return AppendPoint(next: UInt64(index[position].next), time: Instant(milliseconds: index[position].time))
    }

    private func beginThread(_ state: inout Shared) throws(LogError) {
        if state.hasThread || isDriven { return }
        guard KeywayLog.beginThread({ self.run() }) else {
            throw .storage(
                StorageFault(
                    operation: "begin the writer of", subject: "the log", number: 0,
                    reason: "the system has no thread to give"))
        }
        state.hasThread = true
    }

    // MARK: Looking

    /// How far the log is flushed.
    var mark: FileLog.Mark { shared.withLock { $0.mark } }

    /// Where the run stands with its durable records; nil if it has none.
    func entry(of run: RunID) -> RunIndex.Entry? {
        shared.withLock { _ in index.find(run).map { index[$0] } }
    }

    /// How many entries of the index are read under the lock at a time.
    private static let runsAtATime = 512

    /// The runs that began after the given one, in the order in which they began; nil gives all, an unknown run none.
    ///
    /// They are read page by page, so that the lock is never held for long.
    func entries(after run: RunID?) -> EntryPages {
        let start = run.map { run in shared.withLock { _ in index.find(run).map { $0 + 1 } ?? index.count } } ?? 0
        return EntryPages(of: self, next: start)
    }

    fileprivate func page(from start: Int) -> [RunIndex.Entry] {
        shared.withLock { _ in
            start < index.count ? (start..<min(index.count, start + Self.runsAtATime)).map { index[$0] } : []
        }
    }

    // MARK: Writing

    /// Writes all queued appends on the caller's thread; only for a log that a test drives.
    func writeTaken() {
        while carryOut(
            shared.withLock { state in
                isDriven && !state.queue.isEmpty ? .write(state.queue.nextBatch(bytes: batchLimit)) : nil
            })
        {}
    }

    private func run() {
        shared.withLock { $0.thread = pthread_self() }
        while carryOut(shared.wait(nextWork)) {}
    }

    /// What the thread does next, or how long it may wait for something to do.
    private func nextWork(_ state: inout Shared) -> Monitor<Shared>.Poll<Work?> {
        switch state.queue.readiness(at: monotonicMilliseconds()) {
        case .ready: return .found(.write(state.queue.nextBatch(bytes: batchLimit)))
        case .later where state.isStopping: return .found(.write(state.queue.nextBatch(bytes: batchLimit)))
        case .empty where state.isStopping: return .found(.finish)
        case .later(let milliseconds):
            return writer.needsPreparing ? .found(.prepare) : .waitingFor(milliseconds: milliseconds)
        case .empty: return writer.needsPreparing ? .found(.prepare) : .waiting
        }
    }

    /// Does the work; returns whether there may be more to do.
    private func carryOut(_ work: Work?) -> Bool {
        switch work {
        case nil: return false
        case .write(let appends): write(appends)
        case .prepare: writer.prepareAhead()
        case .finish:
            finish()
            return false
        }
        return true
    }

    private func write(_ appends: [EncodedAppend]) {
        do throws(SegmentWriter.Failure) {
            let batch = try writer.write(appends, after: index)
            let mark = writer.mark
            shared.withLock { state in
                state.mark = mark
                index.note(written: batch)
                state.queue.settle(appends)
            }
        } catch {
            return fail(appends, error)
        }
        for append in appends { append.report(nil) }
        if writer.needsPreparing { writer.prepareAhead() }
    }

    /// Removes the appends that are not durable from the queue, and reports the failure to each of them.
    ///
    /// After `notReady` the log still takes appends, and tries again; after any other failure it takes nothing more.
    private func fail(_ appends: [EncodedAppend], _ failure: SegmentWriter.Failure) {
        let fault = failure.fault
        let behind = shared.withLock { state in
            let behind = state.queue.removeWaiting()
            state.queue.settle(appends)
            if case .notReady = failure, planted != .fullDiskEndsLog {} else { state.failure = fault }
            return behind
        }
        var error = LogError.storage(fault)
        if case .during = failure { error = .inDoubt(fault) }
        for append in appends { append.report(error) }
        for append in behind { append.report(.storage(fault)) }
    }

    // MARK: Ending

    /// Refuses further appends; `report` is called when the queued ones are written and the lock is released.
    ///
    /// Each later call reports the same outcome.
    func stop(_ report: @escaping @Sendable (LogError?) -> Void) {
        enum Next {
            /// The log is closed already.
            case over(LogError?)
            /// The log has no thread, so the caller's thread closes the log.
            case here
            /// Another thread writes what is left and closes the log.
            case elsewhere
        }
        let next = shared.withLock { state -> Next in
            if state.isFinished { return .over(state.closingError) }
            state.closingReports.append(report)
            defer { state.isStopping = true }
            return state.hasThread || state.isStopping ? .elsewhere : .here
        }
        switch next {
        case .over(let error): report(error)
        case .elsewhere: shared.wake()
        case .here:
            if planted == .closingWritesNothing { forgetTaken() }
            writeTaken()
            finish()
        }
    }

    /// By the mistake `closingWritesNothing`: reports the queued appends as durable, and forgets them.
    private func forgetTaken() {
        let taken = shared.withLock { $0.queue.removeWaiting() }
        for append in taken { append.report(nil) }
    }

    /// Whether the caller runs on the thread that writes: that thread cannot wait for itself.
    var isOnItsThread: Bool {
        shared.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    private func finish() {
        var error: LogError?
        // After a failed write as well: what was acknowledged before it may not be flushed yet.
        do throws(StorageFault) {
            try writer.finish()
        } catch let fault {
            error = .inDoubt(fault)
        }
        let (outcome, mark) = (error, writer.mark)
        let reports = shared.withLock { state in
            state.isFinished = true
            state.closingError = outcome
            state.mark = mark
            state.lock = nil
            defer { state.closingReports = [] }
            return state.closingReports
        }
        for report in reports { report(outcome) }
    }
}

/// The entries of a writer's index of runs, read page by page: each page under the writer's lock.
struct EntryPages: Sequence, IteratorProtocol {
    private let writer: LogWriter
    /// Where in the index the next page begins.
    private var nextPage: Int
    private var page: [RunIndex.Entry] = []
    /// Where in the page the next entry is.
    private var position = 0

    fileprivate init(of writer: LogWriter, next: Int) {
        self.writer = writer
        nextPage = next
    }

    mutating func next() -> RunIndex.Entry? {
        if position == page.count {
            page = writer.page(from: nextPage)
            nextPage += page.count
            position = 0
            if page.isEmpty { return nil }
        }
        defer { position += 1 }
        return page[position]
    }
}
