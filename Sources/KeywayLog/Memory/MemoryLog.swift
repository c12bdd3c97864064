public import KeywayCore

/// A log that ends with the process: for tests, and for apps that keep nothing.
public final class MemoryLog: EventLog {
    /// One run, as the log holds it.
    fileprivate struct Stream {
        let run: RunID
        let reference: String?
        var point = AppendPoint()
        /// The index of the run's last record among the entries of the log; nil before there is one.
        var last: Int?
        var standing = Standing.open(neededRecords: [])
    }

    /// A record, with where the record before it in the same run stands.
    fileprivate struct Entry {
        let record: Record
        /// The index of the run's record before it; nil for the first.
        let previous: Int?
    }

    fileprivate struct State {
        /// Of each run, its index in `streams`.
        var indices: [RunID: Int] = [:]
        var streams: [Stream] = []
        /// The records of all runs, in the order of appending.
        var entries: [Entry] = []
        /// The number of the last opening; a log value of an earlier one appends no more.
        var epoch: UInt32 = 1
        var isClosed = false
    }

    private let state: Lock<State>
    /// A part of the key of each effect; random unless `init(salt:)` gave one.
    public let salt: UInt64
    public let epoch: UInt32

    /// A log of its own, without runs.
    public convenience init() {
        self.init(salt: .random(in: .min ... .max))
    }

    /// A log without runs, in which the keys of effects are always the same, for a test.
    ///
    /// - Parameter salt: a part of the key of each effect; `reopened()` draws another one.
    public init(salt: UInt64) {
        self.salt = salt
        epoch = 1
        state = Lock(State())
    }

    private init(_ state: Lock<State>, epoch: UInt32) {
        self.state = state
        self.epoch = epoch
        salt = .random(in: .min ... .max)
    }

    /// Opens the log again, as another process would. The log value that this is called on writes no more: its appends throw
    /// `LogError.fenced`.
    public func reopened() -> MemoryLog {
        let epoch = state.withLock { state in
            state.epoch += 1
            state.isClosed = false
            return state.epoch
        }
        return MemoryLog(state, epoch: epoch)
    }

    /// Always `memory`: the records end with the process.
    public var durability: Durability { .memory }

    /// Never: what was taken in counts as durable at once.
    public var isOverloaded: Bool { false }

    /// Appends all records or none of them; the receipt is always `durable`.
    ///
    /// - Parameters:
    ///   - append: records of one run; `isLazy` makes no difference.
    ///   - report: is never called.
    /// - Throws: `LogError.conflict`, `invalid`, `fenced` or `closed`.
    public func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
        try state.withLock { (state) throws(LogError) in
            if state.epoch != epoch { throw .fenced }
            if state.isClosed { throw .closed }
            let known = state.indices[append.run]
            let point = try (known.map { state.streams[$0].point } ?? AppendPoint()).admitting(append)
            let place = known ?? state.streams.count
            if known == nil {
                state.indices[append.run] = place
                state.streams.append(Stream(beginning: append))
            }
            state.streams[place].point = point
            for record in append.records {
                state.entries.append(Entry(record: record, previous: state.streams[place].last))
                state.streams[place].last = state.entries.count - 1
            }
            state.streams[place].standing = append.standing
            return .durable
        }
    }

    /// The runs in the order in which they began.
    public var runs: [RunID] { state.withLock { $0.streams.map(\.run) } }

    /// All records of one run; none if the run is not known.
    ///
    /// - Parameter run: the identity by which the log has the run.
    public func records(of run: RunID) -> [Record] {
        records(of: run, from: 0, limit: .max)
    }

    public func records(of run: RunID, from first: UInt64, limit: Int) -> [Record] {
        state.withLock { state in
            guard let place = state.indices[run] else { return [] }
            return state.positions(of: state.streams[place], from: first).prefix(max(0, limit)).map {
                state.entries[$0].record
            }
        }
    }

    public func openRuns(after run: RunID?, limit: Int) -> [OpenRun] {
        state.withLock { state in
            let start = run.map { (state.indices[$0] ?? state.streams.count - 1) + 1 } ?? 0
            return Array(state.streams.dropFirst(start).lazy.compactMap(state.openRun).prefix(max(0, limit)))
        }
    }

    public func runs(of reference: String, after run: RunID?, limit: Int) -> [RunID] {
        state.withLock { state in
            let start = run.map { (state.indices[$0] ?? state.streams.count - 1) + 1 } ?? 0
            let wanted = state.streams.dropFirst(start).lazy.filter { reference.isSameReference(as: $0.reference) }
            return Array(wanted.map(\.run).prefix(max(0, limit)))
        }
    }

    /// Later appends throw `LogError.closed`; what is there can still be read.
    public func close() {
        state.withLock { if $0.epoch == epoch { $0.isClosed = true } }
    }
}

extension MemoryLog.Stream {
    /// An empty stream for the run that the append begins.
    fileprivate init(beginning append: Append) {
        run = append.run
        if case .began(let beginning)? = append.records.first?.content {
            reference = beginning.reference
        } else {
            reference = nil
        }
    }
}

extension MemoryLog.State {
    /// The indices of the run's records among the entries, from a sequence on.
    fileprivate func positions(of stream: MemoryLog.Stream, from first: UInt64) -> [Int] {
        var positions: [Int] = []
        var position = stream.last
        while let index = position, entries[index].record.sequence >= first {
            positions.append(index)
            position = entries[index].previous
        }
        return positions.reversed()
    }

    /// The run as `openRuns` tells it; nil where it is over.
    fileprivate func openRun(_ stream: MemoryLog.Stream) -> OpenRun? {
        guard case .open(let neededRecords) = stream.standing else { return nil }
        let first = neededRecords.min() ?? stream.point.next
        let positions = positions(of: stream, from: first)
        return OpenRun(
            run: stream.run, reference: stream.reference, next: stream.point.next,
            neededRecords: neededRecords.compactMap { sequence in
                let index = Int(clamping: sequence &- first)
                guard positions.indices.contains(index) else { return nil }
                return OpenRun.NeededRecord(sequence: sequence, position: UInt64(positions[index]))
            })
    }
}
