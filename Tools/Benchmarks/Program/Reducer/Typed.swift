import CFlatTable
import KeywayCore
import KeywayPacked

/// An event in the flow's own type, as an app has it; `raw` says to which run and when it comes, and what it answers.
struct TypedEvent {
    var event: PhoneVerification.Event
    var raw: RawEvent
}

/// The generated flow on packed runs, with typed events and typed steps.
struct Typed: Contestant {
    let name = "packed flow, typed events"
    private let subject: Subject
    private var events: [TypedEvent] = []
    private var runs: PackedRuns

    init(_ subject: Subject) {
        self.subject = subject
        runs = subject.packedRuns()
    }

    mutating func begin(with events: [RawEvent]) {
        runs = subject.packedRuns()
        self.events = subject.typed(events)
    }

    mutating func reduce(_ checksum: UInt64) -> UInt64 {
        var checksum = checksum
        subject.flow.reduce(events, into: &runs) { arriving in
            arriving.event.packed.map {
                PackedArrival(
                    $0.answering(identity: arriving.raw.answers), to: Int(arriving.raw.run),
                    at: Instant(milliseconds: Int64(arriving.raw.time)))
            }
        } tell: { _, step in
            guard let step, let state = step.state else { return }
            checksum = mixed(
                checksum, step.disposition, state: Int(state.rawValue), effects: UInt64(step.effects.rawValue))
        }
        return checksum
    }

    func checksumOfRuns() -> UInt64 { subject.checksum(of: runs) }
}

extension Subject {
    /// The workload's events in the flow's own type; the type's values are those of the property `typed`.
    func typed(_ events: [RawEvent]) -> [TypedEvent] {
        events.map { TypedEvent(event: typed[Int($0.event)], raw: $0) }
    }
}
