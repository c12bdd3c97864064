import CFlatTable
import Keyway

/// The packed table, made of a table's stored bytes, on events as a log keeps them: each is packed when it comes.
struct Interpreted: Contestant {
    let name = "events of a log, stored table"
    private let flow: PhoneVerification
    private let beginning: PackedRun
    private var events: [(raw: RawEvent, logged: Event)] = []
    private var runs: [PackedRun] = []

    init(_ flow: PhoneVerification) throws {
        self.flow = flow
        beginning = try flow.packedBeginning()
    }

    mutating func begin(with events: [RawEvent]) {
        runs = Array(repeating: beginning, count: Workload.batch)
        self.events = events.map { ($0, flow.arriving($0)) }
    }

    mutating func reduce(_ checksum: UInt64) -> UInt64 {
        var checksum = checksum
        let packed = flow.packed
        packed.reduce(events, into: &runs) { arriving in
            packed.pack(arriving.logged).map {
                PackedArrival(
                    $0, to: Int(arriving.raw.run), at: Instant(milliseconds: Int64(arriving.raw.time)))
            }
        } tell: { _, step in
            guard let step else { return }
            checksum = mixed(checksum, step.disposition, state: step.state, effects: step.effects)
        }
        return checksum
    }

    func checksumOfRuns() -> UInt64 { flow.checksum(of: runs) }
}
