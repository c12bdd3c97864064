import CFlatTable
import KeywayCore

/// The hand-written switch on the workload's events by their positions, as `Bulk` has them.
struct SwitchedRuns: Contestant {
    let name = "hand-written Swift switch"
    private var events: [RawEvent] = []
    private var runs: [SwitchedRun] = []

    mutating func begin(with events: [RawEvent]) {
        runs = Array(repeating: SwitchedRun(), count: Workload.batch)
        self.events = events
    }

    mutating func reduce(_ checksum: UInt64) -> UInt64 {
        var checksum = checksum
        for raw in events {
            guard let event = SwitchedRun.Event(rawValue: UInt8(truncatingIfNeeded: raw.event)) else { continue }
            let run = Int(raw.run)
            let told = runs[run].reduce(event, answers: raw.answers, at: raw.time)
            checksum = mixed(
                checksum, told.disposition, state: Int(runs[run].state.rawValue), effects: UInt64(told.effects))
        }
        return checksum
    }

    func checksumOfRuns() -> UInt64 { runs.reduce(0) { $0 &+ FlatRun($1).checksum } }
}

/// The hand-written switch on the flow's typed events, as `Typed` has them.
struct TypedSwitchedRuns: Contestant {
    let name = "hand-written switch, typed events"
    private let subject: Subject
    private var events: [TypedEvent] = []
    private var runs: [SwitchedRun] = []

    init(_ subject: Subject) { self.subject = subject }

    mutating func begin(with events: [RawEvent]) {
        runs = Array(repeating: SwitchedRun(), count: Workload.batch)
        self.events = subject.typed(events)
    }

    mutating func reduce(_ checksum: UInt64) -> UInt64 {
        var checksum = checksum
        for arriving in events {
            let run = Int(arriving.raw.run)
            let told = runs[run].reduce(arriving.event, answers: arriving.raw.answers, at: arriving.raw.time)
            checksum = mixed(
                checksum, told.disposition, state: Int(runs[run].state.rawValue), effects: UInt64(told.effects))
        }
        return checksum
    }

    func checksumOfRuns() -> UInt64 { runs.reduce(0) { $0 &+ FlatRun($1).checksum } }
}

extension FlatRun {
    fileprivate init(_ run: SwitchedRun) {
        self.init()
        state = run.state.rawValue
        counters = (run.sends, run.tries)
        attempt = run.attempt
        sequence = run.sequence
        let timers = [run.session, run.life, run.lapse]
        for (timer, armed) in timers.enumerated() where armed.deadline != 0 {
            begin(flat_effects + timer, until: armed.deadline, as: UInt32(armed.turn))
        }
        for (effect, open) in [run.send, run.check].enumerated() where open.order != .max {
            begin(effect, until: open.limit, as: open.order)
        }
    }
}
