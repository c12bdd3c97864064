import FlowFixtures
import FlowTranscripts
import KeywayCore
import Testing

@testable import KeywayCommandLine

@Suite("keyway replay --table")
struct ReplayPastDamageTests {
    /// A folder with a log of two runs of the door, and the log's only segment.
    private func twoRuns() throws -> (folder: TemporaryFolder, segment: String, bytes: [UInt8]) {
        let folder = try Door.folder()
        #expect(Door.run(in: folder, "--seed", "1").code == .fine)
        #expect(Door.run(in: folder, "--seed", "2").code == .fine)
        let (segment, bytes) = try #require(try folder.contents(of: "log").first)
        return (folder, "log/" + segment, bytes)
    }

    /// More bytes than two runs take: the segment has only zeros from here on.
    private static let usedAtMost = 16 << 10

    /// Where copies of the door's table stand in the bytes of a segment.
    private func tables(in bytes: [UInt8]) throws -> [Range<Int>] {
        let table = try LoadedFlow(Door.flow).table.canonicalBytes
        return bytes.indices.prefix(Self.usedAtMost).filter { bytes[$0...].starts(with: table) }.map {
            $0..<$0 + table.count
        }
    }

    /// A folder with such a log, in which every copy of the table is damaged.
    private func withoutTables() throws -> TemporaryFolder {
        let (folder, segment, bytes) = try twoRuns()
        var changed = bytes
        let tables = try tables(in: bytes)
        #expect(!tables.isEmpty)
        for range in tables { changed[range.lowerBound + range.count / 2] ^= 0x10 }
        try folder.replace(segment, with: changed)
        return folder
    }

    @Test("Runs whose table is damaged are told by the flow that is named, and the damage is told too")
    func lostTable() throws {
        let whole = try twoRuns().folder
        let folder = try withoutTables()
        let log = folder.path(of: "log")
        #expect(keyway("replay", log).output.isEmpty)
        let call = keyway("replay", log, "--table", "Door", in: folder.path)
        #expect(call.code == .problem)
        #expect(call.errors.count == 1, "\(call.errors)")
        let told = "ended in inside; every record is as Door version 1, which --table names, decides"
        let sound = keyway("replay", whole.path(of: "log")).lines
        #expect(call.lines == sound.map { $0.hasPrefix("ended in") ? told : $0 })
        #expect(call.lines.count { $0 == told } == 2)
        let json = keyway("replay", log, "--table", "Door", "--format", "json", in: folder.path)
        let object = try JSONReader.value(of: json.output.utf8).object
        #expect(object?["runs"]?.list?.count == 2 && object?["disagreements"] == .list([]))
    }

    @Test("A flow that does not fit the records is said not to, with the place")
    func unfitFlow() throws {
        let folder = try withoutTables()
        let log = folder.path(of: "log")
        let swapped = Door.flow.changing("on refused -> outside { why = refused }", to: "on refused -> inside")
            .changing("on welcome -> inside", to: "on welcome -> outside { why = refused }")
        let other = try folder.write(swapped, to: "Other.flow")
        let call = keyway("replay", log, "--table", other)
        #expect(call.code == .problem)
        let unfit = call.errors.filter {
            $0.contains("Door version 1, which --table names, does not fit its records: ")
        }
        #expect(
            unfit.count == 2
                && unfit.allSatisfy { $0.contains("record 4, event welcome in asking: state was recorded as inside") })
        // A flow that has nothing to do with the run may not even fit its first record.
        let stranger = try folder.write(
            "flow Tiny version 3\ncommand go\nfinal done\nwithin 5m -> done\nreject other\n"
                + "state idle waits for user { on go -> done }\n", to: "Tiny.flow")
        let strange = keyway("replay", log, "--table", stranger)
        #expect(strange.code == .problem && strange.output.isEmpty)
        #expect(strange.errors.first?.contains("Tiny version 3, which --table names, does not fit its records") == true)
    }

    @Test("A run that lacks a record in the middle is told up to the one before it, by the flow in the log")
    func lostRecord() throws {
        let (folder, segment, bytes) = try twoRuns()
        let log = folder.path(of: "log")
        var losses: Set<String> = []
        let first = try #require(try tables(in: bytes).first)
        let end = (bytes.prefix(Self.usedAtMost).lastIndex { $0 != 0 } ?? 0) + 1
        #expect(end < Self.usedAtMost)
        for position in stride(from: first.upperBound, to: end, by: 29) {
            var changed = bytes
            changed[position] ^= 0x10
            try folder.replace(segment, with: changed)
            let call = keyway("replay", log, "--table", "Door", in: folder.path)
            #expect(call.code == .problem, "byte \(position)")
            #expect(!call.errors.isEmpty, "byte \(position)")
            for error in call.errors where error.contains("is lost in the damage") {
                losses.insert(String(error.split(separator: "record ")[1].prefix(2)))
            }
        }
        #expect(losses.count > 1, "\(losses)")
    }

    @Test("--table does not go with --with")
    func usage() throws {
        let folder = try Door.folder()
        let call = keyway("replay", folder.path(of: "log"), "--table", "Door", "--with", "Door", in: folder.path)
        #expect(call.code == .usage)
    }
}
