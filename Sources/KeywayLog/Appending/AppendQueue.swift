package import KeywayCore

/// The appends that a log has taken in and not made durable, in order: what a log keeps between `append` and the thread that writes.
///
/// It is a value without a clock or a lock: the log keeps it under its own lock, and says what time it is.
package struct AppendQueue: Sendable {
    /// Whether there is something to write.
    package enum Readiness: Equatable, Sendable {
        case empty
        /// Somebody waits for records, or the lazy ones, for which nobody waits, have lain in the queue long enough.
        case ready
        /// All records are lazy: they are to be written in so many milliseconds.
        case later(milliseconds: Int64)
    }

    /// A run that has appends which are not durable.
    private struct PendingRun {
        /// Where its next record goes, behind all that were enqueued.
        var point: AppendPoint
        /// How many appends of the run are not durable.
        var pending: Int
    }

    /// How many milliseconds an append that nobody waits for may lie in the queue.
    private static let lazyDelay: Int64 = 50
    /// For how many appends room is made ahead at most. The queue may grow beyond that.
    private static let greatestRoom = 512

    /// With more undurable bytes than this the log is overloaded.
    private let limit: Int
    /// The greatest sequence that the record behind an append may have.
    private let greatestNext: UInt64
    /// What is not being written yet.
    private var waiting: [EncodedAppend] = []
    /// How many of the waiting appends are not lazy, so that somebody waits for them.
    private var urgent = 0
    /// When the waiting appends are written even if all of them are lazy, in milliseconds of the monotonic clock.
    private var lazyUntil: Int64 = 0
    /// The runs that have appends which are not durable.
    private var pendingByRun: [RunID: PendingRun] = [:]
    /// How many bytes all appends have together that were taken in and are not durable.
    private var undurable = 0

    /// - Parameters:
    ///   - limit: with more pending bytes than this the log is overloaded; with more than twice as many it refuses every
    ///     append. A negative limit is 0: then an append is taken only while none is pending.
    ///   - greatestNext: how great the sequence of the record behind an append may be. Records that are written have smaller ones.
    package init(limit: Int, greatestNext: UInt64 = .max - 1) {
        // Twice the limit must be a number as well.
        self.limit = min(max(limit, 0), .max / 2)
        self.greatestNext = greatestNext
    }

    /// Whether nothing waits to be written; appends that were taken out to be written do not count.
    package var isEmpty: Bool { waiting.isEmpty }

    package var isOverloaded: Bool { undurable > limit }

    /// The runs that have appends which are not durable.
    package var pendingRuns: Set<RunID> { Set(pendingByRun.keys) }

    /// Puts the append into the queue, behind all that came before; returns whether the thread that writes is to be woken.
    ///
    /// - Parameters:
    ///   - encoded: the same append as it is written.
    ///   - end: where the run ends in the log; asked for only if the run has no pending append. A log that cannot know it gives the place
    ///     at which the append itself begins, and lets its server check.
    ///   - now: in milliseconds of the monotonic clock.
    /// - Throws: `LogError.overloaded`, `conflict` and `invalid`.
    package mutating func enqueue(
        _ append: Append, _ encoded: EncodedAppend, after end: @autoclosure () -> AppendPoint, now: Int64
    ) throws(LogError) -> Bool {
        if undurable > 2 * limit { throw .overloaded }
        let known = pendingByRun[append.run]
        let point = try (known?.point ?? end()).admitting(append)
        guard point.next <= greatestNext else {
            throw .invalid(run: append.run, .tooManyRecords(limit: greatestNext))
        }
        pendingByRun[append.run] = PendingRun(point: point, pending: (known?.pending ?? 0) + 1)
        undurable += encoded.size
        if waiting.isEmpty, encoded.isLazy { lazyUntil = now + Self.lazyDelay }
        waiting.append(encoded)
        if !encoded.isLazy { urgent += 1 }
        // The first append that waits wakes the thread, and so does the first that is not lazy. Behind these the thread is awake, or
        // will wake in time.
        return encoded.isLazy ? waiting.count == 1 : urgent == 1
    }

    /// Whether to write now; `now` is in milliseconds of the monotonic clock.
    package func readiness(at now: Int64) -> Readiness {
        if waiting.isEmpty { return .empty }
        return urgent > 0 || lazyUntil <= now ? .ready : .later(milliseconds: lazyUntil - now)
    }

    /// Takes out what is written next: the first of the waiting appends, at least one where one waits.
    ///
    /// - Parameters:
    ///   - greatestSize: the most bytes that they have together; the first one may have more.
    ///   - greatestCount: the most appends.
    package mutating func nextBatch(bytes greatestSize: Int, count greatestCount: Int = .max) -> [EncodedAppend] {
        let count = countThatFits(bytes: greatestSize, count: greatestCount)
        var batch: [EncodedAppend] = []
        if count == waiting.count {
            // An array that grows is copied, and then the caller of `append` would wait for that. So the log's thread makes room ahead: for
            // twice as many appends as there were.
            batch.reserveCapacity(min(2 * count, Self.greatestRoom))
            swap(&batch, &waiting)
            urgent = 0
        } else {
            batch = Array(waiting.prefix(count))
            waiting.removeFirst(count)
            urgent -= batch.count { !$0.isLazy }
        }
        return batch
    }

    /// How many of the waiting appends fit in a batch: at least one, where one waits.
    private func countThatFits(bytes greatestSize: Int, count greatestCount: Int) -> Int {
        var count = greatestCount
        // Where all fit, none is looked at: whoever hands over an append waits meanwhile.
        if undurable > greatestSize {
            var size = 0
            count =
                waiting.prefix(greatestCount).prefix { append in
                    size += append.size
                    return size <= greatestSize
                }.count
        }
        return min(waiting.count, max(count, 1))
    }

    /// Counts these appends, which were taken out, as pending no more: they are durable or lost.
    package mutating func settle(_ batch: [EncodedAppend]) {
        var rest = batch[...]
        while let first = rest.first {
            // A busy run has many appends side by side: they are counted together, for the lock is held meanwhile.
            let sameRun = rest.prefix { $0.run == first.run }
            rest = rest.dropFirst(sameRun.count)
            for append in sameRun { undurable -= append.size }
            guard var run = pendingByRun[first.run] else { continue }
            run.pending -= sameRun.count
            pendingByRun[first.run] = run.pending == 0 ? nil : run
        }
    }

    /// Takes out all that waits, because it will not be written; the caller reports on it.
    package mutating func removeWaiting() -> [EncodedAppend] {
        var removed: [EncodedAppend] = []
        swap(&removed, &waiting)
        urgent = 0
        settle(removed)
        return removed
    }

    /// Takes out what waits of one run, because it will not be written; the caller reports on it.
    package mutating func removeWaiting(of run: RunID) -> [EncodedAppend] {
        let removed = waiting.filter { $0.run == run }
        if removed.isEmpty { return [] }
        waiting.removeAll { $0.run == run }
        urgent -= removed.count { !$0.isLazy }
        settle(removed)
        return removed
    }
}
