import FlowFixtures
import Keyway
import KeywayLog
import KeywayOrchestrator

/// A log that tells what was asked of it, and that can refuse.
final class WitnessedLog: EventLog {
    private struct State {
        var appends = 0
        var refused: Int?
    }

    private let log: any EventLog
    private let state: Lock<State>

    /// Refuses the append of this number, counted from 0, and none after it.
    init(_ log: any EventLog = MemoryLog(), refusing refused: Int? = nil) {
        self.log = log
        state = Lock(State(refused: refused))
    }

    var durability: Durability { log.durability }
    var runs: [RunID] { log.runs }
    /// How many appends were asked for, refused ones included.
    var appends: Int { state.withLock { $0.appends } }

    func records(of run: RunID) throws(LogError) -> [Record] { try log.records(of: run) }

    func append(_ records: [Record], to run: RunID, expecting version: ExpectedVersion) throws(LogError) {
        let isRefused = state.withLock { state in
            defer { state.appends += 1 }
            return state.refused == state.appends
        }
        if isRefused { throw .closed(path: "witness") }
        try log.append(records, to: run, expecting: version)
    }
}

/// Performs nothing, and notes for each order whether its record stood in the log at that moment.
final class WitnessingPerformer {
    private let log: any EventLog
    private(set) var orders: [EffectOrder] = []
    private(set) var foundDurable: [Bool] = []

    init(log: any EventLog) {
        self.log = log
    }

    func perform(_ orders: [EffectOrder]) {
        let records = (try? log.records(of: DrivenRun.id)) ?? []
        self.orders += orders
        foundDurable += orders.map { records.last?.sequence == $0.id.sequence }
    }
}
