import KeywayCore
import KeywayLog

/// A commit block that was read, with where each run has its records in it.
struct CommitBlock: Sendable {
    /// What the block has of one run.
    struct Share {
        var entry: CommitEntry
        /// The index of each of the run's records among all records of the block, and where the record's bytes stand.
        var records: [(index: Int, bytes: Range<Int>)]
    }

    let place: BlockPlace
    /// The block's number: blocks are counted from 0 without gaps through all segments.
    let number: UInt64
    let bytes: [UInt8]
    /// About how many bytes of memory the block takes: its own, and what is known of each run and each record.
    let size: Int
    private let shares: [RunID: Share]

    /// A hash table may have room for twice as many entries, and 32 bytes are those of an array without elements.
    private static let sizeOfShare = 2 * (MemoryLayout<RunID>.stride + MemoryLayout<Share>.stride) + 32
    /// An array that grows may have room for twice as many elements.
    private static let sizeOfRecord = 2 * MemoryLayout<(index: Int, bytes: Range<Int>)>.stride

    /// Nil where the block is no commit, or what it holds cannot be read.
    init?(_ bytes: [UInt8], _ frame: BlockFrame, at place: BlockPlace) {
        guard frame.header.kind == Block.Kind.commit.rawValue else { return nil }
        let found: [RunID: Share]? = bytes.withUnsafeBytes { buffer in
            guard let view = try? CommitView(buffer, in: frame.payload, of: place.segment), let groups = view.groups()
            else { return nil }
            var shares = view.entries.map { Share(entry: $0, records: []) }
            var index = 0
            for group in groups {
                for range in group.records {
                    shares[group.entry].records.append((index, range))
                    index += 1
                }
            }
            return Dictionary(shares.map { ($0.entry.run, $0) }) { first, _ in first }
        }
        guard let found else { return nil }
        self.place = place
        self.bytes = bytes
        number = frame.header.number
        let records = found.values.reduce(0) { $0 + $1.records.count }
        size = bytes.count + found.count * Self.sizeOfShare + records * Self.sizeOfRecord
        shares = found
    }

    /// What the block has of the run; nil where it has nothing of it, or not as many records as it says.
    func share(of run: RunID) -> Share? {
        shares[run].flatMap { UInt64($0.records.count) == $0.entry.count ? $0 : nil }
    }
}
