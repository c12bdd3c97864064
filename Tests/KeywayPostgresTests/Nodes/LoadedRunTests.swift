import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayPostgres

@Suite("The blocks of a run of nodes, as they are read")
struct LoadedRunTests {
    private let run = SampleRun(1)
    private let id = AppendID(node: NodeID(1), number: 1)

    /// A row of `Statement.blocksOfShared`, of a run with three records.
    private func row(_ block: StoredBlock, before next: Int64) -> QueryResult.Row {
        func cell(_ number: Int64) -> [UInt8] { number.bigEndianBytes }
        let first = Int64(clamping: block.first)
        return QueryResult.Row(cells: [
            run.run.bytes, cell(3), cell(1), nil, cell(0), cell(first), cell(next), cell(1), cell(1), block.bytes, nil,
        ])
    }

    @Test("Where a newer version wrote the next block, the run is no damaged one, and is read up to there")
    func newer() throws {
        let sound = StoredBlock.holding(0..<2, of: run, by: .node(id))
        // Leg, sequence and time in two bytes stand before the kind.
        let newer = StoredBlock.holding(2..<3, of: run, by: .node(id)) { $0[4] = 99 }
        var loaded = LoadedRun(run.run, from: 0)
        try loaded.take(row(sound, before: 2)) { _ in run.version }
        try loaded.take(row(newer, before: 3)) { _ in run.version }
        let blocks = loaded.allBlocks
        #expect(loaded.isComplete && blocks.flatMap(\.records) == run.records(0..<2))
        // The count of records, the size of the record and its first four bytes stand before the tag.
        let what = "the block of run \(run.run) from record 2 on: a record has the tag 99 at byte 6 of the block"
        #expect(blocks.last?.fault == SharedBlock.Fault(first: 2, reason: .unknown(what)))
    }

    @Test("A block whose checksum does not hold is damaged")
    func damaged() throws {
        var bytes = StoredBlock.holding(0..<1, of: run, by: .node(id)).bytes
        bytes[bytes.count - 1] ^= 1
        var loaded = LoadedRun(run.run, from: 0)
        try loaded.take(
            row(StoredBlock(reading: bytes, of: run.run, first: 0, by: .node(id)), before: 1)
        ) { _ in run.version }
        let what = "the block of run \(run.run) from record 0 on: its checksum is another"
        #expect(loaded.allBlocks.map(\.fault) == [SharedBlock.Fault(first: 0, reason: .malformed(what))])
    }
}
