import KeywayCore

/// The unit of writing of the log of files: a header with a checksum, then a payload. The log has a block whole, or not at all.
///
/// The blocks of a log that nodes share (`SharedBlock`) are something else: each is one append to one run.
enum Block {
    /// What a block's payload is. The numbers 4 and 5 are reserved: for footers and anchors.
    enum Kind: UInt8, Sendable {
        /// A flow's version (`FlowVersion`), for the runs of the flow that begin in the same segment.
        case table = 1
        /// The records of one batch, and in front of them an entry for each run that has records there (`CommitEntry`).
        case commit = 2
        /// A writer has opened the log (`OpeningNote`).
        case opening = 3
    }

    static let headerLength = 32
    /// The four bytes that every block begins with, as a number whose lowest byte comes first.
    static let magic: UInt32 = 0x0CB1_574B
    /// How many bytes at the beginning of a block its checksum leaves out: the magic and the checksum.
    static let uncovered = 8
    /// The most bytes of a payload; a header that says more is damaged.
    ///
    /// These are 128 MiB. Records take more than 8 bytes on average, so a block has fewer than 2^24 of them, and a record's place in its
    /// block fits the lowest 24 bits of `OpenRun.NeededRecord.position`.
    static let payloadLimit = 1 << 27
    /// The most bytes of a block.
    static let greatestLength = headerLength + payloadLimit
}

/// What a block says before its payload.
struct BlockHeader: Equatable, Sendable {
    /// The raw value of a `Block.Kind`, or a number that this version of Keyway does not know.
    var kind: UInt8
    /// Bit 0: the hash of the block before follows the header. No version writes that yet.
    var flags: UInt8 = 0
    var reserved: UInt16 = 0
    /// The number of the opening that wrote the block: each opening of the log for writing, also by one process, has the next one.
    var epoch: UInt32
    /// How many blocks right before this one were not yet known to be flushed when this one was written.
    var unflushedBefore: UInt32
    /// Counted from 0 without gaps through all segments.
    var number: UInt64

    /// The number of the first block that was not known to be flushed: all before it were.
    var firstUnflushed: UInt64 { number >= UInt64(unflushedBefore) ? number - UInt64(unflushedBefore) : 0 }
}

/// The checksum of a log's identity and a segment's number: the checksum of each block of the segment goes on from it.
///
/// So a block that was copied to another place, segment or log is no block there.
struct BlockSeed: Sendable {
    private let checksum: UInt32

    init(log: FileLog.ID, segment: UInt32) {
        var writer = ByteWriter()
        writer.identity(log.high, log.low)
        writer.fixed(segment)
        checksum = CRC32C.checksum(of: writer.bytes)
    }

    /// What the checksum of a block at this offset of the segment begins with.
    func checksum(at offset: UInt64) -> UInt32 {
        withUnsafeBytes(of: offset.littleEndian) { CRC32C.checksum(of: $0, after: checksum) }
    }
}

/// A block that was found whole among the bytes of a segment.
struct BlockFrame: Equatable, Sendable {
    var header: BlockHeader
    /// Where the header begins.
    var start: Int
    var payload: Range<Int>

    var range: Range<Int> { start..<payload.upperBound }

    /// The block that begins at the index of the bytes, at this offset of the segment; nil if no whole block does.
    init?(_ bytes: UnsafeRawBufferPointer, at index: Int, offset: UInt64, seed: BlockSeed) {
        guard let claim = BlockClaim(bytes, at: index), claim.length <= Block.payloadLimit,
            claim.length <= bytes.count - index - Block.headerLength
        else { return nil }
        header = claim.header
        start = index
        payload = index + Block.headerLength..<index + Block.headerLength + claim.length
        let covered = UnsafeRawBufferPointer(rebasing: bytes[index + Block.uncovered..<payload.upperBound])
        guard claim.checksum == CRC32C.checksum(of: covered, after: seed.checksum(at: offset)) else { return nil }
    }
}

/// What a block's header says, before its checksum or its length is checked.
struct BlockClaim {
    var header: BlockHeader
    var checksum: UInt32
    var length: Int

    /// What the header at the index says; nil where no header that begins with the magic stands.
    init?(_ bytes: UnsafeRawBufferPointer, at index: Int) {
        guard index >= 0, bytes.count - index >= Block.headerLength,
            bytes.number(at: index, as: UInt32.self) == Block.magic
        else { return nil }
        checksum = bytes.number(at: index + 4, as: UInt32.self)
        length = Int(bytes.number(at: index + 8, as: UInt32.self))
        header = BlockHeader(
            kind: bytes[index + 12], flags: bytes[index + 13],
            reserved: bytes.number(at: index + 14, as: UInt16.self),
            epoch: bytes.number(at: index + 16, as: UInt32.self),
            unflushedBefore: bytes.number(at: index + 20, as: UInt32.self),
            number: bytes.number(at: index + 24, as: UInt64.self))
    }
}

extension UnsafeRawBufferPointer {
    /// The number whose lowest byte stands at the index; all of its bytes must be there.
    func number<Number: FixedWidthInteger>(at index: Int, as _: Number.Type) -> Number {
        Number(littleEndian: loadUnaligned(fromByteOffset: index, as: Number.self))
    }
}
