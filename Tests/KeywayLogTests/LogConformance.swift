import Keyway
import KeywayLog
import Testing

/// What every log is: each test runs on all of them.
@Suite("Every log")
struct LogConformance {
    enum Kind: String, CaseIterable, Sendable {
        case memory
        case file
        case fileOfSmallSegments
        case reopenedFile
    }

    /// A log that may be opened anew between two calls.
    struct Subject {
        let kind: Kind
        let disk = SimulatedFileSystem()
        private var log: any EventLog

        init(_ kind: Kind) throws {
            self.kind = kind
            log = kind == .memory ? MemoryLog() : try Self.open(kind, disk)
        }

        private static func open(_ kind: Kind, _ disk: SimulatedFileSystem) throws -> FileLog {
            try FileLog(simulated: disk, segmentSize: kind == .fileOfSmallSegments ? 300 : FileLog.defaultSegmentSize)
        }

        mutating func current() throws -> any EventLog {
            guard kind == .reopenedFile, let file = log as? FileLog else { return log }
            file.close()
            log = try Self.open(kind, disk)
            return log
        }

        mutating func append(_ records: [Record], to run: RunID, expecting version: ExpectedVersion) throws {
            try current().append(records, to: run, expecting: version)
        }
    }

    let story = Story(1, reference: "order-17")

    @Test("What was appended is read again, in its order and field for field", arguments: Kind.allCases)
    func reading(kind: Kind) throws {
        var log = try Subject(kind)
        let other = Story(2)
        try log.append([story.began()], to: story.run, expecting: .noStream)
        try log.append(other.records(3), to: other.run, expecting: .exactly(0))
        try log.append([story.event(1), story.event(2)], to: story.run, expecting: .exactly(1))
        for sequence: UInt64 in 3..<8 {
            try log.append([story.event(sequence)], to: story.run, expecting: .exists)
        }
        #expect(try log.current().records(of: story.run) == story.records(8))
        #expect(try log.current().records(of: other.run) == other.records(3))
        #expect(try log.current().runs == [story.run, other.run])
        #expect(try log.current().records(of: Story(3).run) == [])
    }

    @Test("A repetition returns as the first append did and writes nothing", arguments: Kind.allCases)
    func repetition(kind: Kind) throws {
        var log = try Subject(kind)
        for _ in 0..<2 { try log.append(story.records(3), to: story.run, expecting: .noStream) }
        for _ in 0..<2 { try log.append([story.event(3), story.event(4)], to: story.run, expecting: .exactly(3)) }
        try log.append([story.event(4)], to: story.run, expecting: .exactly(4))
        try log.append([story.event(1), story.event(2)], to: story.run, expecting: .exists)
        #expect(try log.current().records(of: story.run) == story.records(5))
        #expect(try log.current().runs == [story.run])
    }

    @Test("Something else at a version that is taken is a conflict and appends nothing", arguments: Kind.allCases)
    func conflicts(kind: Kind) throws {
        var log = try Subject(kind)
        try log.append(story.records(3), to: story.run, expecting: .noStream)
        let attempts: [([Record], ExpectedVersion)] = [
            // The first of several exists, with something else.
            ([story.event(2, event: 9), story.event(3)], .exactly(2)),
            // The first exists as it is, and the second does not exist.
            ([story.event(2), story.event(3)], .exactly(2)),
            ([story.event(2, at: 2_001)], .exactly(2)),
            ([story.began(annotations: [1])], .noStream),
            ([story.event(4)], .exactly(4)),
            ([story.event(9)], .exists),
        ]
        for (records, version) in attempts {
            #expect(throws: LogError.conflict(run: story.run, expected: version, actual: 3)) {
                try log.append(records, to: story.run, expecting: version)
            }
        }
        #expect(try log.current().records(of: story.run) == story.records(3))
    }

    @Test("A stream that is absent begins nowhere but at its beginning", arguments: Kind.allCases)
    func absentStream(kind: Kind) throws {
        var log = try Subject(kind)
        #expect(throws: LogError.conflict(run: story.run, expected: .exactly(3), actual: nil)) {
            try log.append([story.event(3)], to: story.run, expecting: .exactly(3))
        }
        #expect(throws: LogError.conflict(run: story.run, expected: .exists, actual: nil)) {
            try log.append([story.began()], to: story.run, expecting: .exists)
        }
        #expect(throws: LogError.invalid(run: story.run, .sequence(found: 3, expected: 0))) {
            try log.append([story.event(3)], to: story.run, expecting: .noStream)
        }
        var nameless = story.event(1)
        nameless.sequence = 0
        #expect(throws: LogError.invalid(run: story.run, .notBegun(sequence: 0))) {
            try log.append([nameless], to: story.run, expecting: .noStream)
        }
        #expect(try log.current().runs.isEmpty)
    }

    @Test("Records that are no history are refused whole", arguments: Kind.allCases)
    func invalidRecords(kind: Kind) throws {
        var log = try Subject(kind)
        try log.append(story.records(2), to: story.run, expecting: .noStream)
        var second = story.began(at: 1_000)
        second.sequence = 2
        let attempts: [([Record], RecordFault)] = [
            ([], .noRecords),
            ([Story(2).event(2)], .otherRun(Story(2).run)),
            ([story.event(2), Story(2).event(3)], .otherRun(Story(2).run)),
            ([story.event(2), story.event(4)], .sequence(found: 4, expected: 3)),
            ([story.event(2), story.event(2)], .sequence(found: 2, expected: 3)),
            ([second], .begunAgain(sequence: 2)),
            (
                [story.event(2, at: 999)],
                .earlier(sequence: 2, time: Instant(milliseconds: 999), than: Instant(milliseconds: 1_000))
            ),
            (
                [story.event(2), story.event(3, at: 1_999)],
                .earlier(sequence: 3, time: Instant(milliseconds: 1_999), than: Instant(milliseconds: 2_000))
            ),
        ]
        for (records, fault) in attempts {
            #expect(throws: LogError.invalid(run: story.run, fault)) {
                try log.append(records, to: story.run, expecting: .exactly(2))
            }
        }
        #expect(try log.current().records(of: story.run) == story.records(2))
        // A record at the very time of the one before it is fine.
        try log.append([story.event(2, at: 1_000)], to: story.run, expecting: .exactly(2))
    }

    @Test("Runs of one table, and of one with other annotations, have each their own again", arguments: Kind.allCases)
    func tables(kind: Kind) throws {
        var log = try Subject(kind)
        let beginnings = [
            Story(1).began(), Story(2).began(), Story(3).began(annotations: [9]), Story(4).began(table: [1, 2]),
            Story(5).began(annotations: [9]),
        ]
        for beginning in beginnings { try log.append([beginning], to: beginning.run, expecting: .noStream) }
        for beginning in beginnings { #expect(try log.current().records(of: beginning.run) == [beginning]) }
    }
}
