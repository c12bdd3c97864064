import CFlatTable
import Keyway

/// The hand-written switch on the same events.
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

extension FlatRun {
    fileprivate init(_ run: SwitchedRun) {
        self.init()
        state = run.state.rawValue
        counters = (run.sends, run.tries)
        deadlines = (run.session.deadline, run.life.deadline, run.lapse.deadline)
        turns = (run.session.turn, run.life.turn, run.lapse.turn)
        settings = run.settings
        open = (run.send.order, run.check.order)
        limits = (run.send.limit, run.check.limit)
        attempt = run.attempt
        sequence = run.sequence
    }
}
