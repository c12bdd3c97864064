import FlowTranscripts
import KeywayCore
import TestThreads
import Testing

@testable import KeywayCommandLine

@Suite("keyway verify", .longComputation)
struct VerifyTests {
    @Test("A sound log is said to be sound, and stays as it is")
    func sound() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        _ = Door.run(in: folder)
        let before = try folder.contents(of: "log")
        let call = keyway("verify", log)
        #expect(call.code == .fine)
        #expect(call.errors.isEmpty)
        #expect(call.lines.count == 1)
        #expect(call.output.contains("sound: 1 segment, "))
        #expect(call.output.hasSuffix("5 records, 1 run\n"))
        let report = try #require(
            try JSONReader.value(of: keyway("verify", log, "--format", "json").output.utf8).object)
        #expect(report["sound"] == .bool(true))
        #expect(report["records"] == .integer(5))
        #expect(report["findings"] == .list([]))
        #expect(try folder.contents(of: "log") == before)
    }

    @Test("Where any byte has changed, verify exits with 1, names the file and changes nothing")
    func changedBytes() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        _ = Door.run(in: folder)
        let files = try folder.contents(of: "log")
        let (name, bytes) = try #require(files.first)
        #expect(files.count == 1)
        let end = (bytes.lastIndex { $0 != 0 } ?? 0) + 1
        for position in stride(from: 0, to: end, by: 13) {
            var changed = bytes
            changed[position] ^= 0x10
            try folder.replace("log/" + name, with: changed)
            let call = keyway("verify", log)
            #expect(call.code == .problem, "byte \(position)")
            #expect(call.output.contains(name), "byte \(position)")
            #expect((1...3).contains(call.errors.count), "byte \(position)")
            #expect(try folder.contents(of: "log") == [name: changed], "byte \(position)")
        }
    }

    @Test("A log that is damaged or newer is not written to, and a replay of it is exit 1")
    func damaged() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        _ = Door.run(in: folder)
        _ = Door.run(in: folder)
        let (name, bytes) = try #require(try folder.contents(of: "log").first)
        for position in [0, 8, 12, 200, bytes.count / 2] where position < bytes.count && bytes[position] != 0 {
            var changed = bytes
            changed[position] ^= 0xFF
            try folder.replace("log/" + name, with: changed)
            let run = Door.run(in: folder)
            #expect(run.code == .problem, "byte \(position)")
            #expect(run.output.isEmpty, "byte \(position)")
            #expect(try folder.contents(of: "log") == [name: changed], "byte \(position)")
            let replay = keyway("replay", log)
            #expect(replay.code == .problem, "byte \(position)")
            #expect(!replay.errors.isEmpty, "byte \(position)")
        }
    }

    @Test("Of a log of another format verify says what replay says, who reads it, and not whether it is sound")
    func otherFormats() throws {
        let folder = try Door.folder()
        let log = folder.path(of: "log")
        _ = Door.run(in: folder)
        let (name, bytes) = try #require(try folder.contents(of: "log").first)
        for version: UInt8 in [1, 3] {
            var changed = bytes
            changed[8] = version
            var writer = ByteWriter()
            writer.fixed(CRC32C.checksum(of: changed[..<44]))
            changed.replaceSubrange(44..<48, with: writer.bytes)
            try folder.replace("log/" + name, with: changed)
            let call = keyway("verify", log)
            #expect(call.code == .problem && call.output.isEmpty)
            #expect(call.errors.count == 1 && call.errors == keyway("replay", log).errors)
            #expect(call.errors.first?.contains("the format is \(version), ") == true)
            #expect(call.errors.first?.contains("the versions of Keyway before format 2 read") == (version == 1))
            let report = try JSONReader.value(of: keyway("verify", log, "--format", "json").output.utf8).object
            #expect(report?["error"] != nil && report?["sound"] == nil)
        }
    }

    @Test("A folder that is no log is one sentence")
    func noLog() throws {
        let folder = try Door.folder()
        for path in [folder.path(of: "nothing"), folder.path(of: "Specs"), folder.path(of: "guest.jsonl")] {
            let call = keyway("verify", path)
            #expect(call.code == .problem)
            #expect(call.output.isEmpty)
            #expect(call.errors.count == 1)
            #expect(call.errors.first?.hasPrefix("\(path): ") == true)
        }
    }
}
