import KeywayCore
import KeywayLog
import Testing

@Suite("Records as bytes")
struct RecordCodingTests {
    private static let run = RunID(high: 1, low: 2)
    private static let values: [Value?] = [
        nil, .bool(false), .bool(true), .integer(.min), .duration(30_000), .text("PENDING"), .enumCase(1), .set(.max),
        .withheld,
    ]
    private static let beginning = Beginning(
        version: FlowVersion(table: [1, 2], annotations: [3]), reference: "order-17", kind: .shadow, salt: .max,
        outcome: Outcome(state: 1, context: values))
    private static let causes: [Cause] = [
        .asked, .heard, .retained, .replied, .failed, .refused, .interrupted, .timer, .limit, .granted, .restored,
        .owed(by: .max), .overrun, .valueGone,
    ]

    private static func event(_ cause: Cause, isFull: Bool = true) -> EventRecord {
        EventRecord(
            event: 3, cause: cause, stamp: .stale, answers: isFull ? EffectOrder.ID(sequence: 300, index: 2) : nil,
            fields: values, sealed: isFull ? [0, 0xFF, 7] : nil, inputID: isFull ? "send-1" : nil,
            unread: isFull ? RawValue.Unread(name: "X", status: -9106, shape: ["a: text"]) : nil, row: isFull ? 7 : nil,
            disposition: .unrecognised, omittedSteps: 12, outcome: Outcome(state: 2, context: [.set(5)]))
    }

    /// Contents of each kind; an event with and without its optional parts.
    private static let contents: [Record.Content] =
        [.began(beginning), .event(event(.asked, isFull: false))] + causes.map { .event(event($0)) }
        + [.legBegan(LegBeginning(owedBy: 9, parent: 1, child: 3, outcome: Outcome(state: 0, context: [])))]
        + Closing.allCases.map { .closed(EffectOrder.ID(sequence: 5, index: 1), $0) }
        + [
            .resumed(Resumption(epoch: .max, wallTime: Instant(milliseconds: -5), salt: 1)),
            .commandBeforeLeg(CommandBeforeLeg(leg: "a.b", command: 4, fields: values, commandID: "c")),
            .takenOver([]),
            .takenOver([EffectOrder.ID(sequence: 5, index: 1), EffectOrder.ID(sequence: 300, index: 0)]),
        ] + [.succeeded, .failed(), .failed("timeout"), .cancelled].map { .appEnded($0) }

    private static let records = contents.map {
        Record(run: run, leg: 3, sequence: 700, time: Instant(milliseconds: -1), content: $0)
    }

    @Test("Each kind of record is read as it was written, and no shorter bytes are one", arguments: records.indices)
    func roundTrip(place: Int) throws {
        let record = Self.records[place]
        let bytes = record.codedBytes
        #expect(try Record(codedBytes: bytes, of: Self.run, following: Self.beginning) == record)
        for count in 0..<bytes.count {
            #expect(throws: ByteError.self) {
                try Record(codedBytes: Array(bytes.prefix(count)), of: Self.run, following: Self.beginning)
            }
        }
    }

    @Test("Different records have different bytes")
    func distinct() {
        #expect(Set(Self.records.map(\.codedBytes)).count == Self.records.count)
    }

    @Test("A kind of record that is not known is refused, never skipped", arguments: records.indices)
    func unknownTags(place: Int) throws {
        let bytes = Self.records[place].codedBytes
        // Leg 3, sequence 700 in two bytes, time -1: the kind is the fifth.
        for kind: UInt8 in 9...255 {
            var bytes = bytes
            bytes[4] = kind
            #expect(throws: ByteError.unknownTag(kind, position: 4)) {
                try Record(codedBytes: bytes, of: Self.run, following: nil)
            }
        }
    }

    @Test("Unknown causes and values are refused")
    func unknownCausesAndValues() throws {
        let plain = Record(
            run: Self.run, sequence: 1, time: Instant(milliseconds: 0),
            content: .event(Self.event(.asked, isFull: false)))
        let bytes = plain.codedBytes
        // Leg, sequence, time, kind, event: the cause is the sixth byte. Stamp, answers, count: the first value the tenth.
        for tag: UInt8 in 14...255 {
            var bytes = bytes
            bytes[5] = tag
            #expect(throws: ByteError.unknownTag(tag, position: 5)) {
                try Record(codedBytes: bytes, of: Self.run, following: nil)
            }
        }
        for tag: UInt8 in 9...255 {
            var bytes = bytes
            bytes[9] = tag
            #expect(throws: ByteError.unknownTag(tag, position: 9)) {
                try Record(codedBytes: bytes, of: Self.run, following: nil)
            }
        }
    }

    @Test("No bytes whatever trap whoever reads them", arguments: records.indices)
    func hostileBytes(place: Int) {
        let bytes = Self.records[place].codedBytes
        for index in bytes.indices {
            for byte: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = bytes
                bytes[index] = byte
                _ = try? Record(codedBytes: bytes, of: Self.run, following: nil)
            }
        }
    }
}
