import Keyway

/// What a commit block holds: the records of one append.
struct CommitPayload: Equatable, Sendable {
    /// A run that the block has records of, and the flow that it follows.
    struct Entry: Equatable, Sendable {
        var run: RunID
        var table: BlockPosition
    }

    /// Each run of the block once.
    var entries: [Entry]
    var records: [Record]

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.list(entries) { writer, entry in
            writer.identity(entry.run.high, entry.run.low)
            writer.varint(UInt64(entry.table.segment))
            writer.varint(entry.table.offset)
        }
        var places: [RunID: Int] = [:]
        for (place, entry) in entries.enumerated() { places[entry.run] = place }
        writer.list(records) { writer, record in
            // Whoever makes a payload enters the runs of all its records.
            writer.varint(UInt64(places[record.run] ?? entries.count))
            writer.record(record)
        }
        return writer.bytes
    }

    init(entries: [Entry], records: [Record]) {
        self.entries = entries
        self.records = records
    }

    /// `tables`: the tables of the blocks before; where it knows none, a run begins with an empty one.
    init(from reader: inout ByteReader, tables: [BlockPosition: FlowTable]) throws(ByteError) {
        let entries = try reader.list { (reader) throws(ByteError) in try Entry(from: &reader) }
        self.entries = entries
        records = try reader.list { (reader) throws(ByteError) in
            let start = reader.position
            guard let place = Int(exactly: try reader.varint()), place < entries.count else {
                throw .outOfRange(position: start)
            }
            return try reader.record(of: entries[place].run, following: tables[entries[place].table])
        }
    }
}

extension CommitPayload.Entry {
    fileprivate init(from reader: inout ByteReader) throws(ByteError) {
        let identity = try reader.identity()
        run = RunID(high: identity.high, low: identity.low)
        let start = reader.position
        guard let segment = UInt32(exactly: try reader.varint()) else { throw .outOfRange(position: start) }
        table = BlockPosition(segment: segment, offset: try reader.varint())
    }
}
