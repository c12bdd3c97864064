import KeywayCore
import KeywayLog

/// A row of `keyway.block`, or of `keyway.shared_block`: records that a run appended at once.
///
/// Its bytes are one or more groups of records, each behind the count of its records, each record behind its size in bytes; then four
/// bytes with the CRC32C of the run, the first sequence, the writer and the groups. So a block that stands in the row of another is
/// found as well as a flipped bit.
struct StoredBlock: Equatable, Sendable {
    let run: RunID
    /// The sequence of the first record.
    let first: UInt64
    let writer: Writer
    /// The groups of records, with the checksum behind them.
    let bytes: [UInt8]

    /// Who wrote a block, and its bytes as the checksum has them.
    enum Writer: Equatable, Sendable {
        /// The opening of a log that one process writes.
        case opening(epoch: UInt32)
        /// An append of a node.
        case node(AppendID)

        fileprivate var bytes: [UInt8] {
            switch self {
            case .opening(let epoch): epoch.bigEndianBytes
            case .node(let id): id.node.number.bigEndianBytes + id.number.bigEndianBytes
            }
        }
    }

    private static let checksumLength = 4

    /// A block of records as a queue has them.
    ///
    /// - Parameter groups: the `EncodedAppend.coded` of appends of the run, one behind the other.
    init(of run: RunID, first: UInt64, by writer: Writer, groups: [UInt8]) {
        self.run = run
        self.first = first
        self.writer = writer
        let checksum = CRC32C.checksum(of: groups, after: Self.seed(run, first, writer))
        bytes = groups + checksum.bigEndianBytes
    }

    /// A block as it was read.
    init(reading bytes: [UInt8], of run: RunID, first: UInt64, by writer: Writer) {
        self.run = run
        self.first = first
        self.writer = writer
        self.bytes = bytes
    }

    /// The checksum of the run, the first sequence and the writer, with which the checksum of the block begins.
    private static func seed(_ run: RunID, _ first: UInt64, _ writer: Writer) -> UInt32 {
        CRC32C.checksum(of: run.bytes + first.bigEndianBytes + writer.bytes)
    }

    /// The records of the block, once its checksum was checked.
    ///
    /// - Parameters:
    ///   - version: what the run follows, for the block that begins it; nil for any other block.
    ///   - reference: the app's own name for the run, for the block that begins it; nil where the app gave none, and for any other block.
    func records(of version: FlowVersion?, reference: String?) throws(BlockFault) -> [Record] {
        let end = bytes.count - Self.checksumLength
        guard end > 0,
            UInt32(bigEndianBytes: Array(bytes[end...]))
                == CRC32C.checksum(
                    of: bytes[..<end], after: Self.seed(run, first, writer))
        else { throw .malformed("its checksum is another") }
        var reader = ByteReader(bytes, in: 0..<end)
        // An error counts its byte from the beginning of the block, so the records are read from the whole of it.
        var part = reader
        var records: [Record] = []
        do throws(ByteError) {
            while !reader.isAtEnd {
                for _ in 0..<(try reader.count()) {
                    let size = try reader.count()
                    part.go(to: reader.position..<reader.position + size)
                    records.append(try part.record(of: run, following: version, reference: reference))
                    reader.go(to: reader.position + size..<end)
                }
            }
        } catch {
            throw BlockFault(error, reading: "a record", in: "the block")
        }
        for (offset, record) in records.enumerated() where record.sequence != first + UInt64(offset) {
            throw .malformed("record \(record.sequence) stands where record \(first + UInt64(offset)) belongs")
        }
        return records
    }
}
