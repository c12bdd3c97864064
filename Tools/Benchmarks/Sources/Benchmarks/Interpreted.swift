import CFlatTable
import Keyway

/// The reducer of the library on a table that was read from its stored form.
struct Interpreted: Contestant {
    let name = "interpreted from a stored table"
    let flow: PhoneVerification
    private var runs: [RunState] = []
    private var sequences: [UInt64] = []
    /// One for all: it keeps its room.
    private var step = Step()

    init(_ flow: PhoneVerification) { self.flow = flow }

    mutating func begin() {
        runs = (0..<Workload.batch).map { _ in flow.table.begin(at: Instant(milliseconds: 0)).run }
        sequences = Array(repeating: 0, count: Workload.batch)
    }

    mutating func reduce(_ events: [RawEvent], _ checksum: UInt64) -> UInt64 {
        var checksum = checksum
        for raw in events {
            let run = Int(raw.run)
            sequences[run] += 1
            flow.table.reduce(
                &runs[run], flow.arriving(raw), at: Instant(milliseconds: Int64(raw.time)), sequence: sequences[run],
                into: &step)
            var effects: UInt32 = 0
            for ordered in step.effects { effects |= 1 << UInt32(ordered.effect) }
            checksum = mixed(checksum, row: step.row, step.disposition, state: runs[run].state, effects)
        }
        return checksum
    }

    func checksumOfRuns() -> UInt64 {
        runs.enumerated().reduce(0) { $0 &+ FlatRun($1.element, sequence: sequences[$1.offset], of: flow).checksum }
    }
}
