import KeywayCore
import KeywayLog

/// Records that a run might have.
struct Story: Sendable {
    static let version = FlowVersion(
        table: Array("a table in canonical form".utf8), annotations: Array("what it is about".utf8))

    var run: RunID
    var reference: String?

    init(_ number: UInt64, reference: String? = nil) {
        run = RunID(high: 0x0123_4567_89AB_CDEF, low: number)
        self.reference = reference
    }

    func began(_ version: FlowVersion = Story.version, at time: Int64 = 0) -> Record {
        Record(
            run: run, sequence: 0, time: Instant(milliseconds: time),
            content: .began(
                Beginning(
                    version: version, reference: reference, salt: 7,
                    outcome: Outcome(state: 0, context: [nil, .bool(false)]))))
    }

    /// A record of an event. What is not given follows from the sequence, so that records differ.
    func event(_ sequence: UInt64, event: Int = 1, at time: Int64? = nil, text: String = "PENDING") -> Record {
        Record(
            run: run, leg: UInt32(sequence % 3), sequence: sequence,
            time: Instant(milliseconds: time ?? Int64(sequence) * 1_000),
            content: .event(
                EventRecord(
                    event: event, cause: sequence % 2 == 0 ? .replied : .heard,
                    stamp: sequence % 2 == 0 ? .current : .unknown,
                    answers: sequence % 2 == 0 ? EffectOrder.ID(sequence: sequence - 1, index: 0) : nil,
                    fields: [.withheld, .integer(-7170), nil, .text(text)],
                    inputID: sequence == 3 ? "send-3" : nil,
                    unread: sequence == 4
                        ? RawValue.Unread(name: "X", status: 9106, shape: ["a: text", "b: null"]) : nil,
                    row: sequence == 4 ? nil : 7, disposition: sequence == 4 ? .unrecognised : .taken,
                    omittedSteps: sequence == 5 ? 12 : 0,
                    outcome: Outcome(state: 2, context: [.enumCase(1), .set(5), .duration(30_000)]))))
    }

    func record(_ sequence: UInt64) -> Record { sequence == 0 ? began() : event(sequence) }

    func records(_ count: UInt64) -> [Record] { (0..<count).map(record) }

    func append(_ records: [Record], _ standing: Standing = .open(neededRecords: []), isLazy: Bool = false) -> Append {
        Append(run: run, records: records, standing: standing, isLazy: isLazy)
    }
}
