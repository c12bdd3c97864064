import KeywayCore
import KeywayLog
import KeywayTesting
import Testing

@testable import KeywayPostgres

@Suite("The blocks of a run of nodes, as they are read")
struct LoadedRunTests {
    private let run = SampleRun(1)
    private let id = AppendID(node: NodeID(1), number: 1)

    /// A row of `Statement.blocksOfShared`, of a run with `end` records; `count` rows are told as those of the page.
    private func row(
        _ block: StoredBlock, before next: Int64, ofRunTo end: Int64 = 3, outOf count: Int64 = 1
    ) -> QueryResult.Row {
        func cell(_ number: Int64) -> [UInt8] { number.bigEndianBytes }
        let first = Int64(clamping: block.first)
        return QueryResult.Row(cells: [
            run.run.bytes, cell(end), cell(1), nil, cell(0), cell(first), cell(next), cell(1), cell(1), block.bytes,
            nil, cell(count),
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
        #expect(blocks.last?.fault == SharedBlock.Fault(first: 2, reason: .unknown(what), end: 3))
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
        #expect(loaded.allBlocks.map(\.fault) == [SharedBlock.Fault(first: 0, reason: .malformed(what), end: 3)])
    }

    @Test("Where the server cannot read one run of many, the others are read without it, and that run is damaged")
    func refused() throws {
        let runs = (0..<9 as Range<UInt64>).map { SampleRun($0).run }
        let refusal = ServerError(code: "XX001", message: "missing chunk number 0")
        var questions = 0
        func ask(_: Statement, _ parameters: [Parameter]) throws(QueryFailure) -> [QueryResult.Row] {
            questions += 1
            let asked = parameters.first?.encoded ?? []
            if asked.contains(runs[4].bytes) { throw .refused(refusal) }
            return runs.filter { asked.contains($0.bytes) }.map { run in
                QueryResult.Row(cells: [run.bytes, Int64(2).bigEndianBytes])
            }
        }
        let blocks = try LoadedRun.blocks(of: runs.map { ($0, 2) }, version: { _ in run.version }, asking: ask)
        #expect(Set(blocks.keys) == Set(runs) && questions < runs.count)
        let reason = "the server cannot read it: missing chunk number 0 (XX001)"
        let what = "the block of run \(runs[4]) from record 2 on: \(reason)"
        #expect(blocks[runs[4]]?.map(\.fault) == [SharedBlock.Fault(first: 2, reason: .malformed(what))])
        #expect(blocks.filter { !$0.value.isEmpty }.count == 1)
    }

    @Test("A run that leaves the log between two parts of its reading is left out, and is no damaged one")
    func left() throws {
        var parts = [
            (0..<2048 as Range<UInt64>).map { sequence in
                row(
                    StoredBlock.holding(sequence..<sequence + 1, of: run, by: .node(id)),
                    before: Int64(sequence) + 1, ofRunTo: 3000, outOf: 2048)
            }, [],
        ]
        func ask(_: Statement, _: [Parameter]) throws(QueryFailure) -> [QueryResult.Row] { parts.removeFirst() }
        let blocks = try LoadedRun.blocks(of: [(run.run, 0)], version: { _ in run.version }, asking: ask)
        #expect(blocks.isEmpty && parts.isEmpty)
    }

    @Test("A part that has fewer blocks than it might, because they are large, is read on behind them")
    func large() throws {
        var asked: [[Parameter]] = []
        func ask(_: Statement, _ parameters: [Parameter]) throws(QueryFailure) -> [QueryResult.Row] {
            asked.append(parameters)
            let first = UInt64(asked.count - 1)
            let block = StoredBlock.holding(first..<first + 1, of: run, by: .node(id))
            return [row(block, before: Int64(first) + 1, outOf: 3 - Int64(first))]
        }
        let blocks = try LoadedRun.blocks(of: [(run.run, 0)], version: { _ in run.version }, asking: ask)
        #expect(blocks[run.run]?.flatMap(\.records) == run.records(0..<3))
        #expect(asked == (0..<3 as Range<UInt64>).map { Parameter.ends([(run.run, $0)]) })
    }

    @Test("Where the server has trouble with more than one run, the set is not asked in parts")
    func unavailable() throws {
        for code in ["42501", "53200", "57014"] {
            let failure = QueryFailure.refused(ServerError(code: code, message: "no"))
            var questions = 0
            func ask(_: Statement, _: [Parameter]) throws(QueryFailure) -> [QueryResult.Row] {
                questions += 1
                throw failure
            }
            let runs = [run.run, SampleRun(2).run].map { (run: $0, from: UInt64(0)) }
            #expect(throws: failure) {
                try LoadedRun.blocks(of: runs, version: { _ in run.version }, asking: ask)
            }
            #expect(questions == 1)
        }
    }
}
