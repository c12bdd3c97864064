import KeywayCore
import KeywayLog

/// A log in memory that holds all appends back until a test calls `release`; after that appends go through at once.
final class HeldLog: EventLog {
    private typealias Held = (append: Append, report: @Sendable (LogError?) -> Void)

    private let memory = MemoryLog()
    /// The appends that are held back; nil once appends go through at once.
    private let held = Lock<[Held]?>([])
    private let arrivals = AsyncStream.makeStream(of: Void.self)

    var durability: Durability { memory.durability }
    var salt: UInt64 { memory.salt }
    var epoch: UInt32 { memory.epoch }
    var isOverloaded: Bool { memory.isOverloaded }

    /// Returns once the log holds back another append.
    func holdsNext() async { for await _ in arrivals.stream { return } }

    /// Makes durable what is held back, or reports with the error that it cannot become durable; holds nothing back any more.
    func release(failing error: LogError? = nil) {
        let all = held.withLock { held in
            let all = held ?? []
            if error == nil { for (append, _) in all { _ = try? memory.append(append) { _ in } } }
            held = nil
            return all
        }
        for (_, report) in all { report(error) }
    }

    func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
        let isHeld = held.withLock { held in
            held?.append((append, report))
            return held != nil
        }
        if !isHeld { return try memory.append(append, report: report) }
        arrivals.continuation.yield()
        return .pending
    }

    func records(of run: RunID, from first: UInt64, limit: Int) async throws(LogError) -> [Record] {
        memory.records(of: run, from: first, limit: limit)
    }

    func openRuns(after run: RunID?, limit: Int) async throws(LogError) -> [OpenRun] {
        memory.openRuns(after: run, limit: limit)
    }

    func runs(of reference: String, after run: RunID?, limit: Int) async throws(LogError) -> [RunID] {
        memory.runs(of: reference, after: run, limit: limit)
    }

    func close() async throws(LogError) { memory.close() }
}
