import KeywayCore
import KeywayLog
import SimulatedDisk
import Testing

@testable import KeywayFileLog

@Suite("A log on a full disk")
struct FullDiskTests {
    private let story = Story(1)

    @Test("A log with a tail in doubt is opened and read on a full disk, and written to once there is room (A6)")
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
        // It is told all the same, for records may be in it.
        #expect(log.setAside == [FileLog.SetAside(file: nil, segment: 1, position: UInt64(end), length: 3)])
        for _ in 0..<3 {
            let error = #expect(throws: LogError.self) { try log.write(story.append([story.event(3)])) }
            guard case .storage(let fault) = error else { throw try #require(error) }
            #expect(fault.isForWantOfRoom)
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
        #expect(fault.isForWantOfRoom)
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
}
