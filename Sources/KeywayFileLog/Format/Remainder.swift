import KeywayCore

/// Bytes in doubt at the end of a log, of which nothing says that they were flushed; kept in a `.torn-` file.
///
/// Opening the log for writing takes the bytes out of the log and puts them into the file.
struct Remainder: Equatable, Sendable {
    static let headerLength = 56
    static let magic = Array("KEYWAYTN".utf8)
    /// The most bytes of a `.torn-` file, header included.
    static let greatestSize = SegmentMeasures.greatestSize + UInt64(headerLength)

    /// The log that the bytes were found in.
    var log: FileLog.ID
    /// Where the bytes stood.
    var place: BlockPlace
    /// The bytes that were taken out of the log.
    var remains: [UInt8]

    /// The bytes of the `.torn-` file: a header, then `remains`.
    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.raw(Self.magic)
        writer.fixed(SegmentHeader.version)
        writer.fixed(place.segment)
        writer.identity(log.high, log.low)
        writer.fixed(UInt64(place.offset))
        writer.fixed(UInt64(remains.count))
        // Four bytes without a meaning fill the header up.
        writer.fixed(UInt32(0))
        writer.fixed(CRC32C.checksum(of: remains, after: CRC32C.checksum(of: writer.bytes)))
        writer.raw(remains)
        return writer.bytes
    }

    init(log: FileLog.ID, place: BlockPlace, remains: [UInt8]) {
        self.log = log
        self.place = place
        self.remains = remains
    }

    /// Reads the bytes of a `.torn-` file; nil if they are not whole, or not those of such a file.
    init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard (try? reader.raw(Self.magic.count)) == Self.magic,
            (try? reader.fixed(UInt32.self)) == SegmentHeader.version,
            let segment = try? reader.fixed(UInt32.self), let log = try? reader.identity(),
            let offset = (try? reader.fixed(UInt64.self)).flatMap({ UInt32(exactly: $0) }),
            let count = try? reader.fixed(UInt64.self),
            (try? reader.fixed(UInt32.self)) == 0
        else { return nil }
        let covered = bytes[..<reader.position]
        guard let checksum = try? reader.fixed(UInt32.self), count == reader.remaining else { return nil }
        let remains = bytes[reader.position...]
        guard checksum == CRC32C.checksum(of: remains, after: CRC32C.checksum(of: covered)) else { return nil }
        self.log = FileLog.ID(high: log.high, low: log.low)
        place = BlockPlace(segment: segment, offset: offset)
        self.remains = Array(remains)
    }
}
