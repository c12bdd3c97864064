import CFlatTable
import Keyway

/// The limit: a table in C that was filled by asking the reducer about every cell and guard.
struct FlatRuns: Contestant {
    let name = "C flat table"
    private var table: FlatTable
    private let beginning: FlatRun
    private var runs: [FlatRun] = []
    private var events: [RawEvent] = []

    init(_ flow: PhoneVerification) throws {
        table = try FlatTable(of: flow)
        beginning = FlatRun(flow.table.begin(at: Instant(milliseconds: 0)).run, sequence: 0, of: flow)
    }

    mutating func begin(with events: [RawEvent]) {
        runs = Array(repeating: beginning, count: Workload.batch)
        self.events = events
    }

    mutating func reduce(_ checksum: UInt64) -> UInt64 {
        flat_reduce(table.entries, &table.constants, &runs, events, UInt64(events.count), checksum)
    }

    func checksumOfRuns() -> UInt64 { runs.reduce(0) { $0 &+ $1.checksum } }
}

extension FlatRun {
    /// The run as the C table keeps it.
    init(_ run: RunState, sequence: UInt64, of flow: PhoneVerification) {
        self.init()
        state = UInt8(run.state)
        counters = (flow.counter(0, of: run), flow.counter(1, of: run))
        deadlines = (run.deadline(of: 0), run.deadline(of: 1), run.deadline(of: 2))
        turns = (run.turn(of: 0), run.turn(of: 1), run.turn(of: 2))
        settings = UInt8(run.timers.count)
        open = (run.order(of: 0), run.order(of: 1))
        limits = (run.limit(of: 0), run.limit(of: 1))
        attempt = UInt8(run.attempt)
        self.sequence = UInt32(sequence)
    }

    /// The armed timers in the order of setting, and all else that steers and times.
    var checksum: UInt64 {
        let words: [UInt64] = [
            UInt64(state), UInt64(counters.0), UInt64(counters.1), UInt64(attempt), UInt64(sequence),
            UInt64(deadlines.0), UInt64(deadlines.1), UInt64(deadlines.2), UInt64(open.0), UInt64(open.1),
            open.0 == .max ? 0 : UInt64(limits.0), open.1 == .max ? 0 : UInt64(limits.1),
        ]
        let timers = [(deadlines.0, turns.0), (deadlines.1, turns.1), (deadlines.2, turns.2)].enumerated()
        let order = timers.filter { $0.element.0 != 0 }.sorted { $0.element.1 < $1.element.1 }.map {
            UInt64($0.offset)
        }
        return (words + order).reduce(14_695_981_039_346_656_037) { ($0 ^ $1) &* 1_099_511_628_211 }
    }
}

extension PhoneVerification {
    func counter(_ counter: Int, of run: RunState) -> UInt8 {
        if case .integer(let count)? = run.values[counters[counter]] { UInt8(count) } else { 0 }
    }
}

extension RunState {
    fileprivate func deadline(of timer: Int) -> UInt32 {
        timers.first { $0.timer == timer }.map { UInt32($0.deadline.milliseconds) } ?? 0
    }

    fileprivate func turn(of timer: Int) -> UInt8 {
        UInt8(timers.firstIndex { $0.timer == timer } ?? 0)
    }

    fileprivate func limit(of effect: Int) -> UInt32 {
        openEffects.first { $0.effect == effect }.map { UInt32($0.limit.milliseconds) } ?? 0
    }

    fileprivate func order(of effect: Int) -> UInt32 {
        openEffects.first { $0.effect == effect }?.order.packed ?? .max
    }
}
