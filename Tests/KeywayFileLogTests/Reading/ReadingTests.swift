import KeywayCore
import KeywayLog
import SimulatedDisk
import Testing

@testable import KeywayFileLog

@Suite("Reading from a log")
struct ReadingTests {
    @Test("The blocks of runs that were written together are read once for all of these runs")
    func sharedBlocks() async throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 100_000)
        let stories = (1...40).map { Story($0, reference: "order") }
        for story in stories {
            _ = try log.append(story.append(story.records(3), .open(neededRecords: [1]))) { _ in }
        }
        log.writeTaken()
        try await log.close()
        let again = try FileLog(on: disk, segmentSize: 100_000)
        #expect(try again.durableRecords(of: stories[0].run) == stories[0].records(3))
        let calls = disk.calls
        for story in stories { #expect(try again.durableRecords(of: story.run) == story.records(3)) }
        let open = try await again.openRuns(after: nil, limit: 100)
        #expect(open.map(\.run) == stories.map(\.run))
        let found = try await again.runs(of: "order", after: nil, limit: 100)
        #expect(found == stories.map(\.run))
        #expect(disk.calls == calls)
    }

    @Test("The blocks that are kept, with what is known of their runs, take no more memory than they may")
    func bound() throws {
        let disk = SimulatedDisk(chance: Seeded(1))
        let log = try FileLog(on: disk, segmentSize: 100_000)
        for number: UInt64 in 1...20 { try log.write(Story(number).append(Story(number).records(1))) }
        try log.closeAndWait()
        let scan = try LogScan(LogFolder("log", in: disk))
        try #require(scan.index.count == 20)
        let (recent, none) = (RecentBlocks(limit: 20_000), RecentBlocks(limit: 100))
        var reading = try BlockReading(
            disk.openFolder("log"), log: #require(scan.log), cache: TableCache(), recent: recent)
        for number in 0..<20 {
            let entry = scan.index[number]
            let part = try reading.part(of: entry.run, at: entry.place)
            let kept = try #require(recent.block(at: entry.place))
            #expect(kept.size > part.bytes.count)
            #expect(recent.size <= 20_000)
            // The same block comes once more, as from another thread that has read it too.
            let size = recent.size
            recent.insert(kept)
            #expect(recent.size == size)
            none.insert(kept)
            #expect(none.size == 0 && none.block(at: entry.place) == nil)
        }
        #expect(recent.size > 10_000)
    }
}
