import Foundation
import Keyway
import KeywayLog
import Testing

@Suite("The page about the log's format")
struct LogFormatTests {
    static let path = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/KeywayLog/KeywayLog.docc/LogFormat.md")

    /// The files that the page lists.
    private func example() throws -> (segment: [UInt8], torn: [UInt8]) {
        let disk = SimulatedFileSystem()
        let story = Story(1, reference: "order-17")
        let log = try FileLog(simulated: disk)
        try log.append([story.began()], to: story.run, expecting: .noStream)
        var event = story.event(1)
        if case .event(var content) = event.content {
            content.answers = OrderID(sequence: 0, index: 0)
            content.fields = [nil, .bool(false), .bool(true), .integer(-7170), .duration(30_000)]
            content.fields += [.text("PENDING"), .enumCase(1), .set(5), .withheld]
            content.commandID = "send-1"
            content.unread = UnreadCallback(name: "X", status: 9106, shape: ["code: integer"])
            event.content = .event(content)
        }
        try log.append([event], to: story.run, expecting: .exactly(1))
        let segment = try #require(disk.contents["log/00000001.log"])
        let torn = SimulatedFileSystem(folder: "log", ["log/00000001.log": segment + [1, 2, 3]])
        _ = try FileLog(simulated: torn)
        return (segment, try #require(torn.contents["log/00000001.torn-\(segment.count)"]))
    }

    @Test("The tables of the page read a log to its last byte, and its listing has every byte")
    func listing() throws {
        let text = try String(contentsOf: Self.path, encoding: .utf8)
        let parts = text.components(separatedBy: "```\n")
        try #require(parts.count == 3)
        let (segment, torn) = try example()
        var log = FormatReading(segment, by: text)
        try log.read("segment header", as: "header")
        while !log.isAtEnd { try log.read("block", as: "block") }
        var remainder = FormatReading(torn, by: text)
        try remainder.read("torn bytes", as: "torn")
        try remainder.readPrimitive("3 raw", as: "the bytes")
        #expect(remainder.isAtEnd)
        let listing = log.lines + [""] + remainder.lines
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            let page = parts[0] + "```\n" + listing.map { $0 + "\n" }.joined() + "```\n" + parts[2]
            try page.write(to: Self.path, atomically: true, encoding: .utf8)
        } else {
            let recorded = parts[1].split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            #expect(
                recorded == listing,
                "the format has changed: `RECORD_SNAPSHOTS=1 swift test --filter LogFormatTests` records it anew")
        }
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
