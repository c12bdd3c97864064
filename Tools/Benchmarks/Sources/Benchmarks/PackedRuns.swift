import CFlatTable
import Keyway

/// The packed table on packed runs, all at once: what recordings and many live runs are taken through.
struct PackedRuns: Contestant {
    let name = "packed table"
    private let flow: PhoneVerification
    private let beginning: PackedRun
    private let codes: [UInt64]
    private var events: [RawEvent] = []
    private var runs: [PackedRun] = []

    init(_ flow: PhoneVerification) throws {
        self.flow = flow
        beginning = try flow.packedBeginning()
        codes = flow.fields.enumerated().map { flow.packed.codes(of: $0.element, in: $0.offset) ?? 0 }
    }

    mutating func begin(with events: [RawEvent]) {
        runs = Array(repeating: beginning, count: Workload.batch)
        self.events = events
    }

    mutating func reduce(_ checksum: UInt64) -> UInt64 {
        var checksum = checksum
        let codes = codes
        flow.packed.reduce(events, into: &runs) { raw in
            let event = PackedEvent(
                Int(raw.event), fields: codes[Int(raw.event)], answers: OrderID(packed: raw.answers))
            return PackedArrival(event, to: Int(raw.run), at: Instant(milliseconds: Int64(raw.time)))
        } tell: { _, step in
            // What is left to the table would be missing in the sum.
            guard let step else { return }
            checksum = mixed(checksum, step.disposition, state: step.state, effects: step.effects)
        }
        return checksum
    }

    func checksumOfRuns() -> UInt64 { flow.checksum(of: runs) }
}

extension PhoneVerification {
    func packedBeginning() throws -> PackedRun {
        let start = Instant(milliseconds: 0)
        guard let run = packed.pack(table.begin(at: start).run, at: start) else {
            throw BenchmarkError.flowDoesNotFit("packing")
        }
        return run
    }

    func checksum(of runs: [PackedRun]) -> UInt64 {
        runs.reduce(0) { $0 &+ FlatRun(packed.unpack($1), sequence: $1.nextSequence - 1, of: self).checksum }
    }
}
