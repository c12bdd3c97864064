public import Keyway

/// A log that ends with the process: for tests, and for apps that keep nothing.
public final class MemoryLog: EventLog {
    private struct Stream {
        var head: StreamHead
        var records: [Record]
    }

    private struct State {
        var runs: [RunID] = []
        var streams: [RunID: Stream] = [:]
    }

    private let state = Lock(State())

    /// A log of its own, without runs.
    public init() {}

    /// Always `memory`: nothing outlives the value.
    public var durability: Durability { .memory }

    /// The runs in the order in which they began.
    public var runs: [RunID] { state.withLock { $0.runs } }

    /// The records of one run from its beginning; none if the run is not known.
    public func records(of run: RunID) -> [Record] {
        state.withLock { $0.streams[run]?.records ?? [] }
    }

    /// Appends all records or none of them, as `EventLog` promises.
    public func append(_ records: [Record], to run: RunID, expecting version: ExpectedVersion) throws(LogError) {
        try state.withLock { (state) throws(LogError) in
            let stream = state.streams[run]
            let admission = try StreamHead.admission(
                of: records, to: run, expecting: version, head: stream?.head, recorded: { stream?.records ?? [] })
            guard case .appended(let head) = admission else { return }
            if stream == nil { state.runs.append(run) }
            state.streams[run, default: Stream(head: head, records: [])].records += records
            state.streams[run]?.head = head
        }
    }
}
