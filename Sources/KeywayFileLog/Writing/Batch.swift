import KeywayCore
import KeywayLog

/// What is written in one call: the next appends of the queue, as blocks one behind the other.
struct Batch: Sendable {
    /// What the writer knows before a batch, and what the batch's blocks are made from.
    struct Start {
        /// Where the first block goes.
        var place: BlockPlace
        /// The number of the first block.
        var number: UInt64
        /// The number of the first block of the log that is not known to be flushed.
        var firstUnflushed: UInt64
        /// The number of the log's opening.
        var epoch: UInt32
        /// What the checksum of each block of the segment goes on from.
        var seed: BlockSeed
        /// The flow versions that this segment has already, each with the offset of its block.
        var tables: [FlowVersion: UInt32]
        /// What the writer says of itself in an opening block; nil once that is written.
        var note: OpeningNote?
    }

    /// All blocks, one behind the other.
    private(set) var bytes: [UInt8] = []
    private(set) var blockCount: UInt64 = 0
    /// Where the commit block begins, which has all records of the batch.
    private(set) var commit: BlockPlace
    /// One for each run that has records in the batch.
    private(set) var entries: [EntryToWrite] = []
    /// The flow versions that the segment has once the batch is written, each with the offset of its block.
    private(set) var tables: [FlowVersion: UInt32]

    /// How many bytes the payload of the longest block has.
    private var longestPayload = 0

    /// A batch without appends has the opening block alone.
    ///
    /// - Parameters:
    ///   - index: where each run's durable records end.
    ///   - limit: the most bytes of a payload; only tests give another number.
    ///   - segmentLimit: the most bytes of a segment; only tests give another number.
    /// - Throws: `StorageFault` where no opening could read the batch: what nobody can read must not be acknowledged.
    init(
        _ appends: [EncodedAppend], at start: Start, after index: RunIndex, limit: Int = Block.payloadLimit,
        segmentLimit: UInt64 = SegmentMeasures.greatestSize
    ) throws(StorageFault) {
        commit = start.place
        tables = start.tables
        var blocks = BlockBytes(at: UInt64(start.place.offset), seed: start.seed)
        if let note = start.note {
            add(.opening, to: &blocks, start, expecting: 64) { note.append(to: &$0) }
        }
        for append in appends {
            guard let version = append.version, tables[version] == nil else { continue }
            tables[version] = UInt32(clamping: blocks.end)
            add(.table, to: &blocks, start, expecting: version.encodedSize) { version.append(to: &$0) }
        }
        if !appends.isEmpty {
            commit.offset = UInt32(clamping: blocks.end)
            let positions = makeEntries(of: appends, after: index)
            let entries = entries
            add(.commit, to: &blocks, start, expecting: appends.reduce(16) { $0 + $1.size }) { bytes in
                bytes.append(varint: UInt64(entries.count))
                for entry in entries { entry.append(to: &bytes, in: start.place.segment) }
                bytes.append(varint: UInt64(appends.count))
                for (append, position) in zip(appends, positions) {
                    bytes.append(varint: UInt64(position))
                    bytes += append.coded
                }
            }
        }
        bytes = blocks.bytes
        if longestPayload > limit { throw fault("a block", of: UInt64(longestPayload), above: UInt64(limit)) }
        // Where the present segment has no room for the batch, a new one is begun, which has the batch alone.
        let size = UInt64(SegmentHeader.length + bytes.count)
        if size > segmentLimit { throw fault("the segment", of: size, above: segmentLimit) }
    }

    private func fault(_ what: String, of bytes: UInt64, above limit: UInt64) -> StorageFault {
        StorageFault(
            operation: "write to", subject: FileName.segment(commit.segment).text, number: 0,
            reason: "\(what) would have \(bytes) bytes, and no opening reads more than \(limit)")
    }

    private mutating func add(
        _ kind: Block.Kind, to blocks: inout BlockBytes, _ start: Start, expecting size: Int,
        _ payload: (inout [UInt8]) -> Void
    ) {
        let number = start.number + blockCount
        let header = BlockHeader(
            kind: kind.rawValue, epoch: start.epoch, unflushedBefore: UInt32(clamping: number - start.firstUnflushed),
            number: number)
        let countBefore = blocks.bytes.count
        blocks.add(header, expecting: size, payload)
        longestPayload = max(longestPayload, blocks.bytes.count - countBefore - Block.headerLength)
        blockCount += 1
    }

    /// Makes one entry for each run; returns, for each append, the index of its run's entry.
    private mutating func makeEntries(of appends: [EncodedAppend], after index: RunIndex) -> [Int] {
        var known: [RunID: Int] = [:]
        return appends.map { append in
            var neededRecords: [UInt64]?
            if case .open(let sequences) = append.standing { neededRecords = sequences }
            if let position = known[append.run] {
                entries[position].count += append.count
                entries[position].time = append.time
                entries[position].neededRecords = neededRecords
                return position
            }
            let origin: EntryToWrite.Origin =
                if let version = append.version {
                    .beginning(table: tables[version] ?? 0, reference: append.reference)
                } else {
                    .continuing(
                        previous: index.find(append.run).map { index[$0].place } ?? commit, first: append.first)
                }
            entries.append(
                EntryToWrite(
                    run: append.run, origin: origin, count: append.count, time: append.time,
                    neededRecords: neededRecords))
            if appends.count > 1 { known[append.run] = entries.count - 1 }
            return entries.count - 1
        }
    }
}

extension RunIndex {
    /// Adds the runs that begin in the batch, and moves the end of each other run in it behind the records that were written.
    func note(written batch: Batch) {
        for entry in batch.entries {
            let open: UInt32 = entry.neededRecords == nil ? 0 : 1
            switch entry.origin {
            case .beginning(_, let reference):
                add(
                    Entry(
                        run: entry.run, time: entry.time, place: batch.commit, next: UInt32(clamping: entry.count),
                        referenceAndOpen: Self.hash(of: reference) << 1 | open))
            case .continuing(_, let first):
                guard let position = find(entry.run) else { continue }
                var known = self[position]
                known.time = entry.time
                known.place = batch.commit
                known.next = UInt32(clamping: first + entry.count)
                known.referenceAndOpen = known.referenceAndOpen & ~1 | open
                self[position] = known
            }
        }
    }
}
