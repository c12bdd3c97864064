import Keyway

/// What stands where in a log: enough to find a run's records, and to tell whether others may follow.
struct Catalog: Sendable {
    /// Where a block stands, and how long it is.
    struct Place: Hashable, Sendable {
        var position: BlockPosition
        var length: Int
    }

    struct Stream: Sendable {
        var head: StreamHead
        var table: BlockPosition
        /// The blocks that hold its records, in order.
        var places: [Place]
    }

    private(set) var runs: [RunID] = []
    private(set) var streams: [RunID: Stream] = [:]
    private(set) var tables: [BlockPosition: FlowTable] = [:]
    private(set) var positions: [FlowTable: BlockPosition] = [:]
    /// The blocks that hold records, in order.
    private(set) var commits: [Place] = []
    private(set) var recordCount: UInt64 = 0
    /// Blocks before are lost: streams may go on further than where they are known to end.
    var hasGaps = false

    /// Takes in a block whole, or says why it is none of this log.
    mutating func take(_ frame: BlockFrame, of bytes: [UInt8], at place: Place) -> String? {
        var reader = ByteReader(bytes, in: frame.payload)
        do throws(ByteError) {
            switch Block.Kind(rawValue: frame.kind) {
            case .table:
                let table = try FlowTable(from: &reader)
                guard reader.isAtEnd else { return "the table ends before its block" }
                note(table, at: place.position)
                return nil
            case .commit:
                let commit = try CommitPayload(from: &reader, tables: tables)
                guard reader.isAtEnd else { return "the records end before their block" }
                return take(commit, at: place)
            case nil: return "\(frame.kind) is no kind of block"
            }
        } catch {
            return "this block cannot be read: \(error)"
        }
    }

    mutating func note(_ table: FlowTable, at position: BlockPosition) {
        tables[position] = table
        // The first of equal ones is the one that is referred to.
        if positions[table] == nil { positions[table] = position }
    }

    private mutating func take(_ commit: CommitPayload, at place: Place) -> String? {
        var heads: [RunID: StreamHead] = [:]
        for entry in commit.entries {
            if heads[entry.run] != nil { return "the block lists run \(entry.run) twice" }
            if tables[entry.table] == nil, !hasGaps { return "the table of run \(entry.run) is not where it should be" }
            if let stream = streams[entry.run], stream.table != entry.table {
                return "run \(entry.run) has another table than before"
            }
            heads[entry.run] = streams[entry.run]?.head ?? StreamHead()
        }
        if commit.records.isEmpty { return "the block holds no records" }
        for record in commit.records {
            guard var head = heads[record.run] else { return "a record is of no run" }
            if hasGaps, record.sequence > head.next, record.time >= head.time {
                head = .after(record)
            } else {
                do throws(RecordFault) {
                    try head.pass(record)
                } catch {
                    return "run \(record.run): \(error)"
                }
            }
            heads[record.run] = head
        }
        for entry in commit.entries { note(entry.run, following: entry.table, endingAt: heads[entry.run], at: place) }
        commits.append(place)
        recordCount += UInt64(commit.records.count)
        return nil
    }

    /// Notes records that were admitted, without reading them again.
    mutating func note(_ records: [Record], of run: RunID, table: BlockPosition, head: StreamHead, at place: Place) {
        note(run, following: table, endingAt: head, at: place)
        commits.append(place)
        recordCount += UInt64(records.count)
    }

    private mutating func note(
        _ run: RunID, following table: BlockPosition, endingAt head: StreamHead?, at place: Place
    ) {
        guard let head else { return }
        if streams[run] == nil {
            runs.append(run)
            streams[run] = Stream(head: head, table: table, places: [])
        }
        streams[run]?.head = head
        streams[run]?.places.append(place)
    }
}
