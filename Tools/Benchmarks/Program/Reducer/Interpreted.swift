import CFlatTable
import KeywayCore
import KeywayPacked

/// Packed runs without generated code: the table is made of its stored bytes, and events come as a log keeps them.
///
/// Each event is packed when its turn comes, which is timed with the rest.
struct Interpreted: Contestant {
    let name = "stored table, events of a log"
    private let subject: Subject
    private var events: [(raw: RawEvent, logged: Event)] = []
    private var runs: PackedRuns

    init(_ subject: Subject) {
        self.subject = subject
        runs = subject.packedRuns()
    }

    mutating func begin(with events: [RawEvent]) {
        runs = subject.packedRuns()
        self.events = events.map { ($0, subject.arriving($0)) }
    }

    mutating func reduce(_ checksum: UInt64) -> UInt64 {
        var checksum = checksum
        let packed = subject.packed
        packed.reduce(events, into: &runs) { arriving in
            packed.pack(arriving.logged).map {
                PackedArrival(
                    $0, to: Int(arriving.raw.run), at: Instant(milliseconds: Int64(arriving.raw.time)))
            }
        } tell: { _, step in
            guard let step else { return }
            checksum = mixed(checksum, step.disposition, state: step.state, effects: UInt64(step.effects))
        }
        return checksum
    }

    func checksumOfRuns() -> UInt64 { subject.checksum(of: runs) }
}
