import Keyway

/// The blocks of one append: the table of the run's flow if the log has none yet, and the records.
struct Batch: Sendable {
    let run: RunID
    let records: [Record]
    /// Where the table stands; nil as long as it is among the blocks that are to be written.
    private(set) var table: BlockPosition?
    /// The table to write.
    let newTable: FlowTable?
    /// Where the commit block came to stand.
    private(set) var commit: Catalog.Place?

    init(
        _ records: [Record], of run: RunID, following table: BlockPosition?, in catalog: Catalog
    ) throws(LogError) {
        self.run = run
        self.records = records
        if case .began(let beginning) = records.first?.content {
            let flow = FlowTable(table: beginning.table, annotations: beginning.annotations)
            self.table = catalog.positions[flow]
            newTable = self.table == nil ? flow : nil
        } else {
            self.table = table
            newTable = nil
        }
        let sizes = [newTable?.payload.count ?? 0, payload(table: BlockPosition(segment: .max, offset: .max)).count]
        for size in sizes where size > Block.payloadLimit {
            throw .invalid(run: run, .tooLarge(bytes: size, limit: Block.payloadLimit))
        }
    }

    /// The bytes of the blocks, as they are at this place and no other.
    mutating func bytes(at start: BlockPosition, firstBlock: UInt64, seed: BlockSeed) -> [UInt8] {
        var bytes: [UInt8] = []
        var number = firstBlock
        if let newTable {
            bytes = Block(kind: .table, number: number, payload: newTable.payload).bytes(at: start.offset, seed: seed)
            table = start
            number += 1
        }
        let offset = start.offset + UInt64(bytes.count)
        let block = Block(kind: .commit, number: number, payload: payload(table: table ?? start))
        commit = Catalog.Place(
            position: BlockPosition(segment: start.segment, offset: offset), length: block.length)
        return bytes + block.bytes(at: offset, seed: seed)
    }

    /// How many blocks these are.
    var blockCount: UInt64 { newTable == nil ? 1 : 2 }

    private func payload(table: BlockPosition) -> [UInt8] {
        CommitPayload(entries: [.init(run: run, table: table)], records: records).bytes
    }
}

extension Catalog {
    /// Notes what was written.
    mutating func note(_ batch: Batch, of run: RunID, head: StreamHead) {
        guard let table = batch.table, let commit = batch.commit else { return }
        if let newTable = batch.newTable { note(newTable, at: table) }
        note(batch.records, of: run, table: table, head: head, at: commit)
    }
}
