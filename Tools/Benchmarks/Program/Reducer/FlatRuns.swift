import CFlatTable
import KeywayCore

/// What no contestant is expected to beat: a table in C, filled by asking the reducer about every cell and combination of guards.
struct FlatRuns: Contestant {
    let name = "C flat table"
    private var table: FlatTable
    private let beginning: FlatRun
    private var runs: [FlatRun] = []
    private var events: [RawEvent] = []

    init(_ subject: Subject) throws {
        table = try FlatTable(of: subject)
        beginning = FlatRun(subject.table.begin(at: Instant(milliseconds: 0)).run, sequence: 0, of: subject)
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
    init(_ run: RunState, sequence: UInt64, of subject: Subject) {
        self.init()
        state = UInt8(run.state)
        counters = (subject.counter(0, of: run), subject.counter(1, of: run))
        attempt = UInt8(run.attempt)
        self.sequence = UInt32(sequence)
        for (turn, armed) in run.timers.enumerated() {
            begin(
                flat_effects + armed.timer, until: UInt32(armed.deadline.milliseconds), as: UInt32(turn))
        }
        for open in run.openEffects {
            begin(open.effect, until: UInt32(open.limit.milliseconds), as: open.order.identity)
        }
    }

    /// Puts an order or a timer into a slot.
    ///
    /// - Parameters:
    ///   - end: when the reply is due or the timer fires, in milliseconds.
    ///   - origin: the order's identity; for a timer a number that grows in the order in which timers were set.
    mutating func begin(_ slot: Int, until end: UInt32, as origin: UInt32) {
        alive |= 1 << UInt8(slot)
        withUnsafeMutableBytes(of: &ends) { $0.bindMemory(to: UInt32.self)[slot] = end }
        withUnsafeMutableBytes(of: &origins) { $0.bindMemory(to: UInt32.self)[slot] = origin }
    }

    /// A checksum, by FNV-1a over whole words, of the state, the counters, the open orders, and the timers in the order of setting.
    var checksum: UInt64 {
        let ends = withUnsafeBytes(of: ends) { Array($0.bindMemory(to: UInt32.self)) }
        let origins = withUnsafeBytes(of: origins) { Array($0.bindMemory(to: UInt32.self)) }
        let alive = (0..<flat_effects + flat_timers).filter { self.alive >> UInt8($0) & 1 == 1 }
        let orders = alive.filter { $0 < flat_effects }.flatMap { [UInt64($0), UInt64(origins[$0])] }
        let timers = alive.filter { $0 >= flat_effects }.sorted { origins[$0] < origins[$1] }.map { UInt64($0) }
        let words = [UInt64(state), UInt64(counters.0), UInt64(counters.1), UInt64(attempt), UInt64(sequence)]
        return (words + alive.map { UInt64(ends[$0]) } + orders + timers).reduce(14_695_981_039_346_656_037) {
            ($0 ^ $1) &* 1_099_511_628_211
        }
    }
}

extension Subject {
    /// The value of a counter in a run, by the counter's place in `counters`.
    func counter(_ counter: Int, of run: RunState) -> UInt8 {
        if case .integer(let count)? = run.values[counters[counter]] { UInt8(count) } else { 0 }
    }
}
