import Foundation
import Keyway
import KeywayLog
import Testing

@Suite("A log on the disk of this machine")
struct DiskTests {
    /// A folder that is gone after the test.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keyway-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path(percentEncoded: false))
    }

    private func size(_ path: String) throws -> Int {
        try Data(contentsOf: URL(filePath: path)).count
    }

    @Test("What was appended is there when the log is opened again, over several segments")
    func reopening() throws {
        try withFolder { folder in
            let path = folder + "/deep/log"
            let stories = (1...3).map { Story($0) }
            for sequence: UInt64 in 0..<5 {
                let log = try FileLog(path, acknowledging: sequence == 2 ? .written : .flushed, segmentSize: 500)
                for story in stories {
                    let record = sequence == 0 ? story.began() : story.event(sequence)
                    try log.append([record], to: story.run, expecting: .exactly(sequence))
                }
            }
            let reader = try LogReader(path)
            #expect(reader.report.findings == [])
            #expect(reader.report.segments > 3)
            #expect(reader.runs == stories.map(\.run))
            for story in stories { #expect(try reader.records(of: story.run) == story.records(5)) }
            var order: [UInt64] = []
            try reader.forEachAppend { order += $0.map(\.sequence) }
            #expect(order == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
        }
    }

    @Test("A torn tail is set aside, and damage is refused with the log as it was")
    func tamperedFiles() throws {
        try withFolder { folder in
            let story = Story(1)
            try FileLog(folder).append(story.records(3), to: story.run, expecting: .noStream)
            let segment = folder + "/00000001.log"
            let whole = try Data(contentsOf: URL(filePath: segment))
            try (whole + Data([1, 2, 3])).write(to: URL(filePath: segment))
            #expect(try verify(folder).findings.map(\.kind) == [.tornTail])
            let log = try FileLog(folder)
            #expect(try size(segment) == whole.count)
            #expect(try size(folder + "/00000001.torn-\(whole.count)") == 59)
            try log.append([story.event(3)], to: story.run, expecting: .exactly(3))
            log.close()
            #expect(try verify(folder).findings == [])
            var damaged = try Data(contentsOf: URL(filePath: segment))
            damaged[60] ^= 1
            try damaged.write(to: URL(filePath: segment))
            #expect(throws: LogError.self) { try FileLog(folder) }
            #expect(try Data(contentsOf: URL(filePath: segment)) == damaged)
        }
    }

    @Test("A second writer is refused, a reader is not")
    func lock() throws {
        try withFolder { folder in
            let log = try FileLog(folder)
            #expect(throws: LogError.locked(path: folder + "/writer.lock")) { try FileLog(folder) }
            #expect(try LogReader(folder).runs == [])
            log.close()
            _ = try FileLog(folder)
        }
    }

    @Test("What is no folder, or none of a log, is named in one sentence")
    func badPaths() throws {
        try withFolder { folder in
            #expect(throws: LogError.absent(path: folder)) { try verify(folder) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(throws: LogError.notALog(path: folder, found: nil)) { try verify(folder) }
            try Data([1]).write(to: URL(filePath: folder + "/file"))
            #expect(throws: LogError.notAFolder(path: folder + "/file")) { try FileLog(folder + "/file") }
            #expect(throws: LogError.notALog(path: folder, found: "file")) { try FileLog(folder) }
            let error = #expect(throws: LogError.self) { try FileLog(folder + "/file/log") }
            guard case .file(let refusal) = error else { throw try #require(error) }
            #expect(refusal.path == folder + "/file/log" && !refusal.reason.isEmpty)
        }
    }

    @Test("Deleting the lock file of an open log lets no second writer in")
    func deletedLock() throws {
        try withFolder { folder in
            let first = try FileLog(folder + "/log")
            try SystemFileSystem().removeFile(folder + "/log/writer.lock")
            #expect(throws: LogError.self) { try FileLog(folder + "/log") }
            first.close()
            _ = try FileLog(folder + "/log")
        }
    }

    @Test("A log of many records is verified whole")
    func many() throws {
        try withFolder { folder in
            let log = try FileLog(folder, acknowledging: .written)
            let runs: UInt64 = 100
            let records: UInt64 = 50
            for run in 0..<runs {
                let story = Story(run)
                for record in story.records(records) {
                    try log.append([record], to: story.run, expecting: .exactly(record.sequence))
                }
            }
            log.close()
            #expect(try verify(folder).records == runs * records)
        }
    }
}
