import Keyway
import KeywayLog

/// A log in memory that refuses appends, fails flushes or stalls when it is told to.
///
/// As a log of files it has a thread of its own, on which it tells, so that a run meets with it what it meets with a disk.
final class WitnessedLog: EventLog {
    private typealias Told = @Sendable (LogError?) -> Void

    private struct State {
        var appends = 0
        var refused: Int?
        var failing: Int?
        var isStalled = false
        var stalled: [(append: Append, told: Told)] = []
        var fault: StorageFault?
        var isOverloaded = false
    }

    static let fault = StorageFault(attempt: "flush", subject: "witness", number: 5, reason: "a test says so")

    private let memory: any EventLog
    private let state: Lock<State>
    private let thread: SerialThread<@Sendable () -> Void>

    /// - Parameters:
    ///   - refused: the append of this number, counted from 0, is refused, and none after it.
    ///   - failing: the append of this number is taken and cannot be made durable, nor any after it.
    init(_ log: any EventLog = MemoryLog(), refusing refused: Int? = nil, failing: Int? = nil) {
        memory = log
        state = Lock(State(refused: refused, failing: failing))
        thread = SerialThread { $0() }
    }

    var durability: Durability { memory.durability }
    var salt: UInt64 { memory.salt }
    var isOverloaded: Bool { state.withLock { $0.isOverloaded } }
    /// How many appends were asked for, refused ones included.
    var appends: Int { state.withLock { $0.appends } }
    /// How many appends are taken and not durable while the log is stalled.
    var waiting: Int { state.withLock { $0.stalled.count } }

    /// Says that commands are to be refused, or not.
    func overload(_ isOverloaded: Bool) { state.withLock { $0.isOverloaded = isOverloaded } }

    /// Takes appends and makes none durable until `flow` is called.
    func stall() { state.withLock { $0.isStalled = true } }

    /// Makes durable what was taken while the log was stalled.
    func flow() {
        let stalled = state.withLock { state in
            defer { (state.stalled, state.isStalled) = ([], false) }
            return state.stalled
        }
        for (append, told) in stalled { thread.enqueue { self.write(append, told) } }
    }

    func append(_ append: Append, told: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
        let (fault, isStalled) = state.withLock { state -> (StorageFault?, Bool) in
            defer { state.appends += 1 }
            if state.appends == state.refused { return (Self.fault, false) }
            if state.appends == state.failing { state.fault = Self.fault }
            if state.isStalled { state.stalled.append((append, told)) }
            return (nil, state.isStalled)
        }
        if let fault { throw .storage(fault) }
        if !isStalled { thread.enqueue { self.write(append, told) } }
        return .pending
    }

    private func write(_ append: Append, _ told: @escaping Told) {
        if let fault = state.withLock({ $0.fault }) { return told(.inDoubt(fault)) }
        do throws(LogError) {
            if try memory.append(append, told: told) == .durable { told(nil) }
        } catch {
            told(error)
        }
    }

    func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        try await memory.records(of: run, from: first, limit: limit)
    }

    func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        try await memory.openRuns(after: run, limit: limit)
    }

    func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        try await memory.runs(of: reference, after: run, limit: limit)
    }

    func close() async throws(LogError) { try await memory.close() }
}
