import KeywayCore
import KeywayLog
import SimulatedDisk
import TestThreads
import Testing

@testable import KeywayFileLog

@Suite("A log on a disk that fails", .longComputation)
struct FailureTests {
    static let stories = (1...2).map { Story($0, reference: $0 == 1 ? "order" : nil) }

    /// Opens, appends over several segments, closes, opens again; notes what was acknowledged.
    private func live(on disk: SimulatedDisk, acknowledged: inout [RunID: Int]) throws {
        for story in Self.stories {
            let log = try FileLog(on: disk, segmentSize: 600)
            for sequence: UInt64 in 0..<4 {
                try log.write(story.append([story.record(sequence)]))
                acknowledged[story.run] = Int(sequence) + 1
            }
            try log.closeAndWait()
        }
    }

    private func calls() throws -> Int {
        let quiet = SimulatedDisk(chance: Seeded(0))
        var acknowledged: [RunID: Int] = [:]
        try live(on: quiet, acknowledged: &acknowledged)
        return quiet.calls
    }

    /// Reads the log, which may not be there as long as nothing was acknowledged.
    private func check(_ disk: SimulatedDisk, for acknowledged: [RunID: Int], _ comment: Comment) throws {
        do {
            let reader = try FileLog.Reader("log", in: disk)
            let kinds = Set(reader.findings.map(\.kind))
            #expect(kinds.isSubset(of: [.tailInDoubt, .damagedHead]), comment)
            for story in Self.stories {
                let found = try reader.records(of: story.run)
                #expect(found.elementsEqual(story.records(UInt64(found.count))), comment)
                #expect(found.count >= acknowledged[story.run] ?? 0, comment)
            }
        } catch {
            #expect(acknowledged.isEmpty, "\(error), \(comment)")
        }
    }

    @Test(
        "No crash at any call loses what was acknowledged, or is taken for damage", arguments: Crash.allCases,
        0..<4 as Range<UInt64>)
    func crashes(crash: Crash, seed: UInt64) throws {
        for call in 0..<(try calls()) {
            let disk = SimulatedDisk(chance: Seeded(seed << 20 | UInt64(call)))
            var chance = Seeded(seed)
            disk.strike(.crash(crash), atCall: call)
            var acknowledged: [RunID: Int] = [:]
            _ = try? live(on: disk, acknowledged: &acknowledged)
            disk.restart(after: crash)
            // Recovery may be interrupted as well, at any of its calls, and in another way.
            for again in 0..<3 {
                try check(disk, for: acknowledged, "seed \(seed), \(crash) at \(call), again \(again)")
                disk.strike(
                    .crash(again == 0 ? .kill : .powerLoss), atCall: disk.calls + .random(in: 0..<20, using: &chance))
                _ = try? FileLog(on: disk, segmentSize: 600)
                disk.restart(after: .powerLoss)
            }
            try FileLog(on: disk, segmentSize: 600).closeAndWait()
            try check(disk, for: acknowledged, "seed \(seed), \(crash) at \(call), opened")
            #expect(try FileLog.verify("log", in: disk).findings == [], "seed \(seed), \(crash) at \(call)")
        }
    }

    @Test("A call that fails, whichever it is, costs nothing that was acknowledged", arguments: 0..<3 as Range<UInt64>)
    func failures(seed: UInt64) throws {
        for call in 0..<(try calls()) {
            let disk = SimulatedDisk(chance: Seeded(seed << 20 | UInt64(call)))
            disk.strike(.failure, atCall: call)
            var acknowledged: [RunID: Int] = [:]
            _ = try? live(on: disk, acknowledged: &acknowledged)
            try check(disk, for: acknowledged, "seed \(seed), call \(call)")
            // What a failed flush has lost is written again by whoever opens the log, before more is acknowledged.
            let log = try FileLog(on: disk, segmentSize: 600)
            for story in Self.stories {
                try log.write(story, upTo: 6)
                acknowledged[story.run] = 6
            }
            disk.restart(after: .powerLoss, keeping: .nothing)
            try check(disk, for: acknowledged, "seed \(seed), call \(call), after a loss of power")
            try FileLog(on: disk, segmentSize: 600).closeAndWait()
            #expect(try FileLog.verify("log", in: disk).findings == [], "seed \(seed), call \(call)")
        }
    }

    @Test("After a flush that failed the tail is written again before it is believed")
    func tailIsWrittenAgain() throws {
        let (first, second) = (Story(1), Story(2))
        let disk = SimulatedDisk(chance: Seeded(1))
        // Longer than several sectors, so that no later write repairs it by chance.
        let lost = first.event(1, text: String(repeating: "long", count: 500))
        let log = try FileLog(on: disk)
        try log.write(first.append(first.records(1)))
        let flush = disk.calls
        // The calls of an append: a look at the folder, the write, the flush.
        disk.strike(.failure, atCall: flush + 2)
        #expect(throws: LogError.self) { try log.write(first.append([lost])) }
        try? log.closeAndWait()
        let again = try FileLog(on: disk)
        #expect(try again.durableRecords(of: first.run) == [first.began(), lost])
        try again.write(second.append(second.records(2)))
        disk.restart(after: .powerLoss, keeping: .nothing)
        let survivor = try FileLog(on: disk)
        #expect(try survivor.durableRecords(of: first.run) == [first.began(), lost])
        #expect(try survivor.durableRecords(of: second.run) == second.records(2))
        #expect(survivor.setAside == [])
    }

    @Test("A failed write or flush tells its batch that it is in doubt, and those behind it that they are not there")
    func poison() throws {
        let (first, second) = (Story(1), Story(2))
        for step in 1...2 {
            let disk = SimulatedDisk(chance: Seeded(1))
            let log = try FileLog(on: disk, segmentSize: 800)
            try log.write(first.append(first.records(2)))
            disk.strike(.failure, atCall: disk.calls + step)
            let told = Lock<[LogError?]>([])
            _ = try log.append(first.append([first.event(2)])) { error in
                told.withLock { $0.append(error) }
                // By the time of this report the log has failed, so it refuses further appends.
                #expect(throws: LogError.self) { try log.append(second.append(second.records(1))) { _ in } }
            }
            _ = try log.append(
                second.append([second.began(), second.event(1, text: String(repeating: "long", count: 300))])
            ) { error in told.withLock { $0.append(error) } }
            log.writeTaken()
            let errors = told.withLock { $0 }
            guard case .inDoubt(let fault)? = errors[0] else { throw try #require(errors[0]) }
            #expect(errors[1] == .storage(fault))
            for _ in 0..<2 {
                #expect(throws: LogError.storage(fault)) { try log.write(first.append([first.event(2)])) }
            }
            #expect(try log.durableRecords(of: first.run) == first.records(2))
            #expect(try log.durableRecords(of: second.run) == [])
            try log.closeAndWait()
            let again = try FileLog(on: disk)
            try again.write(first, upTo: 4)
            #expect(try again.durableRecords(of: first.run) == first.records(4))
        }
    }

    @Test("A fault names the segment that it was met in, also where the same opening has begun the segment")
    func subjects() throws {
        for segment in 1...2 {
            let story = Story(1)
            let disk = SimulatedDisk(chance: Seeded(1))
            let log = try FileLog(on: disk, segmentSize: 800)
            var count: UInt64 = 0
            let name = "0000000\(segment).log"
            repeat {
                count += 1
                try log.write(story, upTo: count)
            } while disk.logFiles[name] == nil
            // The look at the folder, the write, the flush.
            disk.strike(.failure, atCall: disk.calls + 2)
            let error = #expect(throws: LogError.self) { try log.write(story.append([story.event(count)])) }
            guard case .inDoubt(let fault) = error else { throw try #require(error) }
            #expect(fault.operation == "flush" && fault.subject == "log/" + name)
        }
    }

    @Test("Each opening has an epoch of its own, also one that wrote no block")
    func epochs() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        for number: UInt32 in 1...4 {
            try FileLog(on: disk).closeAndWait()
            #expect(try LogFolder("log", in: disk).head()?.head?.epoch == number)
        }
    }

    @Test("In written mode no page that is lost makes a log damaged, however pages are lost")
    func writtenMode() throws {
        for seed: UInt64 in 0..<60 {
            let disk = SimulatedDisk(chance: Seeded(seed))
            let log = try FileLog(on: disk, acknowledging: .written, segmentSize: 4096)
            for story in Self.stories { try log.write(story, upTo: 12) }
            disk.restart(after: .powerLoss, keeping: .any(percent: 60))
            let findings = try FileLog.verify("log", in: disk).findings
            #expect(findings.allSatisfy { $0.kind == .tailInDoubt }, "seed \(seed): \(findings)")
            let again = try FileLog(on: disk)
            for story in Self.stories {
                let found = try again.durableRecords(of: story.run)
                #expect(found.elementsEqual(story.records(UInt64(found.count))), "seed \(seed)")
                try again.write(story, upTo: 13)
            }
        }
    }

    @Test("Of a table and the run that begins with it any part may be lost, and the log is no damaged one")
    func largeFirstBatch() throws {
        let story = Story(1)
        let version = FlowVersion(table: (0..<17_000).map { UInt8(truncatingIfNeeded: $0 | 1) }, annotations: [])
        for seed: UInt64 in 0..<60 {
            let disk = SimulatedDisk(chance: Seeded(seed))
            let log = try FileLog(on: disk, segmentSize: 65_536)
            _ = try log.append(story.append([story.began(version)])) { _ in }
            // The write is done and the flush is not.
            disk.strike(.crash(.powerLoss), atCall: disk.calls + 2)
            log.writeTaken()
            disk.restart(after: .powerLoss, keeping: .any(percent: 80))
            let findings = try FileLog.verify("log", in: disk).findings
            #expect(findings.allSatisfy { $0.kind == .tailInDoubt }, "seed \(seed): \(findings)")
            _ = try FileLog(on: disk)
        }
    }

    @Test("Rot at the end of a segment is damage once a later segment has its name, whole or not")
    func rotBeforeNextSegment() throws {
        let story = Story(1)
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 600)
        var count: UInt64 = 0
        while disk.logFiles["00000002.log"] == nil {
            count += 1
            try log.write(story, upTo: count)
        }
        var files = disk.logFiles
        files["head.index"] = nil
        let end = try #require(files["00000001.log"]?.lastIndex { $0 != 0 })
        files["00000001.log"]?[end] ^= 1
        for header in [48, 20, 0] {
            files["00000002.log"] = Array((files["00000002.log"] ?? []).prefix(header))
            #expect(throws: FileLog.Failure.self) { try FileLog(on: SimulatedDisk(files)) }
            let findings = try FileLog.verify("log", in: SimulatedDisk(files)).findings
            #expect(findings.contains { $0.kind == .damage && $0.file == "00000001.log" }, "\(header)")
        }
    }

    @Test("A second writer is refused as long as the first has the log open")
    func secondWriter() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let first = try FileLog(on: disk)
        #expect(throws: FileLog.Failure.locked(path: "log/writer.lock")) { try FileLog(on: disk) }
        try first.closeAndWait()
        let second = try FileLog(on: disk)
        #expect(throws: LogError.closed) { try first.write(Story(1).append(Story(1).records(1))) }
        try second.write(Story(1).append(Story(1).records(1)))
    }

    @Test("What is no log is said to be none, and stays as it is")
    func noLog() throws {
        let foreign = SimulatedDisk(["notes.txt": [1]])
        #expect(throws: FileLog.Failure.notALog(path: "log", found: "notes.txt")) { try FileLog(on: foreign) }
        #expect(throws: FileLog.Failure.notALog(path: "log", found: "notes.txt")) {
            try FileLog.verify("log", in: foreign)
        }
        #expect(foreign.contents(of: "log") == ["notes.txt": [1]])
        let empty = SimulatedDisk(chance: Seeded(1))
        empty.makeFolderUnflushed("log")
        #expect(throws: FileLog.Failure.notALog(path: "log", found: nil)) { try FileLog.Reader("log", in: empty) }
        #expect(throws: FileLog.Failure.absent(path: "elsewhere")) { try FileLog.Reader("elsewhere", in: empty) }
        empty.write([1], to: "file")
        #expect(throws: FileLog.Failure.notAFolder(path: "file")) { try FileLog.Reader("file", in: empty) }
        #expect(throws: FileLog.Failure.notAFolder(path: "file")) { try FileLog(on: empty, folder: "file") }
    }

    @Test("A file of somebody else with a segment's name is left as it is, however short")
    func foreignSegment() throws {
        let disk = SimulatedDisk(["00000001.log": Array("abc".utf8)])
        #expect(throws: FileLog.Failure.self) { try FileLog(on: disk) }
        #expect(disk.contents(of: "log") == ["00000001.log": Array("abc".utf8)])
    }
}
