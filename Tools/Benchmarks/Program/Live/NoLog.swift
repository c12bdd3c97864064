import KeywayCore
import KeywayLog

/// A log that accepts every append and keeps nothing, so that only the runs' own memory is measured.
struct NoLog: EventLog {
    let durability = Durability.memory
    let salt: UInt64 = 1
    let epoch: UInt32 = 1
    let isOverloaded = false

    func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) -> Receipt { .durable }
    func records(of run: RunID, from first: UInt64, limit: Int) -> [Record] { [] }
    func openRuns(after run: RunID?, limit: Int) -> [OpenRun] { [] }
    func runs(of reference: String, after run: RunID?, limit: Int) -> [RunID] { [] }
    func close() {}
}
