import KeywayCore

/// The first bytes of a segment; their layout is the same in every version of the format.
struct SegmentHeader: Equatable, Sendable {
    static let length = 48
    static let magic = Array("KEYWAYLG".utf8)
    /// The version that this code writes, and the only one that it reads.
    static let version: UInt32 = 2

    var log: FileLog.ID
    var segment: UInt32
    /// The number of the first block, whether it is written yet or not.
    var firstBlock: UInt64
    /// Which opening of the log began the segment.
    var epoch: UInt32

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.raw(Self.magic)
        writer.fixed(Self.version)
        writer.fixed(segment)
        writer.identity(log.high, log.low)
        writer.fixed(firstBlock)
        writer.fixed(epoch)
        writer.fixed(CRC32C.checksum(of: writer.bytes))
        return writer.bytes
    }
}

/// What the first bytes of a segment turn out to be.
enum SegmentBeginning: Equatable {
    case header(SegmentHeader)
    /// Another version of the format.
    case other(version: UInt32)
    case malformed

    init(_ bytes: [UInt8]) {
        self = (try? Self.read(bytes)) ?? .malformed
    }

    private static func read(_ bytes: [UInt8]) throws(ByteError) -> SegmentBeginning {
        var reader = ByteReader(bytes)
        let magic = try reader.raw(SegmentHeader.magic.count)
        let version = try reader.fixed(UInt32.self)
        let segment = try reader.fixed(UInt32.self)
        let log = try reader.identity()
        let firstBlock = try reader.fixed(UInt64.self)
        let epoch = try reader.fixed(UInt32.self)
        let covered = reader.position
        let checksum = try reader.fixed(UInt32.self)
        guard magic == SegmentHeader.magic, version > 0, checksum == CRC32C.checksum(of: bytes[..<covered]) else {
            return .malformed
        }
        guard version == SegmentHeader.version else { return .other(version: version) }
        return .header(
            SegmentHeader(
                log: FileLog.ID(high: log.high, low: log.low), segment: segment, firstBlock: firstBlock, epoch: epoch))
    }
}

extension FileLog {
    /// The version of the format that logs are written in, and the only one that is read.
    package static var formatVersion: UInt32 { SegmentHeader.version }
}
