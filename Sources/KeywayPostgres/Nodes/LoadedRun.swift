import KeywayCore
import KeywayLog

/// The blocks of a run as they are read, row by row: each must follow the one before, and the last must reach the end that the run's
/// row says.
struct LoadedRun {
    let run: RunID
    /// The sequence that the next block must begin with.
    private(set) var next: UInt64
    /// The sequence of the run's next record by the run's own row; nil until a row was read.
    private var end: UInt64?
    private var blocks: [SharedBlock] = []
    /// The first block that cannot be read, with the fault; nil where there is none so far.
    private var unreadable: SharedBlock?

    init(_ run: RunID, from first: UInt64) {
        self.run = run
        next = first
    }

    /// Whether the log has the run.
    var isKnown: Bool { end != nil }

    /// Whether nothing more is to be read of it.
    var isComplete: Bool { unreadable != nil || end.map { next >= $0 } ?? false }

    /// All blocks, and behind them one with a fault where the next cannot be read.
    var allBlocks: [SharedBlock] {
        if let unreadable { return blocks + [unreadable] }
        guard let end, end > next else { return blocks }
        return blocks + [block(with: .malformed("the run's row says that its next record is \(end)"), by: nil)]
    }

    /// Takes a row of `Statement.blocksOfShared`: column 0 has the run, 1 where it ends, 2 its flow, 3 the app's reference for
    /// it, 5 and 6 the block's first record and the one behind its last, 7 and 8 the node and the number of the append, 9 the bytes, 10 the
    /// device, 11 how many rows there would be without the limit of bytes.
    ///
    /// - Parameter version: reads the version of a flow by its number.
    mutating func take(
        _ row: QueryResult.Row, version: (Int64) throws(ReadingFailure) -> FlowVersion
    ) throws(QueryFailure) {
        end = UInt64(clamping: row.integer(1) ?? 0)
        // A run that has no block from the asked record on has a row all the same, in which the block's columns are NULL.
        guard unreadable == nil, let first = row.integer(5).flatMap({ UInt64(exactly: $0) }) else { return }
        do throws(ReadingFailure) {
            let block = try block(in: row, first, version)
            blocks.append(block)
            next += UInt64(block.records.count)
        } catch {
            switch error {
            case .query(let failure): throw failure
            case .unreadable(let fault): unreadable = block(with: fault, by: row.appendID(7))
            }
        }
    }

    private func block(
        in row: QueryResult.Row, _ first: UInt64, _ version: (Int64) throws(ReadingFailure) -> FlowVersion
    ) throws(ReadingFailure) -> SharedBlock {
        guard first == next else { throw .damaged("the next block is that of record \(first)") }
        guard let id = row.appendID(7), let bytes = row.bytes(9), let flow = row.integer(2) else {
            throw .damaged("the block's row has no values")
        }
        let stored = StoredBlock(reading: bytes, of: run, first: first, by: .node(id))
        let version = first == 0 ? try version(flow) : nil
        do throws(BlockFault) {
            let records = try stored.records(of: version, reference: first == 0 ? row.text(3) : nil)
            guard row.integer(6) == Int64(clamping: first + UInt64(records.count)) else {
                throw .malformed("it has \(records.count) records, and its row says something else")
            }
            var block = SharedBlock(id: id, records: records)
            if first == 0 { block.device = row.text(10).map { DeviceID($0) } }
            return block
        } catch {
            throw .unreadable(error)
        }
    }

    /// The next block, which cannot be read.
    ///
    /// - Parameter id: the append that stored it; where nobody knows that, number 0 of node 0: a node draws its 64 bits at
    ///   random, so none has this number in practice.
    private func block(with fault: BlockFault, by id: AppendID?) -> SharedBlock {
        let place = "the block of run \(run) from record \(next) on"
        return SharedBlock(
            id: id ?? AppendID(node: NodeID(0), number: 0), records: [],
            fault: SharedBlock.Fault(first: next, reason: fault.at(place), end: end))
    }
}

extension LoadedRun {
    /// How many blocks one question gives at most, and behind how many bytes no further one, so that an answer comes in time and takes
    /// little memory.
    private static let greatestCount = 2048
    private static let greatestSize = 8 << 20

    /// Asks the server.
    typealias Ask = (Statement, [Parameter]) throws(QueryFailure) -> [QueryResult.Row]
    /// Reads the version of a flow by its number.
    typealias ReadVersion = (Int64) throws(ReadingFailure) -> FlowVersion

    /// Reads the blocks of runs, each from a record on; a run that the log does not have is left out, and so is one that leaves the log
    /// while it is read.
    ///
    /// Where the server cannot read something that one run has, the others are read without it, and that one gets a block with a fault.
    static func blocks(
        of asked: [(run: RunID, from: UInt64)], version: ReadVersion, asking ask: Ask
    ) throws(QueryFailure) -> [RunID: [SharedBlock]] {
        do throws(QueryFailure) {
            return try undividedBlocks(of: asked, version: version, asking: ask)
        } catch {
            guard case .unreadable(let fault) = ReadingFailure(error), let first = asked.first else { throw error }
            if asked.count == 1 {
                let unreadable = LoadedRun(first.run, from: first.from).block(with: fault, by: nil)
                return [first.run: [unreadable]]
            }
            let half = asked.count / 2
            let blocks = try blocks(of: Array(asked.prefix(half)), version: version, asking: ask)
            let others = try self.blocks(of: Array(asked.dropFirst(half)), version: version, asking: ask)
            return blocks.merging(others) { first, _ in first }
        }
    }

    /// Reads the blocks of all these runs together, with as many questions as that takes.
    private static func undividedBlocks(
        of asked: [(run: RunID, from: UInt64)], version: ReadVersion, asking ask: Ask
    ) throws(QueryFailure) -> [RunID: [SharedBlock]] {
        var loaded = Dictionary(asked.map { ($0.run, LoadedRun($0.run, from: $0.from)) }) { first, _ in first }
        var wanted = loaded.values.map { ($0.run, $0.next) }
        while !wanted.isEmpty {
            let rows = try ask(
                .blocksOfShared(limit: greatestCount, size: greatestSize), Parameter.ends(wanted))
            for row in rows {
                guard let run = row.identity(0) else { continue }
                try loaded[run]?.take(row, version: version)
            }
            let count = rows.first?.integer(11).map { Int(clamping: $0) } ?? 0
            guard count == greatestCount || rows.count < count else {
                // On the last page each run that is there has a row.
                let there = Set(rows.compactMap { $0.identity(0) })
                for (run, _) in wanted where !there.contains(run) { loaded[run] = nil }
                break
            }
            wanted = loaded.values.filter { !$0.isComplete }.map { ($0.run, $0.next) }
        }
        return loaded.compactMapValues { $0.isKnown ? $0.allBlocks : nil }
    }
}
