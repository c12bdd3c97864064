import Keyway
import KeywayLog

/// A log that lets a test do something just before a record is appended.
final class HookedLog: EventLog {
    private let memory = MemoryLog()
    private let hook = Lock<(@Sendable () -> Void)?>(nil)

    var durability: Durability { .memory }
    var runs: [RunID] { memory.runs }

    /// Does this once, before the next append.
    func beforeNextAppend(_ body: @escaping @Sendable () -> Void) { hook.withLock { $0 = body } }

    func records(of run: RunID) -> [Record] { memory.records(of: run) }

    func append(_ records: [Record], to run: RunID, expecting version: ExpectedVersion) throws(LogError) {
        let body = hook.withLock { hook in
            defer { hook = nil }
            return hook
        }
        body?()
        try memory.append(records, to: run, expecting: version)
    }
}
