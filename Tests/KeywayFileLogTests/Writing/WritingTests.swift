import KeywayCore
import KeywayLog
import SimulatedDisk
import Testing

@testable import KeywayFileLog

@Suite("Writing to a log")
struct WritingTests {
    private let stories = (1...4).map { Story($0) }

    /// The reports of appends, in the order in which they came.
    final class Tellings: Sendable {
        private let all = Lock<[(run: RunID, first: UInt64, error: LogError?)]>([])

        var firsts: [UInt64] { all.withLock { $0.map(\.first) } }
        var errors: [LogError] { all.withLock { $0.compactMap(\.error) } }

        func append(_ append: Append, in log: FileLog) throws(LogError) {
            let first = append.records.first?.sequence ?? 0
            _ = try log.append(append) { [all] error in all.withLock { $0.append((append.run, first, error)) } }
        }
    }

    @Test("All that was taken is one block, one write and one flush, and each record keeps its place in the order")
    func groupCommit() async throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 100_000)
        for story in stories { try log.write(story.append([story.began()], .open(neededRecords: [0]))) }
        let before = try FileLog.verify("log", in: disk)
        let calls = disk.calls
        let tellings = Tellings()
        for sequence: UInt64 in 1..<6 {
            for story in stories.reversed() {
                try tellings.append(
                    story.append([story.event(sequence)], .open(neededRecords: [0, sequence])), in: log)
            }
        }
        #expect(tellings.firsts == [])
        log.writeTaken()
        #expect(tellings.firsts == (1..<6).flatMap { first in stories.map { _ in UInt64(first) } })
        #expect(tellings.errors == [])
        // A look at the folder, the write, the flush and the head.
        #expect(disk.calls - calls == 4)
        let after = try FileLog.verify("log", in: disk)
        #expect(after.blocks == before.blocks + 1 && after.records == before.records + 20)
        for story in stories { #expect(try log.durableRecords(of: story.run) == story.records(6)) }
        let open = try await log.openRuns(after: nil, limit: 10)
        #expect(open.map(\.run) == stories.map(\.run))
        #expect(open.map(\.next) == [6, 6, 6, 6])
        // The last records were taken in the reverse order of the runs, and they stand so in the log.
        let last = open.compactMap { $0.neededRecords.last?.position }
        #expect(last == last.sorted().reversed() && Set(last).count == 4)
        let firsts = open.compactMap { $0.neededRecords.first?.position }
        #expect(firsts == firsts.sorted() && firsts.allSatisfy { $0 < last.min() ?? 0 })
    }

    @Test("Of two appends at one place of a run only the first is taken")
    func noRepetition() throws {
        let story = stories[0]
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk)
        let tellings = Tellings()
        try tellings.append(story.append(story.records(1)), in: log)
        // The same records again, while the first are not durable, and when they are.
        for _ in 0..<2 {
            #expect(throws: LogError.conflict(run: story.run, expected: 0, actual: 1)) {
                try tellings.append(story.append(story.records(1)), in: log)
            }
            log.writeTaken()
        }
        #expect(tellings.firsts == [0])
    }

    @Test("Beyond its limit a log is overloaded, and beyond twice that it takes nothing until it has written")
    func overload() throws {
        var generator = Seeded(1)
        let story = stories[0]
        let log = try FileLog(
            "log", in: SimulatedDisk(chance: Seeded(1)), undurableLimit: 1_000, isDriven: true, drawing: &generator)
        let tellings = Tellings()
        var taken: UInt64 = 0
        var wasOverloaded: UInt64?
        #expect(throws: LogError.overloaded) {
            while taken < 1_000 {
                try tellings.append(story.append([story.record(taken)]), in: log)
                taken += 1
                if log.isOverloaded, wasOverloaded == nil { wasOverloaded = taken }
            }
        }
        let first = try #require(wasOverloaded)
        #expect(taken > first + 2 && taken < 30)
        log.writeTaken()
        #expect(!log.isOverloaded)
        #expect(tellings.firsts == Array(0..<taken))
        try tellings.append(story.append([story.record(taken)]), in: log)
    }

    @Test("A batch is at most a segment's length, and one append that is longer has a segment for itself")
    func longAppends() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 3_000)
        let tellings = Tellings()
        let long = String(repeating: "long ", count: 2_000)
        for story in stories {
            try tellings.append(story.append([story.began()] + (1..<10).map { story.event($0) }), in: log)
            try tellings.append(story.append([story.event(10, text: long)]), in: log)
        }
        log.writeTaken()
        #expect(tellings.errors == [] && tellings.firsts.count == 8)
        let whole = stories.map { $0.records(10) + [$0.event(10, text: long)] }
        for (story, records) in zip(stories, whole) { #expect(try log.durableRecords(of: story.run) == records) }
        try log.closeAndWait()
        let report = try FileLog.verify("log", in: disk)
        #expect(report.findings == [] && report.segments > 4)
        var told: [[Int]] = []
        _ = try FileLog.Reader("log", in: disk) { told.append([$0, $1]) }
        #expect(told == (1...report.segments).map { [$0, report.segments] }, "each segment is told once it is walked")
        let again = try FileLog(on: disk, segmentSize: 3_000)
        for (story, records) in zip(stories, whole) { #expect(try again.durableRecords(of: story.run) == records) }
    }

    @Test("Many long references are written as several blocks")
    func longReferences() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 100_000)
        let name = String(repeating: "name ", count: 2_000)
        let stories = (1...20).map { Story($0, reference: name + "\($0)") }
        let tellings = Tellings()
        for story in stories { try tellings.append(story.append(story.records(1)), in: log) }
        log.writeTaken()
        #expect(tellings.errors == [] && tellings.firsts.count == 20)
        try log.closeAndWait()
        let report = try FileLog.verify("log", in: disk)
        #expect(report.findings == [] && report.segments == 3)
        // In one block the references would have made a segment of twice its length.
        #expect(disk.logFiles.values.allSatisfy { $0.count <= 100_000 })
        let again = try FileLog(on: disk, segmentSize: 100_000)
        for story in stories { #expect(try again.durableRecords(of: story.run) == story.records(1)) }
    }

    @Test("A batch that no opening could read is refused before it is written")
    func unreadableBatch() throws {
        let append = try EncodedAppend(stories[0].append(stories[0].records(3)), limit: .max) { _ in }
        func batch(
            at offset: UInt32 = 48, limit: Int, segmentLimit: UInt64 = SegmentMeasures.greatestSize
        ) throws(StorageFault) -> Batch {
            let start = Batch.Start(
                place: BlockPlace(segment: 1, offset: offset), number: 0, firstUnflushed: 0, epoch: 1,
                seed: BlockSeed(log: FileLog.ID(high: 1, low: 2), segment: 1), tables: [:], note: nil)
            return try Batch([append], at: start, after: RunIndex(), limit: limit, segmentLimit: segmentLimit)
        }
        let sound = try batch(limit: append.size)
        #expect(sound.blockCount == 2)
        let long = #expect(throws: StorageFault.self) { try batch(limit: append.size / 2) }
        #expect(long?.reason.hasPrefix("a block would have ") == true)
        let size = UInt64(48 + sound.bytes.count)
        let large = #expect(throws: StorageFault.self) { try batch(limit: append.size, segmentLimit: size - 1) }
        #expect(large?.description.contains("cannot write to it: the segment would have \(size) bytes") == true)
        // Behind other blocks the same batch is built all the same: it goes into the next segment, where it is alone.
        // The offset of its table then takes a byte more.
        #expect(try batch(at: 1_000, limit: append.size, segmentLimit: size + 1).blockCount == 2)
    }

    @Test("A reading for which there is no descriptor may succeed later, and one that the disk refuses ends no log")
    func refusedReadings() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk)
        for story in stories.prefix(2) { try log.write(story, upTo: 2) }
        disk.strike(.noDescriptors(calls: 100), atCall: disk.calls)
        #expect(throws: LogError.unavailable(retryAfter: nil)) { try log.durableRecords(of: stories[0].run) }
        disk.heal()
        #expect(try log.durableRecords(of: stories[0].run) == stories[0].records(2))
        disk.strike(.failure, atCall: disk.calls)
        let error = #expect(throws: LogError.self) { try log.durableRecords(of: stories[1].run) }
        guard case .storage(let fault) = error else { throw try #require(error) }
        // The log takes records all the same, so the sentence must not say that it takes none.
        #expect(error?.description == "the log could not be read or written: \(fault)")
        try log.write(stories[1], upTo: 4)
        #expect(try log.durableRecords(of: stories[1].run) == stories[1].records(4))
    }

    @Test("An append that no block can hold is refused before it is taken")
    func tooLarge() throws {
        let log = try FileLog(on: SimulatedDisk(chance: Seeded(1)))
        let text = String(repeating: "x", count: 1 << 20)
        let story = stories[0]
        var record = story.event(1)
        if case .event(var event) = record.content {
            event.fields = [Value?](repeating: .text(text), count: 129)
            record.content = .event(event)
        }
        let error = #expect(throws: LogError.self) { try log.write(story.append([story.began(), record])) }
        guard case .invalid(_, .tooLarge(_, let limit)) = error else { throw try #require(error) }
        #expect(limit == Block.payloadLimit)
        try log.write(story, upTo: 1)
    }

    @Test(
        "Closing flushes what written mode has not, and so does letting go of the log", arguments: [false, true])
    func closing(letsGo: Bool) throws {
        let story = stories[0]
        let disk = SimulatedDisk(chance: Seeded(1))
        var log: FileLog? = try FileLog(on: disk, acknowledging: .written)
        try log?.write(story, upTo: 3)
        _ = try log?.append(story.append([story.event(3)])) { _ in }
        if letsGo { log = nil } else { try log?.closeAndWait() }
        disk.restart(after: .powerLoss, keeping: .nothing)
        let again = try FileLog(on: disk)
        #expect(try again.durableRecords(of: story.run) == story.records(4))
        #expect(again.setAside == [])
    }

    // How long a moment is depends on how busy the machine is; an append that is never written would not return at all.
    @Test(
        "What nobody waits for is written with what somebody waits for, else within a moment, and by closing",
        .timeLimit(.minutes(20)))
    func lazyAppends() async throws {
        let story = stories[0]
        let disk = SimulatedDisk(chance: Seeded(1))
        var generator = Seeded(1)
        let log = try FileLog("log", in: disk, drawing: &generator)
        try await log.append(story.append([story.began()]))
        let start = ContinuousClock.now
        try await log.append(story.append([story.event(1)], isLazy: true))
        let waited = ContinuousClock.now - start
        #expect(waited >= .milliseconds(40))
        let tellings = Tellings()
        try tellings.append(story.append([story.event(2)], isLazy: true), in: log)
        try await log.append(story.append([story.event(3)]))
        #expect(tellings.firsts == [2])
        try tellings.append(story.append([story.event(4)], isLazy: true), in: log)
        try await log.close()
        #expect(tellings.firsts == [2, 4])
        #expect(try log.durableRecords(of: story.run) == story.records(5))
    }

    @Test("Many tasks that append at once are told in the order of each run, and all of it is read again")
    func storm() async throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        var generator = Seeded(1)
        let log = try FileLog("log", in: disk, segmentSize: 20_000, drawing: &generator)
        let runs: UInt64 = 40
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<runs {
                group.addTask {
                    let story = Story(number)
                    let tellings = Tellings()
                    for record in story.records(30) { try tellings.append(story.append([record]), in: log) }
                    try await log.append(story.append([story.event(30)]))
                    #expect(tellings.firsts == Array(0..<30))
                }
            }
            try await group.waitForAll()
        }
        try await log.close()
        let report = try FileLog.verify("log", in: disk)
        #expect(report.findings == [] && report.records == runs * 31 && report.runs == Int(runs))
        for number in 0..<runs { #expect(try log.durableRecords(of: Story(number).run) == Story(number).records(31)) }
    }

    @Test("A log that its own thread lets go of ends without waiting for itself")
    func lettingGoOnItsThread() async throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let story = stories[0]
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            var generator = Seeded(1)
            guard let log = try? FileLog("log", in: disk, drawing: &generator) else { return done.resume() }
            let kept = Lock<FileLog?>(log)
            _ = try? log.append(story.append(story.records(1))) { _ in
                // The report may release the last reference to the log.
                kept.withLock { $0 = nil }
                done.resume()
            }
        }
        while (try? FileLog.verify("log", in: disk).isBeingWritten) ?? true {
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try FileLog(on: disk).durableRecords(of: story.run) == story.records(1))
    }
}
