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

@Suite("A log on a full disk")
struct FullDiskTests {
    private let story = Story(1)

    @Test("A log with a tail in doubt is opened and read on a full disk, and written to once there is room")
    func opening() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        try FileLog(on: disk).write(story, upTo: 3)
        var files = disk.logFiles
        let end = try #require(files["00000001.log"]?.lastIndex { $0 != 0 }) + 1
        files["00000001.log"]?.replaceSubrange(end..<end + 3, with: [1, 2, 3])
        files["writer.lock"] = []
        let full = SimulatedDisk(files)
        full.strike(.noRoom(calls: 100_000), atCall: full.calls)
        let log = try FileLog(on: full)
        #expect(try log.durableRecords(of: story.run) == story.records(3))
        #expect(full.logFiles == files.filter { $0.key != "writer.lock" })
        // The tail is reported although no file has it yet, for records may be in it.
        #expect(log.setAside == [FileLog.SetAside(file: nil, segment: 1, position: UInt64(end), length: 3)])
        for _ in 0..<3 {
            let error = #expect(throws: LogError.self) { try log.write(story.append([story.event(3)])) }
            guard case .storage(let fault) = error else { throw try #require(error) }
            #expect(fault.isDiskFull)
        }
        full.heal()
        try log.write(story, upTo: 5)
        try log.closeAndWait()
        #expect(try FileLog.verify("log", in: full).findings == [])
        #expect(try FileLog.verify("log", in: full).setAside.map(\.length) == [3])
        #expect(try FileLog(on: full).durableRecords(of: story.run) == story.records(5))
    }

    @Test("A disk that is full is met at the beginning of a segment, and nothing of the batch is in doubt")
    func rollOver() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 2048)
        try log.write(story, upTo: 1)
        disk.strike(.noRoom(calls: 1_000_000), atCall: disk.calls)
        var count: UInt64 = 1
        let error = #expect(throws: LogError.self) {
            while true {
                try log.write(story.append([story.event(count)]))
                count += 1
            }
        }
        guard case .storage(let fault) = error else { throw try #require(error) }
        #expect(fault.isDiskFull)
        // The segment took all that fits in it.
        let written = try #require(disk.logFiles["00000001.log"]?.lastIndex { $0 != 0 })
        #expect(written > 2048 - 200)
        try log.closeAndWait()
        let reopened = try FileLog(on: disk, segmentSize: 2048)
        #expect(try reopened.durableRecords(of: story.run) == story.records(count))
        disk.heal()
        try? reopened.closeAndWait()
        let again = try FileLog(on: disk, segmentSize: 2048)
        try again.write(story, upTo: count + 2)
        #expect(try again.durableRecords(of: story.run) == story.records(count + 2))
    }

    @Test("Once there is room again, the log takes appends again, within a segment and where the next one begins")
    func roomReturns() throws {
        for (segmentSize, roomAhead) in [(2_048, nil), (100_000, 1_500)] as [(UInt64, UInt64?)] {
            let disk = SimulatedDisk(chance: Seeded(1))
            let log = try FileLog(on: disk, segmentSize: segmentSize, roomAhead: roomAhead)
            var count: UInt64 = 0
            for _ in 0..<3 {
                disk.strike(.noRoom(calls: 1_000_000), atCall: disk.calls)
                for refusal in 0..<3 {
                    let error = #expect(throws: LogError.self) {
                        while true {
                            try log.write(story.append([story.record(count)]))
                            count += 1
                            try #require(refusal == 0 && count < 1_000)
                        }
                    }
                    guard case .storage(let fault) = error else { throw try #require(error) }
                    #expect(fault.isDiskFull)
                }
                disk.heal()
                try log.write(story.append([story.record(count)]))
                count += 1
            }
            try log.closeAndWait()
            #expect(try FileLog.verify("log", in: disk).findings == [])
            let again = try FileLog(on: disk, segmentSize: segmentSize, roomAhead: roomAhead)
            #expect(again.setAside == [])
            #expect(try again.durableRecords(of: story.run) == story.records(count))
        }
    }

    @Test("A moment without a descriptor, as a segment is begun, ends no log", arguments: 0..<6)
    func momentWithoutDescriptor(after succeedingCalls: Int) throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 600)
        var (count, refusals): (UInt64, Int) = (0, 0)
        while count < 40 {
            if count == 4 { disk.strike(.noDescriptors(calls: 60), atCall: disk.calls + succeedingCalls) }
            do throws(LogError) {
                try log.write(story.append([story.record(count)]))
                count += 1
            } catch {
                guard case .storage(let fault) = error else { throw error }
                #expect(fault.isOutOfDescriptorsOrMemory)
                refusals += 1
            }
        }
        #expect(refusals > 0)
        try log.closeAndWait()
        #expect(try FileLog(on: disk, segmentSize: 600).durableRecords(of: story.run) == story.records(count))
    }

    @Test("Before a batch is written, want of room or descriptors ends no log; a failed flush and other faults do")
    func flushWithoutRoom() {
        for number in [EMFILE, ENOMEM, ENOSPC, EDQUOT] {
            let fault = StorageFault(operation: "open", subject: "log", number: number, reason: "")
            guard case .notReady = SegmentWriter.Failure(beforeWriting: fault) else {
                Issue.record("\(number) ends the log")
                continue
            }
        }
        for (operation, number) in [("flush", ENOSPC), ("write to", EIO), ("rename", EIO)] {
            let fault = StorageFault(operation: operation, subject: "log", number: number, reason: "")
            guard case .before = SegmentWriter.Failure(beforeWriting: fault) else {
                Issue.record("\(operation) with \(number) does not end the log")
                continue
            }
        }
    }

    @Test("In written mode a log that met a full disk is flushed when it is closed, or says that it is not")
    func closingInWrittenMode() throws {
        for isRefused in [false, true] {
            let disk = SimulatedDisk(chance: Seeded(1))
            try FileLog(on: disk, segmentSize: 100_000, roomAhead: 1_500).closeAndWait()
            let log = try FileLog(on: disk, acknowledging: .written, segmentSize: 100_000, roomAhead: 1_500)
            try log.write(story, upTo: 1)
            disk.strike(.noRoom(calls: 1_000_000), atCall: disk.calls)
            var count: UInt64 = 1
            let error = #expect(throws: LogError.self) {
                while true {
                    try log.write(story.append([story.event(count)]))
                    count += 1
                }
            }
            guard case .storage(let fault) = error else { throw try #require(error) }
            #expect(fault.isDiskFull && count > 3)
            disk.heal()
            if isRefused {
                disk.strike(.failure, atFlushOf: "00000001.log")
                try expectDoubt(closing: log)
                continue
            }
            for _ in 0..<2 { try log.closeAndWait() }
            disk.restart(after: .powerLoss, keeping: .nothing)
            let again = try FileLog(on: disk, segmentSize: 100_000, roomAhead: 1_500)
            #expect(again.setAside == [])
            #expect(try again.durableRecords(of: story.run) == story.records(count))
        }
    }

    @Test("In written mode a log whose flush before a new segment has failed says so each time that it is closed")
    func flushBeforeSegment() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        try FileLog(on: disk, segmentSize: 2048).closeAndWait()
        let log = try FileLog(on: disk, acknowledging: .written, segmentSize: 2048)
        try log.write(story, upTo: 1)
        disk.strike(.failure, atFlushOf: "00000001.log")
        var count: UInt64 = 1
        let error = #expect(throws: LogError.self) {
            while true {
                try log.write(story.append([story.event(count)]))
                count += 1
            }
        }
        guard case .storage(let fault) = error else { throw try #require(error) }
        #expect(fault.operation == "flush" && count > 3)
        // The disk would say now that all is flushed, and may have forgotten what it could not flush.
        try expectDoubt(closing: log)
    }

    /// Closing the log, and closing it again, says that the log may lack what it has acknowledged.
    private func expectDoubt(closing log: FileLog) throws {
        for _ in 0..<2 {
            let error = #expect(throws: LogError.self) { try log.closeAndWait() }
            guard case .inDoubt(let fault) = error else { throw try #require(error) }
            #expect(fault.operation == "flush")
        }
    }

    @Test("The next segment is prepared before it is needed, and needs no room when it begins")
    func preparedAhead() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 2048)
        var count: UInt64 = 0
        while disk.contents(of: "log")["next.lock"]?.count != 2048 {
            count += 1
            try log.write(story, upTo: count)
        }
        #expect(disk.logFiles["00000002.log"] == nil)
        disk.strike(.noRoom(calls: 1_000_000), atCall: disk.calls)
        while disk.logFiles["00000002.log"] == nil {
            count += 1
            try log.write(story, upTo: count)
        }
        #expect(disk.logFiles["00000002.log"]?.count == 2048)
        #expect(try log.durableRecords(of: story.run) == story.records(count))
    }

    @Test("Also within a large segment a full disk is met before a batch is written, and none is in doubt")
    func withinSegment() throws {
        for isLong in [false, true] {
            let disk = SimulatedDisk(chance: Seeded(1))
            let log = try FileLog(on: disk, segmentSize: 100_000, roomAhead: 1_500)
            try log.write(story, upTo: 1)
            let room = try #require(disk.logFiles["00000001.log"]).count
            #expect((1_500..<5_000).contains(room))
            disk.strike(.noRoom(calls: 1_000_000), atCall: disk.calls)
            var count: UInt64 = 1
            let error = #expect(throws: LogError.self) {
                while true {
                    let text = String(repeating: "long", count: isLong ? 2_000 : 1)
                    try log.write(story.append([isLong ? story.event(count, text: text) : story.event(count)]))
                    count += 1
                }
            }
            guard case .storage(let fault) = error else { throw try #require(error) }
            #expect(fault.isDiskFull && fault.subject == "log/00000001.log")
            #expect(isLong ? count == 1 : count > 5)
            // Of the batch that was refused no byte is there.
            let bytes = try #require(disk.logFiles["00000001.log"])
            let end = try Int(#require(LogScan(LogFolder("log", in: disk)).end).offset)
            #expect(bytes[end...].allSatisfy { $0 == 0 })
            disk.heal()
            try log.closeAndWait()
            let again = try FileLog(on: disk, segmentSize: 100_000, roomAhead: 1_500)
            #expect(again.setAside == [])
            #expect(try again.durableRecords(of: story.run) == story.records(count))
            try again.write(story, upTo: count + 30)
            #expect(try again.durableRecords(of: story.run) == story.records(count + 30))
        }
    }

    @Test("While a writer is at work there is room for what comes next, and it is made after the reports")
    func roomAhead() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 100_000, roomAhead: 1_500)
        for count: UInt64 in 1..<60 {
            let before = try #require(disk.logFiles["00000001.log"]).count
            let reported = Lock(0)
            _ = try log.append(story.append([story.record(count - 1)])) { _ in
                reported.withLock { $0 = disk.logFiles["00000001.log"]?.count ?? 0 }
            }
            log.writeTaken()
            // Whoever waits for the batch does not wait for more room.
            #expect(reported.withLock { $0 } == before)
            let bytes = try #require(disk.logFiles["00000001.log"])
            let end = try #require(bytes.lastIndex { $0 != 0 }) + 1
            #expect((1_500...3_100).contains(bytes.count - end), "record \(count)")
            #expect(disk.durableBytes(of: "log/00000001.log") == bytes)
        }
        #expect(disk.logFiles["00000002.log"] == nil)
    }

    @Test("A crash while a segment gets more room loses nothing and is no damage", arguments: Crash.allCases)
    func endsWhileMakingRoom(crash: Crash) throws {
        func live(_ disk: SimulatedDisk, _ acknowledged: inout UInt64) throws {
            for opening: UInt64 in 0..<2 {
                let log = try FileLog(on: disk, segmentSize: 100_000, roomAhead: 300, seed: 7 + opening)
                for count in (opening * 8 + 1)...(opening * 8 + 8) {
                    try log.write(story, upTo: count)
                    acknowledged = count
                }
                try log.closeAndWait()
            }
        }
        let quiet = SimulatedDisk(chance: Seeded(0))
        var all: UInt64 = 0
        try live(quiet, &all)
        for call in 0..<quiet.calls {
            let disk = SimulatedDisk(chance: Seeded(UInt64(call)))
            disk.strike(.crash(crash), atCall: call)
            var acknowledged: UInt64 = 0
            _ = try? live(disk, &acknowledged)
            disk.restart(after: crash)
            let log = try FileLog(on: disk, segmentSize: 100_000, roomAhead: 300)
            let found = try log.durableRecords(of: story.run)
            #expect(found.elementsEqual(story.records(UInt64(found.count))), "call \(call)")
            #expect(found.count >= acknowledged, "call \(call)")
            try log.write(story, upTo: 20)
            try log.closeAndWait()
            #expect(try FileLog.verify("log", in: disk).findings == [], "call \(call)")
        }
    }
}
