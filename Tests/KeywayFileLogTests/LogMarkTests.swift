import KeywayCore
import KeywayLog
import SimulatedDisk
import Testing

@testable import KeywayFileLog

@Suite("How far a log has come")
struct LogMarkTests {
    private let story = Story(1)

    @Test("A mark is kept as a text, and nothing else is read as one")
    func text() {
        let mark = FileLog.Mark(log: FileLog.ID(high: 0x0102, low: .max), epoch: 3, blocks: 17)
        #expect("\(mark)" == "0000000000000102ffffffffffffffff.3.17")
        #expect(FileLog.Mark("\(mark)") == mark)
        let others = ["-1.2", "3.", "+3.17", "3.+17", "03.17"].map { "\(mark.log).\($0)" }
        for wrong in ["", "3.17", "\(mark).1", "x\(mark)", "\(mark.log)"] + others {
            #expect(FileLog.Mark(wrong) == nil, "\(wrong)")
        }
        #expect(FileLog.ID("\(mark.log)") == mark.log)
        for wrong in ["00000000000000gg0000000000000000", "\(mark.log)".uppercased(), "+\("\(mark.log)".dropFirst())"] {
            #expect(FileLog.ID(wrong) == nil, "\(wrong)")
        }
    }

    @Test("Every earlier state of the folder is refused and left as it is, and the last one is opened")
    func earlierStates() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        var states: [[String: [UInt8]]] = []
        var marks: [FileLog.Mark] = []
        for opening: UInt64 in 0..<3 {
            let log = try FileLog(on: disk, segmentSize: 600, expecting: marks.last, seed: 7 + opening)
            marks.append(log.mark)
            states.append(disk.logFiles)
            for count in (opening * 3 + 1)...(opening * 3 + 3) {
                try log.write(story, upTo: count)
                marks.append(log.mark)
                states.append(disk.logFiles)
            }
            try log.closeAndWait()
            #expect(log.mark == marks.last)
        }
        #expect(Set(marks).count == marks.count)
        for (place, state) in states.enumerated() {
            for (other, mark) in marks.enumerated() {
                let copy = SimulatedDisk(state)
                if other <= place {
                    let log = try FileLog(on: copy, segmentSize: 600, expecting: mark)
                    // Every fourth state is that of an opening, which adds no record.
                    #expect(try log.durableRecords(of: story.run).count == place - place / 4, "\(place) and \(other)")
                    continue
                }
                let error = #expect(throws: FileLog.Failure.self) {
                    try FileLog(on: copy, segmentSize: 600, expecting: mark)
                }
                guard case .behind("log", let found, mark) = error else { throw try #require(error) }
                #expect(found.blocks <= mark.blocks && found.epoch <= mark.epoch && found != mark)
                #expect(copy.logFiles == state && error?.description.contains("went back in time") == true)
            }
        }
    }

    @Test(
        "No end of process or power at any call makes a log go back behind a mark", arguments: Crash.allCases,
        [FileLog.Acknowledgement.flushed, .written])
    func crashes(crash: Crash, acknowledging: FileLog.Acknowledgement) throws {
        func live(_ disk: SimulatedDisk, _ mark: inout FileLog.Mark?) throws {
            for opening: UInt64 in 0..<3 {
                let log = try FileLog(
                    on: disk, acknowledging: acknowledging, segmentSize: 600, expecting: mark, seed: 7 + opening)
                mark = log.mark
                for count in (opening * 2 + 1)...(opening * 2 + 2) {
                    try log.write(story, upTo: count)
                    mark = log.mark
                }
                // The second opening ends without being closed.
                if opening == 1 { continue }
                try log.closeAndWait()
                mark = log.mark
            }
        }
        let quiet = SimulatedDisk(chance: Seeded(0))
        var last: FileLog.Mark?
        try live(quiet, &last)
        var expected = 0
        for call in 0..<quiet.calls {
            let disk = SimulatedDisk(chance: Seeded(UInt64(call)))
            disk.strike(.crash(crash), atCall: call)
            var mark: FileLog.Mark?
            _ = try? live(disk, &mark)
            for again in 0..<3 {
                disk.restart(after: crash)
                guard let kept = mark else { break }
                disk.strike(.crash(.powerLoss), atCall: disk.calls + again * 4)
                do {
                    mark = try FileLog(on: disk, segmentSize: 600, expecting: kept).mark
                } catch .file {
                    continue
                }
            }
            disk.restart(after: .powerLoss)
            if let mark {
                _ = try FileLog(on: disk, segmentSize: 600, expecting: mark)
                expected += 1
            }
        }
        // Only the calls before the first mark leave nothing to go back behind.
        #expect(last != nil && expected > quiet.calls / 4, "\(expected) of \(quiet.calls)")
    }

    @Test("A byte of the head that changes makes no log go back behind a mark, also where the opening wrote no block")
    func damagedHead() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let first = try FileLog(on: disk)
        try first.write(story, upTo: 2)
        try first.closeAndWait()
        // Over a head that a first opening has made, and over one that a later opening has left.
        for seed: UInt64 in 8...9 {
            let log = try FileLog(on: disk, expecting: first.mark, seed: seed)
            let mark = log.mark
            try log.closeAndWait()
            let files = disk.logFiles
            for index in try #require(files["head.index"]).indices {
                var files = files
                files["head.index"]?[index] ^= 1
                let copy = SimulatedDisk(files)
                try FileLog(on: copy, expecting: mark, seed: 10).closeAndWait()
                #expect(try FileLog.verify("log", in: copy).findings == [], "byte \(index)")
            }
        }
    }

    @Test("On a full disk an opening that could write nothing leaves the mark as it was")
    func fullDisk() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let first = try FileLog(on: disk)
        try first.write(story, upTo: 2)
        var files = disk.logFiles
        let end = try #require(files["00000001.log"]?.lastIndex { $0 != 0 }) + 1
        files["00000001.log"]?.replaceSubrange(end..<end + 3, with: [1, 2, 3])
        files["writer.lock"] = []
        let full = SimulatedDisk(files)
        full.strike(.noRoom(calls: 100_000), atCall: full.calls)
        let log = try FileLog(on: full, expecting: first.mark, seed: 8)
        let mark = log.mark
        #expect(mark == first.mark)
        _ = try FileLog(on: SimulatedDisk(full.logFiles), expecting: mark, seed: 9)
        full.heal()
        try log.write(story, upTo: 3)
        #expect(log.mark.epoch == mark.epoch + 1 && log.mark.blocks > mark.blocks)
    }

    @Test("Another log, an empty folder and none are not the expected one, and nothing is begun there")
    func anotherLog() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let expected = try FileLog(on: disk).mark
        for folder in ["elsewhere", "empty"] {
            if folder == "empty" { disk.makeFolderUnflushed(folder) }
            #expect(throws: FileLog.Failure.anotherLog(path: folder, found: nil, expected: expected.log)) {
                try FileLog(on: disk, folder: folder, expecting: expected)
            }
            #expect(disk.hasFolder(folder) == (folder == "empty"))
            #expect(disk.contents(of: folder).filter { !$0.key.hasSuffix(".lock") }.isEmpty)
        }
        let other = try FileLog(on: disk, folder: "other", seed: 8).mark.log
        let error = FileLog.Failure.anotherLog(path: "other", found: other, expected: expected.log)
        #expect(throws: error) { try FileLog(on: disk, folder: "other", expecting: expected) }
        #expect(error.description == "other: this is log \(other), and not log \(expected.log)")
    }

    /// What is damaged in a log of a single segment.
    enum Damage: CaseIterable {
        case block, onlyHeader, allSegments, headerAndHead, allBytes

        func strike(_ disk: SimulatedDisk) {
            switch self {
            case .block: disk.flip("log/00000001.log", at: 100, by: 1)
            // The byte belongs to the log's identity.
            case .onlyHeader: disk.flip("log/00000001.log", at: 20, by: 1)
            case .allSegments: disk.remove("log/00000001.log")
            // The byte belongs to the header's checksum.
            case .headerAndHead:
                disk.flip("log/00000001.log", at: 44, by: 1)
                disk.remove("log/head.index")
            // The names of the files are left, and nothing in them tells which log this was.
            case .allBytes:
                for name in ["00000001.log", "head.index"] { disk.write([], to: "log/" + name) }
            }
        }
    }

    @Test(
        "A log that was begun in the place of the expected one, which was damaged, may be opened by the old mark",
        arguments: Damage.allCases)
    func begunAnew(damage: Damage) throws {
        for crashes in [false, true] {
            let disk = SimulatedDisk(chance: Seeded(1))
            let first = try FileLog(on: disk)
            try first.write(story, upTo: 2)
            try first.closeAndWait()
            let old = first.mark
            damage.strike(disk)
            if crashes {
                // The process ended after it had renamed the damaged folder, and before it made the new one.
                disk.write([], to: "log/unreplaced.lock")
                disk.relocateFolder("log", to: "log.damaged-1")
            } else {
                let new = try FileLog(on: disk, ifDamaged: .beginAnewBeside, expecting: old, seed: 9)
                #expect(new.damagedLog == "log.damaged-1" && new.mark.log != old.log)
            }
            let log = try FileLog(on: disk, ifDamaged: .beginAnewBeside, expecting: old, seed: 10)
            #expect(log.damagedLog == "log.damaged-1")
            let mark = log.mark
            try log.write(story, upTo: 1)
            try log.closeAndWait()
            #expect(try FileLog(on: disk, expecting: old, seed: 11).mark.log == mark.log)
        }
    }
}
