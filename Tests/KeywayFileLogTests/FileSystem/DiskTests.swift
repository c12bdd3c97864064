import Foundation
import KeywayCore
import KeywayFileLog
import KeywayLog
import Testing

@Suite("A log on the disk of this machine")
struct DiskTests {
    /// Calls the body with the path of a folder that does not exist yet, and that is deleted after the test.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keyway-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.path(percentEncoded: false))
    }

    @Test("What was appended is there when the log is opened again, over several segments")
    func reopening() async throws {
        try await withFolder { folder in
            let path = folder + "/deep/log"
            let stories = (1...3).map { Story($0, reference: "order-\($0 % 2)") }
            for sequence: UInt64 in 0..<5 {
                let log = try FileLog(path, acknowledging: sequence == 2 ? .written : .flushed, segmentSize: 500)
                for story in stories { try await log.append(story.append([story.record(sequence)])) }
                try await log.close()
            }
            let reader = try FileLog.Reader(path)
            #expect(reader.findings == [])
            #expect(reader.runs == stories.map(\.run))
            for story in stories { #expect(try reader.records(of: story.run) == story.records(5)) }
            #expect(try FileLog.verify(path).segments > 3)
            let log = try FileLog(path)
            #expect(try await log.runs(of: "order-1", after: nil, limit: 5) == [stories[0].run, stories[2].run])
            #expect(
                try await log.openRuns(after: stories[0].run, limit: 5).map(\.run) == stories.dropFirst().map(\.run))
        }
    }

    @Test("Each opening draws another salt")
    func salts() async throws {
        try await withFolder { folder in
            var salts: Set<UInt64> = []
            for _ in 0..<5 {
                let log = try FileLog(folder)
                salts.insert(log.salt)
                try await log.close()
            }
            #expect(salts.count == 5)
        }
    }

    @Test("A second writer is refused, also where the lock file was deleted; a reader is not")
    func lock() async throws {
        try await withFolder { folder in
            let log = try FileLog(folder)
            #expect(throws: FileLog.Failure.locked(path: folder + "/writer.lock")) { try FileLog(folder) }
            let report = try FileLog.verify(folder)
            #expect(report.isBeingWritten && report.isSound)
            try FileManager.default.removeItem(atPath: folder + "/writer.lock")
            #expect(throws: FileLog.Failure.self) { try FileLog(folder) }
            try await log.close()
            _ = try FileLog(folder)
        }
    }

    @Test("What is no folder, or no log's folder, is named in one sentence")
    func badPaths() async throws {
        try await withFolder { folder in
            #expect(throws: FileLog.Failure.absent(path: folder)) { try FileLog.verify(folder) }
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            #expect(throws: FileLog.Failure.notALog(path: folder, found: nil)) { try FileLog.verify(folder) }
            try Data([1]).write(to: URL(filePath: folder + "/file"))
            #expect(throws: FileLog.Failure.notAFolder(path: folder + "/file")) { try FileLog(folder + "/file") }
            #expect(throws: FileLog.Failure.notALog(path: folder, found: "file")) { try FileLog(folder) }
            let error = #expect(throws: FileLog.Failure.self) { try FileLog(folder + "/file/log") }
            guard case .file(let refusal) = error else { throw try #require(error) }
            #expect(!refusal.reason.isEmpty && error?.description.hasPrefix(folder) == true)
        }
    }

    @Test("A link that leads nowhere is named where a folder is to be made, be it the log's path or a folder above")
    func danglingLink() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let link = folder + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "gone/log")
            for path in [link, link + "/log"] {
                let error = #expect(throws: FileLog.Failure.self) { try FileLog(path) }
                #expect(error?.description == "\(link): cannot create it: a link has this name, and leads nowhere")
            }
            // Once the link leads to a folder, the log is begun in that one.
            try FileManager.default.createDirectory(
                atPath: folder + "/gone/log", withIntermediateDirectories: true)
            try await FileLog(link).close()
            #expect(FileManager.default.fileExists(atPath: folder + "/gone/log/00000001.log"))
        }
    }

    @Test("A file gets a second name only where nothing has it yet")
    func secondName() async throws {
        try await withFolder { path in
            let files = SystemFileSystem()
            try files.makeFolder(path)
            let folder = try files.openFolder(path)
            for (name, byte) in [("a", 1), ("b", 2)] as [(String, UInt8)] {
                try folder.openFile(name, for: .creating).write([byte], at: 0)
            }
            let fault = #expect(throws: StorageFault.self) { try folder.link("a", as: "b") }
            #expect(fault?.isTaken == true)
            try folder.link("a", as: "c")
            try folder.removeFile("a")
            #expect(try folder.openFile("b", for: .reading).bytes(from: 0, count: 9) == [2])
            #expect(try folder.openFile("c", for: .reading).bytes(from: 0, count: 9) == [1])
        }
    }

    @Test("A log whose folder is moved or deleted acknowledges nothing more")
    func movedFolder() async throws {
        for deletes in [false, true] {
            try await withFolder { folder in
                let story = Story(1)
                let log = try FileLog(folder + "/log")
                try await log.append(story.append(story.records(2)))
                if deletes {
                    try FileManager.default.removeItem(atPath: folder + "/log")
                } else {
                    try FileManager.default.moveItem(atPath: folder + "/log", toPath: folder + "/moved")
                }
                await #expect(throws: LogError.self) { try await log.append(story.append([story.event(2)])) }
                try await log.close()
                if !deletes {
                    #expect(try FileLog.Reader(folder + "/moved").records(of: story.run) == story.records(2))
                }
            }
        }
    }

    /// Changes a bit of the segment's first block; returns what the file has then.
    @discardableResult
    private func damage(_ segment: String) throws -> Data {
        var bytes = try Data(contentsOf: URL(filePath: segment))
        bytes[60] ^= 1
        try bytes.write(to: URL(filePath: segment))
        return bytes
    }

    @Test("On request a damaged log is moved away, and an empty one begins in its place")
    func beginningAnew() async throws {
        try await withFolder { folder in
            let story = Story(1)
            let log = try FileLog(folder + "/log/")
            try await log.append(story.append(story.records(3)))
            try await log.close()
            let segment = folder + "/log/00000001.log"
            let bytes = try damage(segment)
            #expect(throws: FileLog.Failure.self) { try FileLog(folder + "/log") }
            #expect(try Data(contentsOf: URL(filePath: segment)) == bytes)
            let other = try FileLog(folder + "/log/", ifDamaged: .beginAnewBeside)
            #expect(other.damagedLog == "log.damaged-1")
            try await other.append(story.append(story.records(1)))
            #expect(try FileLog.Reader(folder + "/log.damaged-1", pastDamage: true).runs == [story.run])
        }
    }

    @Test(
        "In a folder that can be written and not listed a log begins, and a new one takes the place of a damaged one",
        .enabled(if: geteuid() != 0, "root may list every folder"))
    func unlistedFolder() async throws {
        try await withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o300], ofItemAtPath: folder)
            // Only a folder that may be listed can be deleted after the test.
            defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder) }
            for number in 1...2 {
                let story = Story(UInt64(number))
                let log = try FileLog(folder + "/log")
                try await log.append(story.append(story.records(1)))
                try await log.close()
                try damage(folder + "/log/00000001.log")
                let other = try FileLog(folder + "/log", ifDamaged: .beginAnewBeside)
                #expect(other.runs == [] && other.damagedLog == "log.damaged-\(number)")
                try await other.close()
                #expect(try FileLog.Reader(folder + "/log.damaged-\(number)", pastDamage: true).runs == [story.run])
            }
        }
    }

    @Test("A log with many records of many runs is verified whole")
    func many() async throws {
        try await withFolder { folder in
            let log = try FileLog(folder, acknowledging: .written)
            let (runs, records): (UInt64, UInt64) = (100, 50)
            for sequence in 0..<records {
                for run in 0..<runs {
                    let story = Story(run)
                    _ = try log.append(story.append([story.record(sequence)])) { _ in }
                }
            }
            try await log.close()
            let report = try FileLog.verify(folder)
            #expect(report.records == runs * records && report.findings == [])
        }
    }
}
