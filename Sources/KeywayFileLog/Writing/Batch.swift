import KeywayCore
import KeywayLog

/// What one flush makes durable: the appends that were taken meanwhile, as blocks at one place of the log.
struct Batch: Sendable {
    /// Where the first block goes, and what all of them say.
    struct Start {
        var place: BlockPlace
        var number: UInt64
        var flushed: UInt64
        var epoch: UInt32
        var seed: BlockSeed
        /// The versions that stand in this segment already.
        var tables: [FlowVersion: UInt32]
        /// What the writer says of itself, as long as it has not.
        var note: OpeningNote?
    }

    private(set) var bytes: [UInt8] = []
    private(set) var blockCount: UInt64 = 0
    /// The block with the records.
    private(set) var commit: BlockPlace
    private(set) var entries: [EntryToWrite] = []
    private(set) var tables: [FlowVersion: UInt32]

    /// `index`: where each run stood before.
    init(_ appends: [EncodedAppend], at start: Start, after index: RunIndex) {
        commit = start.place
        tables = start.tables
        var blocks = BlockBytes(at: UInt64(start.place.offset), seed: start.seed)
        if let note = start.note {
            add(.opening, to: &blocks, start, expecting: 64) { note.append(to: &$0) }
        }
        for append in appends {
            guard let version = append.version, tables[version] == nil else { continue }
            tables[version] = UInt32(clamping: blocks.end)
            add(.table, to: &blocks, start, expecting: version.payloadSize) { version.append(to: &$0) }
        }
        if !appends.isEmpty {
            commit.offset = UInt32(clamping: blocks.end)
            let places = enter(appends, after: index)
            let entries = entries
            add(.commit, to: &blocks, start, expecting: appends.reduce(16) { $0 + $1.size }) { bytes in
                bytes.append(varint: UInt64(entries.count))
                for entry in entries { entry.append(to: &bytes, in: start.place.segment) }
                bytes.append(varint: UInt64(appends.count))
                for (append, place) in zip(appends, places) {
                    bytes.append(varint: UInt64(place))
                    bytes += append.coded
                }
            }
        }
        bytes = blocks.bytes
    }

    private mutating func add(
        _ kind: Block.Kind, to blocks: inout BlockBytes, _ start: Start, expecting size: Int,
        _ payload: (inout [UInt8]) -> Void
    ) {
        let number = start.number + blockCount
        let header = BlockHeader(
            kind: kind.rawValue, epoch: start.epoch, behind: UInt32(clamping: number - start.flushed), number: number)
        blocks.add(header, expecting: size, payload)
        blockCount += 1
    }

    /// Makes one entry for each run; returns, for each append, the place of its run's.
    private mutating func enter(_ appends: [EncodedAppend], after index: RunIndex) -> [Int] {
        var known: [RunID: Int] = [:]
        return appends.map { append in
            var holding: [UInt64]?
            if case .open(let sequences) = append.standing { holding = sequences }
            if let place = known[append.run] {
                entries[place].count += append.count
                entries[place].time = append.time
                entries[place].holding = holding
                return place
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
                    run: append.run, origin: origin, count: append.count, time: append.time, holding: holding))
            if appends.count > 1 { known[append.run] = entries.count - 1 }
            return entries.count - 1
        }
    }
}

extension RunIndex {
    /// Notes what was written.
    func note(written batch: Batch) {
        for entry in batch.entries {
            let open: UInt32 = entry.holding == nil ? 0 : 1
            switch entry.origin {
            case .beginning(_, let reference):
                add(
                    Entry(
                        run: entry.run, time: entry.time, place: batch.commit, next: UInt32(clamping: entry.count),
                        marks: Self.hash(of: reference) << 1 | open))
            case .continuing(_, let first):
                guard let place = find(entry.run) else { continue }
                var known = self[place]
                known.time = entry.time
                known.place = batch.commit
                known.next = UInt32(clamping: first + entry.count)
                known.marks = known.marks & ~1 | open
                self[place] = known
            }
        }
    }
}
