import Foundation
import KeywayCore
import KeywayLog
import SimulatedDisk
import Testing

@testable import KeywayFileLog

@Suite("The page about the log's format")
struct LogFormatTests {
    static let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/KeywayFileLog/KeywayFileLog.docc/LogFormat.md")

    /// Records of each kind but the beginning; together they have everything that a record can have.
    private func records(of story: Story) -> [Record] {
        var event = story.event(1)
        if case .event(var content) = event.content {
            content.answers = EffectOrder.ID(sequence: 0, index: 0)
            content.fields = [nil, .bool(false), .bool(true), .integer(-7170), .duration(30_000)]
            content.fields += [.text("PENDING"), .enumCase(1), .set(5), .withheld]
            content.inputID = "send-1"
            content.unread = RawValue.Unread(name: "X", status: 9106, shape: ["code: integer"])
            content.cause = .owed(by: 0)
            content.sealed = [0x4B, 0x65, 0x79]
            event.content = .event(content)
        }
        let contents: [Record.Content] = [
            .legBegan(LegBeginning(owedBy: 1, parent: 0, child: 0, outcome: Outcome(state: 0, context: []))),
            .closed(EffectOrder.ID(sequence: 1, index: 0), .returned),
            .resumed(Resumption(epoch: 1, wallTime: Instant(milliseconds: 1_700_000_000_000), salt: 9)),
            .commandBeforeLeg(CommandBeforeLeg(leg: "silent", command: 2, fields: [.text("a")], commandID: "send-2")),
            .appEnded(.failed("timeout")), .appEnded(.succeeded), .takenOver([EffectOrder.ID(sequence: 1, index: 0)]),
        ]
        let others = contents.enumerated().map { place, content in
            Record(
                run: story.run, sequence: UInt64(place) + 2, time: Instant(milliseconds: 1_000), content: content)
        }
        return [event] + others + [story.event(UInt64(others.count) + 2)]
    }

    /// The bytes that the page lists: of a segment, of a slot of the head, and of a file with torn bytes.
    private func example() throws -> (segment: [UInt8], head: [UInt8], torn: [UInt8]) {
        let disk = SimulatedDisk(chance: Seeded(1))
        let story = Story(1, reference: "order-17")
        let log = try FileLog(on: disk)
        try log.write(story.append([story.began()], .open(neededRecords: [0])))
        try log.closeAndWait()
        var files = disk.logFiles
        let end = try Int(#require(LogScan(LogFolder("log", in: disk)).end).offset)
        files["00000001.log"]?.replaceSubrange(end..<end + 3, with: [1, 2, 3])
        let later = SimulatedDisk(files)
        let again = try FileLog(on: later, seed: 8)
        try again.write(story.append(records(of: story), .over))
        try again.closeAndWait()
        let last = try Int(#require(LogScan(LogFolder("log", in: later)).end).offset)
        let segment = try #require(later.logFiles["00000001.log"])
        #expect(segment[last...].allSatisfy { $0 == 0 })
        let head = try #require(later.logFiles["head.index"])
        let slot = try #require(try LogFolder("log", in: later).head()?.head)
        let start = Int(slot.counter % 2) * Head.slotLength
        return (
            Array(segment[..<last]), Array(head[start..<start + Head.slotLength]),
            try #require(later.logFiles["00000001.torn-\(end)"])
        )
    }

    @Test("The tables of the page read a log to its last byte, and its listing has every byte")
    func listing() throws {
        let text = try String(contentsOf: Self.path, encoding: .utf8)
        let parts = text.components(separatedBy: "```\n")
        try #require(parts.count == 3)
        let (segment, head, torn) = try example()
        var log = FormatReading(segment, by: text)
        try log.read("segment header", as: "header")
        while !log.isAtEnd { try log.read("block", as: "block") }
        var slot = FormatReading(head, by: text)
        try slot.read("head slot", as: "head")
        #expect(slot.isAtEnd)
        var remainder = FormatReading(torn, by: text)
        try remainder.read("torn bytes", as: "torn")
        try remainder.readPrimitive("3 raw", as: "the bytes")
        #expect(remainder.isAtEnd)
        let listing = log.lines + [""] + slot.lines + [""] + remainder.lines
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            let page = parts[0] + "```\n" + listing.map { $0 + "\n" }.joined() + "```\n" + parts[2]
            try page.write(to: Self.path, atomically: true, encoding: .utf8)
        } else {
            let recorded = parts[1].split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            #expect(
                recorded == listing,
                "the format has changed: `RECORD_SNAPSHOTS=1 swift test --filter LogFormatTests` records it anew")
        }
        // The listing has a record of each kind, by the page's own numbers and names.
        let content = try #require(FormatReading.tables(in: text)["record"]?.first { $0["field"] == "content" })
        let kinds = [
            "beginning", "event", "legBeginning", "closed", "resumed", "commandBeforeLeg", "appEnded", "sealedEvent",
            "takenOver",
        ]
        #expect(
            content["coding"] == "by kind: " + kinds.enumerated().map { "\($0) \($1)" }.joined(separator: ", "))
        for kind in kinds { #expect(log.readKinds.contains(kind), "no record of the listing is a \(kind)") }
    }

    @Test("What an opening says of a damaged log is read by its table")
    func older() throws {
        let text = try String(contentsOf: Self.path, encoding: .utf8)
        let note = OpeningNote(
            salt: 4, wallTime: Instant(milliseconds: -3), setAside: [],
            older: OpeningNote.Older(log: FileLog.ID(high: 1, low: 2), folder: "log.damaged-1"))
        var bytes: [UInt8] = []
        note.append(to: &bytes)
        var reading = FormatReading(bytes, by: text)
        try reading.read("opening", as: "opening")
        #expect(reading.isAtEnd)
        #expect(reading.lines.contains { $0.contains("'log.damaged-1'") })
    }

    @Test("A record that is written alone has as many bytes beside its own as the article about keeping a log says")
    func bytesBeside() throws {
        let article = Self.path.deletingLastPathComponent().appending(path: "KeepingALog.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        #expect(text.contains("as a rule 65 to 72 bytes beside its own"))
        let disk = SimulatedDisk(chance: Seeded(1))
        let (story, start): (Story, Int64) = (Story(1), 1_700_000_000_000)
        let log = try FileLog(on: disk, segmentSize: 100_000)
        try log.write(story.append([story.began(at: start)]))
        func end() throws -> Int { try Int(#require(LogScan(LogFolder("log", in: disk)).end).offset) }
        var counts: Set<Int> = []
        for sequence: UInt64 in 1...300 {
            let text = String(repeating: "long", count: sequence % 7 == 0 ? 50 : 1)
            let record = story.event(sequence, at: start + Int64(sequence), text: text)
            let before = try end()
            let needed = sequence % 2 == 0 ? [sequence] : []
            try log.write(story.append([record], sequence == 300 ? .over : .open(neededRecords: needed)))
            counts.insert(try end() - before - record.codedBytes.count)
        }
        #expect(counts.isSubset(of: 65...72) && counts.max() == 72, "\(counts.sorted())")
    }

    @Test("The tags of values are those of the page")
    func tags() throws {
        let text = try String(contentsOf: Self.path, encoding: .utf8)
        let rows = FormatReading.tables(in: text)["codings"] ?? []
        let samples: [Value?] = [
            nil, .bool(false), .bool(true), .integer(-3), .duration(4), .text("a"), .enumCase(2), .set(.max), .withheld,
        ]
        try #require(rows.count == samples.count)
        for (row, value) in zip(rows, samples) {
            var writer = ByteWriter()
            writer.value(value)
            let tag = UInt8(row["tag"] ?? "")
            #expect(writer.bytes.first == tag)
            var reading = FormatReading(Array(writer.bytes.dropFirst()), by: text)
            if let then = row["then"], !then.isEmpty { try reading.readPrimitive(then, as: "then") }
            #expect(reading.isAtEnd)
        }
    }
}
