import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@Suite("What a log has taken and not written")
struct AppendQueueTests {
    private var queue = AppendQueue(limit: 400)

    /// Takes an append; returns whether the thread that writes is to be woken.
    @discardableResult
    private mutating func enqueue(
        _ append: Append, after end: AppendPoint = AppendPoint(), now: Int64 = 0,
        _ report: @escaping @Sendable (LogError?) -> Void = { _ in }
    ) throws(LogError) -> Bool {
        try queue.enqueue(append, EncodedAppend(append, limit: .max, report: report), after: end, now: now)
    }

    @Test("What somebody waits for is ready at once, and wakes the thread once")
    mutating func urgent() throws {
        #expect(queue.readiness(at: 0) == .empty && queue.isEmpty)
        #expect(try enqueue(SampleRun(1).append(0..<1)))
        #expect(try !enqueue(SampleRun(2).append(0..<1)))
        #expect(queue.readiness(at: 0) == .ready)
        #expect(queue.nextBatch(bytes: .max).map(\.run) == [SampleRun(1).run, SampleRun(2).run])
        #expect(queue.readiness(at: 0) == .empty)
    }

    @Test("What nobody waits for is due after 50 ms, or as soon as somebody waits for something")
    mutating func lazy() throws {
        #expect(try enqueue(SampleRun(1).append(0..<1, isLazy: true), now: 100))
        #expect(queue.readiness(at: 100) == .later(milliseconds: 50))
        #expect(try !enqueue(SampleRun(2).append(0..<1, isLazy: true), now: 140))
        #expect(queue.readiness(at: 149) == .later(milliseconds: 1))
        #expect(queue.readiness(at: 150) == .ready)
        #expect(try enqueue(SampleRun(3).append(0..<1), now: 149))
        #expect(queue.readiness(at: 149) == .ready)
    }

    @Test("A batch has what fits and at least one, in order")
    mutating func batches() throws {
        for number in 0..<5 as Range<UInt64> { try enqueue(SampleRun(number).append(0..<1)) }
        #expect(queue.nextBatch(bytes: 1).map(\.run.low) == [0])
        #expect(queue.nextBatch(bytes: .max, count: 2).map(\.run.low) == [1, 2])
        #expect(queue.readiness(at: 0) == .ready)
        #expect(queue.nextBatch(bytes: .max).map(\.run.low) == [3, 4])
    }

    @Test("What is on its way is in no later batch, and takes none of its room")
    mutating func behindOthers() throws {
        let size = try EncodedAppend(SampleRun(0).append(0..<1), limit: .max) { _ in }.size
        queue = AppendQueue(limit: .max)
        for number in 0..<5 as Range<UInt64> { try enqueue(SampleRun(number).append(0..<1, isLazy: number > 2)) }
        #expect(queue.nextBatch(bytes: 2 * size).map(\.run.low) == [0, 1])
        #expect(queue.readiness(at: 0) == .ready)
        #expect(queue.nextBatch(bytes: 3 * size).map(\.run.low) == [2, 3, 4])
        #expect(queue.readiness(at: 0) == .empty)
        #expect(try enqueue(SampleRun(5).append(0..<1)))
    }

    @Test("The queue keeps room for twice as many as were taken out, up to a bound", arguments: [10, 2_000])
    mutating func room(count: UInt64) throws {
        queue = AppendQueue(limit: .max)
        for number in 0..<count { try enqueue(SampleRun(number).append(0..<1)) }
        #expect(queue.nextBatch(bytes: .max).count == count)
        try enqueue(SampleRun(count).append(0..<1))
        let capacity = queue.nextBatch(bytes: .max).capacity
        #expect(capacity >= 20 && capacity < 1_000)
    }

    @Test(
        "Where a run ends the caller says while the queue has none of its appends, and the queue knows while it has one"
    )
    mutating func heads() throws {
        let run = SampleRun(1)
        try enqueue(run.append(0..<2))
        #expect(throws: LogError.conflict(run: run.run, expected: 0, actual: 2)) { try enqueue(run.append(0..<1)) }
        try enqueue(run.append(2..<3))
        queue.settle(queue.nextBatch(bytes: .max, count: 1))
        // The second one is still on its way.
        #expect(throws: LogError.conflict(run: run.run, expected: 2, actual: 3)) { try enqueue(run.append(2..<3)) }
        queue.settle(queue.nextBatch(bytes: .max))
        #expect(throws: LogError.conflict(run: run.run, expected: 3, actual: 0)) { try enqueue(run.append(3..<4)) }
    }

    @Test("A run has as many records as the log can number, and is refused for each further one")
    mutating func tooManyRecords() throws {
        queue = AppendQueue(limit: .max, greatestNext: 2)
        let run = SampleRun(1)
        let refusal = LogError.invalid(run: run.run, .tooManyRecords(limit: 2))
        #expect(throws: refusal) { try enqueue(run.append(0..<3)) }
        try enqueue(run.append(0..<2))
        #expect(throws: refusal) { try enqueue(run.append(2..<3)) }
        #expect(
            "\(refusal)"
                == "these records cannot be appended to run \(run.run): with them the run has more than 2 records, "
                + "and this log can number no more")
        // Behind the greatest number there is none, whatever the log.
        var record = run.record(1)
        record.sequence = .max
        var point = AppendPoint(next: .max, time: record.time)
        #expect(throws: RecordFault.tooManyRecords(limit: .max)) { try point.pass(record) }
    }

    @Test("Beyond the limit the log is overloaded, and beyond twice the limit nothing is taken")
    mutating func overload() throws {
        var taken: UInt64 = 0
        while !queue.isOverloaded {
            try enqueue(SampleRun(taken).append(0..<1))
            taken += 1
        }
        let count = taken
        #expect(throws: LogError.overloaded) {
            for number in count..<100 { try enqueue(SampleRun(number).append(0..<1)) }
        }
        queue.settle(queue.nextBatch(bytes: .max))
        #expect(!queue.isOverloaded)
        try enqueue(SampleRun(200).append(0..<1))
    }

    @Test("A reference counts as the records do, in a batch and against the limit")
    mutating func references() throws {
        let runs = (1...3).map { SampleRun($0, reference: String(repeating: "r", count: 450)) }
        try enqueue(runs[0].append(0..<1))
        #expect(queue.isOverloaded)
        try enqueue(runs[1].append(0..<1))
        #expect(throws: LogError.overloaded) { try enqueue(runs[2].append(0..<1)) }
        let batches = [queue.nextBatch(bytes: 600), queue.nextBatch(bytes: 600)]
        #expect(batches.map { $0.map(\.run) } == runs.prefix(2).map { [$0.run] })
        for batch in batches { queue.settle(batch) }
        #expect(queue.isEmpty && !queue.isOverloaded)
    }

    @Test("An append has at least the size of all that is written of it, and is refused by that size")
    func sizes() throws {
        let run = SampleRun(1, reference: String(repeating: "r", count: 1_000))
        var append = run.append(0..<100)
        append.standing = .open(neededRecords: Array(0..<100))
        let needed = append.standing
        let size = try EncodedAppend(append, limit: .max) { _ in }.size
        append.standing = .over
        let less = try EncodedAppend(append, limit: .max) { _ in }.size
        #expect(less > append.records.codedGroup.count + 1_000 && size >= less + 100)
        append.standing = needed
        _ = try EncodedAppend(append, limit: size) { _ in }
        let fault = RecordFault.tooLarge(bytes: size, limit: size - 1)
        #expect(throws: LogError.invalid(run: run.run, fault)) { try EncodedAppend(append, limit: size - 1) { _ in } }
    }

    @Test("Any number is a limit; by 0 or less one append is taken at a time", arguments: [-1, 0, .max] as [Int])
    func limits(limit: Int) throws {
        var queue = AppendQueue(limit: limit)
        for number: UInt64 in 1...2 {
            let append = SampleRun(number).append(0..<1)
            let encoded = try EncodedAppend(append, limit: .max) { _ in }
            _ = try queue.enqueue(append, encoded, after: AppendPoint(), now: 0)
            #expect(queue.isOverloaded == (limit <= 0))
            if limit <= 0 {
                #expect(throws: LogError.overloaded) {
                    _ = try queue.enqueue(append, encoded, after: AppendPoint(), now: 0)
                }
            }
            queue.settle(queue.nextBatch(bytes: .max))
        }
    }

    @Test("What waits of one run is forgotten, with where the run ends, and what waits of others stays")
    mutating func forgetting() throws {
        let run = SampleRun(1)
        try enqueue(run.append(0..<1))
        try enqueue(SampleRun(2).append(0..<1))
        let batch = queue.nextBatch(bytes: .max, count: 1)
        try enqueue(run.append(1..<2))
        try enqueue(run.append(2..<3, isLazy: true))
        #expect(queue.removeWaiting(of: run.run).map(\.first) == [1, 2])
        queue.settle(batch)
        try enqueue(run.append(0..<1))
        #expect(queue.removeWaiting().map(\.run.low) == [2, 1])
        #expect(queue.readiness(at: 0) == .empty && !queue.isOverloaded)
    }
}
