import Keyway

/// The unit of writing: it stands in the log whole, or it does not stand there.
struct Block: Equatable, Sendable {
    /// Each has a byte of its own.
    enum Kind: UInt8, Sendable {
        case table = 1
        case commit = 2
    }

    static let headerLength = 24
    static let magic: [UInt8] = [0x4B, 0x57, 0xB1, 0x0C]
    /// What the checksum does not cover: the magic and itself.
    static let uncovered = 8
    /// The largest payload, so that a damaged length is not believed.
    static let payloadLimit = 1 << 28

    var kind: Kind
    /// Counted from 0 without gaps through all segments.
    var number: UInt64
    var payload: [UInt8]

    var length: Int { Self.headerLength + payload.count }

    func bytes(at offset: UInt64, seed: BlockSeed) -> [UInt8] {
        var covered = ByteWriter()
        covered.fixed(UInt32(clamping: payload.count))
        covered.byte(kind.rawValue)
        covered.raw([0, 0, 0])
        covered.fixed(number)
        covered.raw(payload)
        var writer = ByteWriter()
        writer.raw(Self.magic)
        writer.fixed(CRC32C.checksum(of: covered.bytes, after: seed.checksum(at: offset)))
        writer.raw(covered.bytes)
        return writer.bytes
    }
}

/// What a block's checksum begins with, so that a block is good nowhere but in its place.
struct BlockSeed: Sendable {
    private let checksum: UInt32

    init(log: LogID, segment: UInt32) {
        var writer = ByteWriter()
        writer.identity(log.high, log.low)
        writer.fixed(segment)
        checksum = CRC32C.checksum(of: writer.bytes)
    }

    func checksum(at offset: UInt64) -> UInt32 {
        withUnsafeBytes(of: offset.littleEndian) { CRC32C.checksum(of: $0, after: checksum) }
    }
}

/// A block that was found whole among the bytes of a segment.
struct BlockFrame: Equatable, Sendable {
    /// Not always one of `Block.Kind`.
    var kind: UInt8
    var number: UInt64
    var payload: Range<Int>

    /// The block that begins at the index, which stands at the offset of the segment; nil if none does.
    init?(_ bytes: [UInt8], at index: Int, offset: UInt64, seed: BlockSeed) {
        guard index >= 0, bytes.count - index >= Block.headerLength,
            bytes[index..<index + Block.magic.count].elementsEqual(Block.magic)
        else { return nil }
        var reader = ByteReader(bytes, in: index + Block.magic.count..<bytes.count)
        guard let checksum = try? reader.fixed(UInt32.self), let length = try? reader.fixed(UInt32.self),
            let kind = try? reader.byte(), let reserved = try? reader.raw(3),
            let number = try? reader.fixed(UInt64.self),
            reserved == [0, 0, 0], length <= Block.payloadLimit, length <= reader.remaining
        else { return nil }
        self.kind = kind
        self.number = number
        payload = reader.position..<reader.position + Int(length)
        let covered = bytes[index + Block.uncovered..<payload.upperBound]
        guard checksum == CRC32C.checksum(of: covered, after: seed.checksum(at: offset)) else { return nil }
    }
}
