import KeywayCore
import KeywayLog
import SimulatedDisk
import Testing

@testable import KeywayFileLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder of a damaged log has a file `unreplaced.lock` from before it is moved away until the new log has written its first block.
@Suite("The folder of a log")
struct FolderTests {
    private let story = Story(1)

    @Test("Where a process ended before it flushed the folder, nothing that a later one acknowledges is lost")
    func unflushedNames() throws {
        let quiet = SimulatedDisk(chance: Seeded(0))
        quiet.makeFolderUnflushed("log")
        _ = try FileLog(on: quiet)
        for call in 0..<quiet.calls {
            let disk = SimulatedDisk(chance: Seeded(UInt64(call)))
            // The app has made the folder, and nobody has flushed its name.
            disk.makeFolderUnflushed("log")
            disk.strike(.crash(.kill), atCall: call)
            _ = try? FileLog(on: disk)
            disk.restart(after: .kill)
            let log = try FileLog(on: disk)
            try log.write(story.append(story.records(2)))
            disk.restart(after: .powerLoss, keeping: .nothing)
            #expect(try FileLog(on: disk).durableRecords(of: story.run) == story.records(2), "call \(call)")
        }
    }

    @Test("No name on the way to a log is lost with acknowledged records, whoever made the folders above it")
    func unflushedNamesAbove() throws {
        for made in ["a", "a/b", "a/b/log"] {
            let disk = SimulatedDisk(chance: Seeded(1))
            disk.makeFolderUnflushed(made)
            try FileLog(on: disk, folder: "a/b/log").write(story.append(story.records(2)))
            disk.restart(after: .powerLoss, keeping: .nothing)
            let records = try FileLog(on: disk, folder: "a/b/log").durableRecords(of: story.run)
            #expect(records == story.records(2), "\(made)")
        }
        let quiet = SimulatedDisk(chance: Seeded(0))
        _ = try FileLog(on: quiet, folder: "a/b/log")
        for call in 0..<quiet.calls {
            let disk = SimulatedDisk(chance: Seeded(UInt64(call)))
            disk.strike(.crash(.kill), atCall: call)
            _ = try? FileLog(on: disk, folder: "a/b/log")
            disk.restart(after: .kill)
            try FileLog(on: disk, folder: "a/b/log").write(story.append(story.records(2)))
            disk.restart(after: .powerLoss, keeping: .nothing)
            let records = try FileLog(on: disk, folder: "a/b/log").durableRecords(of: story.run)
            #expect(records == story.records(2), "call \(call)")
        }
    }

    @Test("Only an opening that finds no head flushes the folders above the log's parent")
    func flushesOfThePath() throws {
        func calls(toOpen path: String) throws -> [Int] {
            let disk = SimulatedDisk(chance: Seeded(1))
            disk.write([], to: "a/b/c/d/file")
            return try (0..<2).map { _ in
                let before = disk.calls
                try FileLog(on: disk, folder: path).closeAndWait()
                return disk.calls - before
            }
        }
        let (short, long) = (try calls(toOpen: "log"), try calls(toOpen: "a/b/c/d/log"))
        #expect(short[0] < long[0])
        #expect(short[1] == long[1])
    }

    @Test("Where a process ended as it began a segment, nothing that a later one acknowledges is lost")
    func unflushedSegment() throws {
        func live(_ disk: SimulatedDisk, upTo count: UInt64) throws {
            let log = try FileLog(on: disk, segmentSize: 600)
            try log.write(story, upTo: count)
        }
        let quiet = SimulatedDisk(chance: Seeded(0))
        try live(quiet, upTo: 6)
        #expect(quiet.logFiles["00000002.log"] != nil)
        for call in 0..<quiet.calls {
            let disk = SimulatedDisk(chance: Seeded(UInt64(call)))
            disk.strike(.crash(.kill), atCall: call)
            _ = try? live(disk, upTo: 6)
            disk.restart(after: .kill)
            try live(disk, upTo: 8)
            disk.restart(after: .powerLoss, keeping: .nothing)
            #expect(try FileLog(on: disk).durableRecords(of: story.run) == story.records(8), "call \(call)")
        }
    }

    @Test("A log whose folder was moved or deleted acknowledges nothing, and writes into no other log")
    func movedFolder() throws {
        for deletes in [false, true] {
            let disk = SimulatedDisk(chance: Seeded(1))
            disk.makeFolderUnflushed("elsewhere")
            let log = try FileLog(on: disk, segmentSize: 600)
            try log.write(story, upTo: 2)
            if deletes { disk.deleteFolder("log") } else { disk.relocateFolder("log", to: "elsewhere/log") }
            let other = try FileLog(on: disk, seed: 8)
            try other.write(Story(2), upTo: 3)
            for _ in 0..<2 {
                let error = #expect(throws: LogError.self) { try log.write(story.append([story.event(2)])) }
                guard case .storage(let fault) = error else { throw try #require(error) }
                #expect(fault.description == "log: cannot go on in it: the folder was moved or deleted")
            }
            try? log.closeAndWait()
            try other.closeAndWait()
            #expect(try FileLog.verify("log", in: disk).findings == [])
            #expect(try FileLog.Reader("log", in: disk).runs == [Story(2).run])
            if !deletes {
                let moved = try FileLog(on: disk, folder: "elsewhere/log")
                #expect(try moved.durableRecords(of: story.run) == story.records(2))
            }
        }
    }

    @Test("In written mode the folder is looked for now and then, and at each new segment")
    func movedFolderInWrittenMode() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, acknowledging: .written, segmentSize: 100_000)
        try log.write(story, upTo: 2)
        disk.deleteFolder("log")
        var written: UInt64 = 0
        #expect(throws: LogError.self) {
            for sequence: UInt64 in 2..<200 {
                try log.write(story.append([story.event(sequence)]))
                written += 1
            }
        }
        #expect(written < 64)
    }

    @Test("Beside a writer no log is called damaged, however its last write stands there")
    func besideWriter() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk)
        try log.write(story, upTo: 3)
        let bytes = disk.logFiles["00000001.log"] ?? []
        let report = try FileLog.verify("log", in: disk)
        #expect(report.isBeingWritten && report.findings == [])
        try log.write(story, upTo: 4)
        let after = disk.logFiles["00000001.log"] ?? []
        let start = try #require(bytes.indices.first { bytes[$0] != after[$0] })
        let end = try #require(after.lastIndex { $0 != 0 }) + 1
        for cut in start..<end {
            // A reader beside a writer may see any part of a write.
            var half = after
            half.replaceSubrange(cut..<end, with: [UInt8](repeating: 0, count: end - cut))
            var files = disk.logFiles
            files["00000001.log"] = half
            files["head.index"] = cut % 2 == 0 ? nil : [UInt8](repeating: 7, count: 100)
            let copy = SimulatedDisk(files)
            copy.write([], to: "log/writer.lock")
            let held = try copy.openFolder("log").takeLock("writer.lock", shared: false)
            #expect(held != nil)
            let beside = try FileLog.verify("log", in: copy)
            #expect(beside.isBeingWritten && beside.findings == [], "cut at \(cut)")
            #expect(try FileLog.Reader("log", in: copy).records(of: story.run).count >= 3)
        }
        try log.closeAndWait()
        #expect(try !FileLog.verify("log", in: disk).isBeingWritten)
    }

    @Test("Real damage is told beside a writer too")
    func damageBesideWriter() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk)
        try log.write(story, upTo: 3)
        disk.flip("log/00000001.log", at: 200, by: 1)
        let report = try FileLog.verify("log", in: disk)
        #expect(report.isBeingWritten && report.findings.map(\.kind) == [.damage])
        try log.write(Story(2), upTo: 2)
    }

    @Test("A reader that looks does not keep a writer out")
    func readerBesideOpening() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        try FileLog(on: disk).closeAndWait()
        _ = try FileLog.Reader("log", in: disk)
        _ = try FileLog(on: disk)
    }

    @Test("A damaged log does not end an app: another is begun in its place, and says where the old one is")
    func beginningAnew() throws {
        let files = try TamperingTests.files()
        let disk = SimulatedDisk(files)
        disk.flip("log/00000001.log", at: 100, by: 1)
        let damaged = disk.logFiles
        #expect(throws: FileLog.Failure.self) { try FileLog(on: disk) }
        #expect(disk.logFiles == damaged)
        let log = try FileLog(on: disk, ifDamaged: .beginAnewBeside, seed: 9)
        #expect(log.damagedLog == "log.damaged-1")
        #expect(log.runs == [])
        try log.write(story, upTo: 2)
        try log.closeAndWait()
        let segments = disk.contents(of: "log.damaged-1").filter { !$0.key.hasSuffix(".lock") }
        #expect(segments == damaged)
        let again = try FileLog(on: disk)
        #expect(again.damagedLog == "log.damaged-1")
        #expect(try again.durableRecords(of: story.run) == story.records(2))
        try again.closeAndWait()
        #expect(try FileLog.verify("log", in: disk).damagedLog == "log.damaged-1")
        // The second time another name is found.
        disk.flip("log/00000001.log", at: 100, by: 1)
        #expect(try FileLog(on: disk, ifDamaged: .beginAnewBeside).damagedLog == "log.damaged-2")
    }

    @Test(
        "Where the system does not rename a damaged log's folder, the damage is told, and the folder stays as it is",
        arguments: [EBUSY, EACCES, EPERM, EINVAL, EROFS, EXDEV])
    func unmovableFolder(number: Int32) throws {
        let disk = SimulatedDisk(try TamperingTests.files())
        disk.flip("log/00000001.log", at: 100, by: 1)
        let damaged = disk.logFiles
        let refusal = #expect(throws: FileLog.Failure.self) { try FileLog(on: disk) }
        guard case .damaged(_, var finding) = refusal else { throw try #require(refusal) }
        finding.reason += "; the log's folder cannot be moved away: simulated: it stays"
        for _ in 0..<2 {
            #expect(throws: FileLog.Failure.damaged(path: "log", finding)) {
                try FileLog(on: UnmovableDisk(base: disk, number: number), ifDamaged: .beginAnewBeside)
            }
            #expect(disk.logFiles == damaged && disk.contents(of: "log")["unreplaced.lock"] == nil)
        }
        #expect(!disk.hasFolder("log.damaged-1"))
        // The same opening succeeds once the folder can be renamed.
        #expect(try FileLog(on: disk, ifDamaged: .beginAnewBeside).damagedLog == "log.damaged-1")
    }

    @Test("A folder that cannot be renamed for a moment is a fault of the disk, and not one of the log")
    func momentaryRefusal() throws {
        let disk = SimulatedDisk(try TamperingTests.files())
        disk.flip("log/00000001.log", at: 100, by: 1)
        let error = #expect(throws: FileLog.Failure.self) {
            try FileLog(on: UnmovableDisk(base: disk, number: EIO), ifDamaged: .beginAnewBeside)
        }
        guard case .file(let fault) = error else { throw try #require(error) }
        #expect(fault.operation == "rename")
    }

    @Test("A folder that is moved away gets the number behind the highest, and the new log names that folder")
    func numbersWithGaps() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        for number: UInt64 in 1...3 {
            let log = try FileLog(on: disk, seed: 10 + number)
            try log.write(story, upTo: 2)
            let old = log.mark
            try log.closeAndWait()
            disk.flip("log/00000001.log", at: 100, by: 1)
            let new = try FileLog(on: disk, ifDamaged: .beginAnewBeside, expecting: old, seed: 20 + number)
            #expect(new.damagedLog == "log.damaged-\(number)")
            try new.closeAndWait()
            // The mark of the damaged log opens the new log too, because the new log names the damaged one.
            try FileLog(on: disk, expecting: old).closeAndWait()
            #expect(try FileLog.verify("log", in: disk).damagedLog == "log.damaged-\(number)")
            // The app has deleted the first, and the second is left.
            if number == 2 { disk.deleteFolder("log.damaged-1") }
            disk.write([], to: "log.damaged-x/file")
            disk.write([], to: "log.damaged-07/file")
        }
        #expect(!disk.hasFolder("log.damaged-1") && disk.hasFolder("log.damaged-2") && disk.hasFolder("log.damaged-3"))
    }

    @Test("Below a folder that may not be listed the new log names the damaged one, however often the log is damaged")
    func unlistedFolder() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let unlisted = UnlistedDisk(base: disk)
        for number: UInt64 in 1...3 {
            let log = try FileLog(on: unlisted, seed: 10 + number)
            try log.write(story, upTo: 2)
            let old = log.mark
            try log.closeAndWait()
            disk.flip("log/00000001.log", at: 100, by: 1)
            if number == 2 {
                // The process ended after it had renamed the damaged folder, and before it made the new one.
                disk.write([], to: "log/unreplaced.lock")
                disk.relocateFolder("log", to: "log.damaged-2")
            }
            let new = try FileLog(on: unlisted, ifDamaged: .beginAnewBeside, expecting: old, seed: 20 + number)
            #expect(new.damagedLog == "log.damaged-\(number)")
            #expect(disk.contents(of: "log.damaged-\(number)")["unreplaced.lock"] == nil)
            try new.closeAndWait()
        }
        // Where not even the names can be looked at, nothing was moved away, and a log begins.
        let unseen = UnlistedDisk(base: disk, hidesNames: true)
        #expect(try FileLog(on: unseen, folder: "other").damagedLog == nil)
    }

    @Test("Whoever waited for the lock of a folder that gave way to a new log moves nothing away")
    func waitingForFolderThatGivesWay() throws {
        for policy in [FileLog.DamagePolicy.beginAnewBeside, .refuse] {
            let disk = SimulatedDisk(try TamperingTests.files())
            disk.flip("log/00000001.log", at: 100, by: 1)
            // Another process takes the lock first, and is done with its new log before this one gets the lock of the old.
            let waiting = InterruptedDisk(disk, before: .lock) { [story] in
                let faster = try? FileLog(on: disk, ifDamaged: .beginAnewBeside, seed: 9)
                try? faster?.write(story.append(story.records(2)))
                try? faster?.closeAndWait()
            }
            disk.write([], to: "log/writer.lock")
            let log = try FileLog(on: waiting, ifDamaged: policy, seed: 10)
            #expect(log.damagedLog == "log.damaged-1")
            #expect(try log.durableRecords(of: story.run) == story.records(2))
            #expect(!disk.hasFolder("log.damaged-2"))
            try log.write(story.append([story.event(2)]))
            try log.closeAndWait()
            #expect(try FileLog.verify("log", in: disk).records == 3)
        }
    }

    @Test("A folder that comes to the path of a damaged log at the last moment is not moved away in its place")
    func otherFolderAtLastMoment() throws {
        let disk = SimulatedDisk(try TamperingTests.files())
        disk.flip("log/00000001.log", at: 100, by: 1)
        let interrupted = InterruptedDisk(disk, before: .flush) { [story] in
            disk.relocateFolder("log", to: "elsewhere")
            let other = try? FileLog(on: disk, seed: 9)
            try? other?.write(story.append(story.records(2)))
            try? other?.closeAndWait()
        }
        let fault = StorageFault(
            operation: "go on in", subject: "log", number: 0, reason: "the folder was moved or deleted")
        #expect(throws: FileLog.Failure.file(fault)) { try FileLog(on: interrupted, ifDamaged: .beginAnewBeside) }
        #expect(!disk.hasFolder("log.damaged-1"))
        #expect(try FileLog(on: disk).durableRecords(of: story.run) == story.records(2))
    }

    @Test("An opening whose folder is gone once it has the lock goes on with the folder at the path")
    func goneWhenLocked() throws {
        let disk = SimulatedDisk(try TamperingTests.files())
        let waiting = InterruptedDisk(disk, before: .lock) { disk.relocateFolder("log", to: "elsewhere") }
        disk.write([], to: "log/writer.lock")
        let log = try FileLog(on: waiting, seed: 10)
        #expect(log.runs == [] && log.damagedLog == nil)
        try log.write(story.append(story.records(2)))
        #expect(try FileLog.Reader("elsewhere", in: disk).runs.count == 3)
    }

    @Test("A log that begins where the app has deleted one takes no damaged log's place")
    func wiped() throws {
        let disk = SimulatedDisk(try TamperingTests.files())
        let old = try FileLog(on: disk, segmentSize: 500).mark
        disk.flip("log/00000001.log", at: 100, by: 1)
        let second = try FileLog(on: disk, ifDamaged: .beginAnewBeside, seed: 9)
        #expect(second.damagedLog == "log.damaged-1")
        try second.write(story, upTo: 2)
        try second.closeAndWait()
        #expect(disk.contents(of: "log.damaged-1")["unreplaced.lock"] == nil)
        disk.deleteFolder("log")
        #expect(throws: FileLog.Failure.anotherLog(path: "log", found: nil, expected: old.log)) {
            try FileLog(on: disk, expecting: old)
        }
        for _ in 0..<2 {
            let third = try FileLog(on: disk, ifDamaged: .beginAnewBeside, seed: 10)
            #expect(third.damagedLog == nil)
            try third.closeAndWait()
        }
        #expect(try FileLog.verify("log", in: disk).damagedLog == nil && disk.hasFolder("log.damaged-1"))
    }

    @Test("What was set aside may be deleted while somebody verifies or opens the log")
    func deletedRemainder() throws {
        var files = try TamperingTests.files()
        let end = try #require(files["00000003.log"]?.lastIndex { $0 != 0 }) + 1
        files["00000003.log"]?.replaceSubrange(end..<end + 3, with: [1, 2, 3])
        let disk = SimulatedDisk(files)
        try FileLog(on: disk, segmentSize: 500).closeAndWait()
        let path = "log/00000003.torn-\(end)"
        let verified = SimulatedDisk(disk.logFiles)
        let report = try FileLog.verify("log", in: verified) { _, _ in
            verified.remove(path)
            return true
        }
        #expect(report.setAside == [] && report.findings == [])
        let opened = VanishingDisk(disk: SimulatedDisk(disk.logFiles), path: path)
        #expect(try FileLog(on: opened, segmentSize: 500).setAside == [])
    }

    @Test("The folder of a damaged log may be deleted while another log begins in its place")
    func deletedDamagedFolder() throws {
        let disk = SimulatedDisk(folder: "log.damaged-1", try TamperingTests.files())
        disk.write([], to: "log.damaged-1/unreplaced.lock")
        let vanishing = VanishingDisk(disk: disk, path: "log.damaged-1")
        let log = try FileLog(on: vanishing)
        #expect(log.damagedLog == nil && !disk.hasFolder("log.damaged-1"))
        try log.write(story, upTo: 2)
    }

    @Test("A log that is begun anew names the damaged one, also after a crash at any call", arguments: Crash.allCases)
    func beginningAnewInterrupted(crash: Crash) throws {
        let files = try TamperingTests.files()
        func disk(_ seed: UInt64) -> SimulatedDisk {
            let disk = SimulatedDisk(files, seed: seed)
            disk.flip("log/00000001.log", at: 100, by: 1)
            return disk
        }
        let quiet = disk(0)
        let before = quiet.calls
        _ = try FileLog(on: quiet, ifDamaged: .beginAnewBeside)
        for call in before..<quiet.calls {
            let disk = disk(UInt64(call))
            disk.strike(.crash(crash), atCall: call)
            _ = try? FileLog(on: disk, ifDamaged: .beginAnewBeside)
            disk.restart(after: crash)
            let log = try FileLog(on: disk, ifDamaged: .beginAnewBeside)
            #expect(log.damagedLog == "log.damaged-1", "call \(call)")
            #expect(log.runs == [])
            try log.write(story, upTo: 1)
            try log.closeAndWait()
            #expect(try FileLog.verify("log", in: disk).findings == [], "call \(call)")
            #expect(disk.hasFolder("log.damaged-1") && !disk.hasFolder("log.damaged-2"), "call \(call)")
        }
    }
}
