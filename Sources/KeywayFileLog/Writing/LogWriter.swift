import KeywayCore
import KeywayLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Takes appends in on any thread, and writes them on one of its own, which begins with the first append.
///
/// Two parts are kept apart: what all threads share, under a lock that is never held over a call to the disk; and the
/// segment writer, which only the log's own thread touches. That thread changes the index of runs under the lock, so it
/// may read the index without the lock.
final class LogWriter: @unchecked Sendable {
    fileprivate struct Shared {
        /// What was taken in and is not being written, in order.
        var queue: [EncodedAppend] = []
        /// How many appends of the queue are not lazy, so that somebody waits for them.
        var urgent = 0
        /// When the queue is written though all of it is lazy, in milliseconds of the monotonic clock.
        var lazyUntil: Int64 = 0
        /// For each run that has appends which are not durable: where the run ends with them.
        var heads: [RunID: TakenHead] = [:]
        /// About how many bytes were taken in and are not durable.
        var undurable = 0
        /// The failure after which nothing is taken any more.
        var failure: StorageFault?
        var isStopping = false
        var isFinished = false
        var hasThread = false
        var thread: pthread_t?
        /// The reports that were handed to `stop`; all are called once the log is closed.
        var waiting: [@Sendable (LogError?) -> Void] = []
        /// The lock against other writers; nil once the log is closed.
        var lock: (any HeldLock)?
        /// How far the log has come for good.
        var mark: FileLog.Mark
    }

    /// Where a run ends with all records that were taken in, durable or not.
    fileprivate struct TakenHead {
        var head: RunHead
        /// How many appends of the run are not durable.
        var pending: Int
    }

    /// What the thread has to do.
    private enum Work {
        case write([EncodedAppend])
        /// Fill a slice of the next segment with zeros.
        case prepare
        /// Flush what is not flushed, and end.
        case finish
    }

    /// How many milliseconds an append that nobody waits for may lie in the queue.
    private static let lazyDelay: Int64 = 50
    /// The most bytes of a batch; a single append may have more.
    private static let batchLimit = 4 << 20

    private let shared: Monitor<Shared>
    private let index: RunIndex
    private var writer: SegmentWriter
    private let undurableLimit: Int
    private let batchLimit: Int
    /// Whether there is no thread of the log's own, because a test calls `writeTaken`.
    private let isDriven: Bool

    init(_ opening: Opening, undurableLimit: Int, segmentSize: UInt64, isDriven: Bool) {
        writer = opening.writer
        index = opening.index
        self.undurableLimit = undurableLimit
        batchLimit = min(Self.batchLimit, Int(clamping: segmentSize))
        self.isDriven = isDriven
        shared = Monitor(Shared(lock: opening.lock, mark: opening.writer.mark))
    }

    // MARK: Taking

    var isOverloaded: Bool { shared.withLock { $0.undurable > undurableLimit } }

    /// Takes the append in, behind all that were taken before.
    func take(_ append: Append, _ taken: EncodedAppend) throws(LogError) {
        let wakes = try shared.withLock { (state) throws(LogError) in
            if state.isStopping { throw .closed }
            if let failure = state.failure { throw .storage(failure) }
            if state.undurable > 2 * undurableLimit { throw .overloaded }
            let known = state.heads[append.run]
            let head = try (known?.head ?? durableHead(of: append.run)).admitting(append)
            guard head.next < UInt64(UInt32.max) else {
                throw .invalid(run: append.run, .sequence(found: head.next, expected: UInt64(UInt32.max) - 1))
            }
            try beginThread(&state)
            state.heads[append.run] = TakenHead(head: head, pending: (known?.pending ?? 0) + 1)
            state.undurable += taken.size
            if state.queue.isEmpty, taken.isLazy { state.lazyUntil = monotonicMilliseconds() + Self.lazyDelay }
            state.queue.append(taken)
            if !taken.isLazy { state.urgent += 1 }
            // Further appends of the kind find the thread awake, or waiting for no longer than they need.
            return taken.isLazy ? state.queue.count == 1 : state.urgent == 1
        }
        if wakes { shared.wake() }
    }

    /// Where the run's durable records end.
    private func durableHead(of run: RunID) -> RunHead {
        guard let place = index.find(run) else { return RunHead() }
        return RunHead(next: UInt64(index[place].next), time: Instant(milliseconds: index[place].time))
    }

    private func beginThread(_ state: inout Shared) throws(LogError) {
        if state.hasThread || isDriven { return }
        guard KeywayLog.beginThread({ self.run() }) else {
            throw .storage(
                StorageFault(
                    attempt: "begin the writer of", subject: "the log", number: 0,
                    reason: "the system has no thread to give"))
        }
        state.hasThread = true
    }

    // MARK: Looking

    /// How far the log has come for good.
    var mark: FileLog.Mark { shared.withLock { $0.mark } }

    /// Where the run stands with its durable records; nil if it has none.
    func entry(of run: RunID) -> RunIndex.Entry? {
        shared.withLock { _ in index.find(run).map { index[$0] } }
    }

    /// How many runs are looked at under the lock at a time.
    private static let runsAtATime = 512

    /// The runs that began after the given one, in the order in which they began; nil gives all.
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

    /// Writes all that was taken in, on this thread; only for a log that has no thread of its own.
    func writeTaken() {
        while carryOut(shared.withLock { state in isDriven && !state.queue.isEmpty ? .write(nextBatch(&state)) : nil })
        {}
    }

    private func run() {
        shared.withLock { $0.thread = pthread_self() }
        while carryOut(shared.wait(nextWork)) {}
    }

    /// What the thread does next, or how long it may wait for something to do.
    private func nextWork(_ state: inout Shared) -> Monitor<Shared>.Look<Work?> {
        if state.urgent > 0 || state.isStopping && !state.queue.isEmpty { return .found(.write(nextBatch(&state))) }
        if state.isStopping { return .found(.finish) }
        if !state.queue.isEmpty {
            let left = state.lazyUntil - monotonicMilliseconds()
            if left <= 0 { return .found(.write(nextBatch(&state))) }
            return writer.needsNextSegment ? .found(.prepare) : .waitingFor(milliseconds: left)
        }
        return writer.needsNextSegment ? .found(.prepare) : .waiting
    }

    /// Takes out of the queue what is written next: as many appends as fit in a batch, and at least one.
    private func nextBatch(_ state: inout Shared) -> [EncodedAppend] {
        var size = 0
        let count = state.queue.prefix { append in
            size += append.size
            return size <= batchLimit
        }.count
        var batch: [EncodedAppend] = []
        if count >= state.queue.count {
            swap(&batch, &state.queue)
        } else {
            batch = Array(state.queue.prefix(max(count, 1)))
            state.queue.removeFirst(batch.count)
        }
        state.urgent -= batch.count { !$0.isLazy }
        return batch
    }

    /// Does the work; returns whether there may be more to do.
    private func carryOut(_ work: Work?) -> Bool {
        switch work {
        case nil: return false
        case .write(let appends): write(appends)
        case .prepare: writer.prepareNextSegment()
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
                for append in appends { state.note(durable: append) }
            }
        } catch {
            return fail(appends, error)
        }
        for append in appends { append.report(nil) }
        if writer.needsNextSegment { writer.prepareNextSegment() }
    }

    /// Forgets all that was taken in and is not durable, and reports the failure of each append.
    ///
    /// After `notReady` the log still takes appends, and tries again; after any other failure it takes nothing more.
    private func fail(_ appends: [EncodedAppend], _ failure: SegmentWriter.Failure) {
        let fault = failure.fault
        let behind = shared.withLock { state in
            let behind = state.queue
            state.queue = []
            state.urgent = 0
            state.heads = [:]
            state.undurable = 0
            if case .notReady = failure {} else { state.failure = fault }
            return behind
        }
        var error = LogError.storage(fault)
        if case .during = failure { error = .inDoubt(fault) }
        for append in appends { append.report(error) }
        for append in behind { append.report(.storage(fault)) }
    }

    // MARK: Ending

    /// Takes nothing more; `report` is called when all is written and the lock is given back.
    func stop(_ report: @escaping @Sendable (LogError?) -> Void) {
        enum Next { case over, here, elsewhere }
        let next = shared.withLock { state -> Next in
            if state.isFinished { return .over }
            state.waiting.append(report)
            defer { state.isStopping = true }
            return state.hasThread || state.isStopping ? .elsewhere : .here
        }
        switch next {
        case .over: report(nil)
        case .elsewhere: shared.wake()
        case .here:
            writeTaken()
            finish()
        }
    }

    /// Whether this is the thread that writes: it cannot wait for itself.
    var isOnItsThread: Bool {
        shared.withLock { state in state.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    private func finish() {
        var error: LogError?
        let failure = shared.withLock { $0.failure }
        if failure == nil {
            do throws(StorageFault) {
                try writer.finish()
            } catch let fault {
                error = .inDoubt(fault)
            }
        }
        let (outcome, mark) = (error, writer.mark)
        let waiting = shared.withLock { state in
            state.isFinished = true
            state.mark = mark
            state.lock = nil
            defer { state.waiting = [] }
            return state.waiting
        }
        for report in waiting { report(outcome) }
    }
}

/// The entries of a writer's index of runs, read page by page: each page under the writer's lock.
struct EntryPages: Sequence, IteratorProtocol {
    private let writer: LogWriter
    private var following: Int
    private var page: [RunIndex.Entry] = []
    private var position = 0

    fileprivate init(of writer: LogWriter, next: Int) {
        self.writer = writer
        following = next
    }

    mutating func next() -> RunIndex.Entry? {
        if position == page.count {
            page = writer.page(from: following)
            following += page.count
            position = 0
            if page.isEmpty { return nil }
        }
        defer { position += 1 }
        return page[position]
    }
}

extension LogWriter.Shared {
    /// The append is durable: it no longer counts among those that are not.
    fileprivate mutating func note(durable append: EncodedAppend) {
        undurable -= append.size
        guard var head = heads[append.run] else { return }
        head.pending -= 1
        heads[append.run] = head.pending == 0 ? nil : head
    }
}
