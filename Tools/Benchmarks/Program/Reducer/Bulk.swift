import CFlatTable
import KeywayCore
import KeywayPacked

/// The generated flow on packed runs, which keep many runs in little memory; events come as positions, as in recordings.
struct Bulk: Contestant {
    let name = "packed flow, generated guards"
    private let subject: Subject
    /// The fields of each event, packed into a number.
    private let codes: [UInt64]
    private var events: [RawEvent] = []
    private var runs: PackedRuns

    init(_ subject: Subject) {
        self.subject = subject
        runs = subject.packedRuns()
        codes = subject.fields.enumerated().map { subject.packed.codes(of: $0.element, in: $0.offset) ?? 0 }
    }

    mutating func begin(with events: [RawEvent]) {
        runs = subject.packedRuns()
        self.events = events
    }

    mutating func reduce(_ checksum: UInt64) -> UInt64 {
        var checksum = checksum
        codes.withUnsafeBufferPointer { codes in
            subject.flow.reduce(events, into: &runs) { raw in
                let event = PackedEvent(Int(raw.event), fields: codes[Int(raw.event)], identity: raw.answers)
                return PackedArrival(event, to: Int(raw.run), at: Instant(milliseconds: Int64(raw.time)))
            } tell: { _, step in
                // An event that the packed runs left to the table gives no step; the checksum would then differ, and end the race.
                guard let step = step?.packed else { return }
                checksum = mixed(checksum, step.disposition, state: step.state, effects: UInt64(step.effects))
            }
        }
        return checksum
    }

    func checksumOfRuns() -> UInt64 { subject.checksum(of: runs) }
}

extension Subject {
    /// The checksum of what became of the runs, made as every contestant makes it.
    func checksum(of runs: PackedRuns) -> UInt64 {
        (0..<runs.count).reduce(0) { sum, run in
            guard let state = runs.state(of: run), let sequence = runs.sequence(of: run) else { return sum }
            return sum &+ FlatRun(state, sequence: sequence, of: self).checksum
        }
    }
}
