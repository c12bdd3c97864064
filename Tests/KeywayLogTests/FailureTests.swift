import Keyway
import KeywayLog
import Testing

@Suite("A log on a disk that fails")
struct FailureTests {
    /// Opens, appends over several segments, tears, opens again; returns what was acknowledged.
    private func live(on disk: SimulatedFileSystem, acknowledged: inout [RunID: [Record]]) throws {
        for number: UInt64 in 1...2 {
            let log = try FileLog(simulated: disk, segmentSize: 300)
            let story = Story(number)
            for sequence: UInt64 in 0..<4 {
                let record = sequence == 0 ? story.began() : story.event(sequence)
                try log.append([record], to: story.run, expecting: sequence == 0 ? .noStream : .exactly(sequence))
                acknowledged[story.run, default: []].append(record)
            }
            log.close()
        }
    }

    @Test(
        "No crash at any call loses what was acknowledged, or is taken for damage", arguments: 0..<12 as Range<UInt64>)
    func crashes(seed: UInt64) throws {
        let quiet = SimulatedFileSystem()
        var everything: [RunID: [Record]] = [:]
        try live(on: quiet, acknowledged: &everything)
        var generator = Seeded(seed)
        for call in 0..<quiet.calls {
            let disk = SimulatedFileSystem()
            disk.fail(atCall: call, with: .crash)
            var acknowledged: [RunID: [Record]] = [:]
            #expect(throws: LogError.self) { try live(on: disk, acknowledged: &acknowledged) }
            var survivor = disk.afterPowerLoss(using: &generator)
            // Recovery may be interrupted as well, at any of its calls.
            for again in 0..<3 {
                try check(survivor, for: acknowledged, everything, "seed \(seed), call \(call), crash \(again)")
                survivor.fail(atCall: Int.random(in: 0..<8, using: &generator), with: .crash)
                _ = try? FileLog(simulated: survivor)
                survivor = survivor.afterPowerLoss(using: &generator)
            }
            _ = try FileLog(simulated: survivor)
            let findings = try verify("log", in: survivor).findings
            #expect(findings == [], "seed \(seed), call \(call): \(findings), \(survivor.contents.mapValues(\.count))")
        }
    }

    private func check(
        _ disk: SimulatedFileSystem, for acknowledged: [RunID: [Record]], _ everything: [RunID: [Record]],
        _ comment: Comment
    ) throws {
        do {
            let reader = try LogReader("log", in: disk)
            #expect(reader.report.findings.allSatisfy { $0.kind == .tornTail }, comment)
            for (run, records) in everything {
                let found = try reader.records(of: run)
                #expect(found.elementsEqual(records.prefix(found.count)), comment)
                #expect(found.count >= acknowledged[run]?.count ?? 0, comment)
            }
        } catch {
            // There may be no log yet; then nothing was acknowledged.
            #expect(acknowledged.isEmpty, "\(error), \(comment)")
        }
    }

    @Test(
        "After a failed write or flush every append throws, until the log is opened again",
        arguments: [SimulatedFileSystem.Fault.refusal, .half])
    func poison(fault: SimulatedFileSystem.Fault) throws {
        let story = Story(1)
        for step in 0..<2 {
            let disk = SimulatedFileSystem()
            let log = try FileLog(simulated: disk)
            try log.append(story.records(2), to: story.run, expecting: .noStream)
            disk.fail(atCall: disk.calls + step, with: fault)
            let first = #expect(throws: LogError.self) {
                try log.append([story.event(2)], to: story.run, expecting: .exactly(2))
            }
            guard case .file(let reason) = first else { throw try #require(first) }
            let before = disk.contents
            for _ in 0..<2 {
                #expect(throws: LogError.poisoned(path: "log", reason: reason)) {
                    try log.append([story.event(2)], to: story.run, expecting: .exactly(2))
                }
            }
            #expect(disk.contents == before)
            #expect(try log.records(of: story.run) == story.records(2))
            log.close()
            let again = try FileLog(simulated: disk)
            try again.append([story.event(2)], to: story.run, expecting: .exactly(2))
            #expect(try again.records(of: story.run) == story.records(3))
            #expect(try verify("log", in: disk).findings == [])
        }
    }

    @Test(
        "A call that fails, whichever it is, costs nothing that was acknowledged",
        arguments: [SimulatedFileSystem.Fault.refusal, .half])
    func refusals(fault: SimulatedFileSystem.Fault) throws {
        let quiet = SimulatedFileSystem()
        var everything: [RunID: [Record]] = [:]
        try live(on: quiet, acknowledged: &everything)
        for call in 0..<quiet.calls {
            let disk = SimulatedFileSystem()
            disk.fail(atCall: call, with: fault)
            var acknowledged: [RunID: [Record]] = [:]
            #expect(throws: LogError.self) { try live(on: disk, acknowledged: &acknowledged) }
            try check(disk, for: acknowledged, everything, "call \(call)")
            _ = try FileLog(simulated: disk)
            try check(disk, for: acknowledged, everything, "call \(call), opened again")
            #expect(try verify("log", in: disk).findings == [], "call \(call)")
        }
    }

    @Test("Torn bytes are on the disk at every moment of their being set aside", arguments: 0..<8 as Range<UInt64>)
    func settingAside(seed: UInt64) throws {
        let quiet = SimulatedFileSystem()
        try FileLog(simulated: quiet).append(Story(1).records(2), to: Story(1).run, expecting: .noStream)
        var files = quiet.contents
        let torn: [UInt8] = [0x4B, 0x57, 0xB1, 0x0C, 9, 9, 9]
        files["log/00000001.log"]? += torn
        let counting = SimulatedFileSystem(folder: "log", files)
        _ = try FileLog(simulated: counting)
        var generator = Seeded(seed)
        for call in 0..<counting.calls {
            let disk = SimulatedFileSystem(folder: "log", files)
            disk.fail(atCall: call, with: .crash)
            #expect(throws: LogError.self) { try FileLog(simulated: disk) }
            let survivor = disk.afterPowerLoss(using: &generator)
            let kept = survivor.contents.contains { path, bytes in
                !path.hasSuffix(".lock") && bytes.suffix(torn.count).elementsEqual(torn)
            }
            #expect(kept, "seed \(seed), call \(call)")
            #expect(try LogReader("log", in: survivor).records(of: Story(1).run) == Story(1).records(2))
        }
    }

    @Test("A second writer is refused as long as the first has the log open")
    func secondWriter() throws {
        let disk = SimulatedFileSystem()
        let first = try FileLog(simulated: disk)
        #expect(throws: LogError.locked(path: "log/writer.lock")) { try FileLog(simulated: disk) }
        first.close()
        let second = try FileLog(simulated: disk)
        #expect(throws: LogError.closed(path: "log")) {
            try first.append([Story(1).began()], to: Story(1).run, expecting: .noStream)
        }
        try second.append([Story(1).began()], to: Story(1).run, expecting: .noStream)
    }

    @Test("What is no log is said to be none, and stays as it is")
    func noLog() throws {
        let foreign = SimulatedFileSystem(folder: "log", ["log/notes.txt": [1]])
        #expect(throws: LogError.notALog(path: "log", found: "notes.txt")) { try FileLog(simulated: foreign) }
        #expect(throws: LogError.notALog(path: "log", found: "notes.txt")) { try verify("log", in: foreign) }
        #expect(foreign.calls == 0)
        let empty = SimulatedFileSystem(folder: "log", [:])
        #expect(throws: LogError.notALog(path: "log", found: nil)) { try LogReader("log", in: empty) }
        #expect(throws: LogError.absent(path: "log")) { try LogReader("log", in: SimulatedFileSystem()) }
        let file = SimulatedFileSystem(folder: "elsewhere", ["log": [1]])
        #expect(throws: LogError.notAFolder(path: "log")) { try LogReader("log", in: file) }
        #expect(throws: LogError.notAFolder(path: "log")) { try FileLog(simulated: file) }
    }

    @Test("A file of somebody else with a segment's name is not taken for a torn one, however short")
    func foreignSegment() throws {
        let disk = SimulatedFileSystem(folder: "log", ["log/00000001.log": Array("abc".utf8)])
        #expect(throws: LogError.self) { try FileLog(simulated: disk) }
        #expect(disk.contents["log/00000001.log"] == Array("abc".utf8))
        #expect(disk.calls == 0)
    }
}
