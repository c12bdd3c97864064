import KeywayCore
import KeywayLog

/// The payload of an opening block: what a writer says of itself in front of its first records.
struct OpeningNote: Equatable, Sendable {
    /// Bytes of the log that the writer took out of it when it opened it.
    struct SetAsideBytes: Equatable, Sendable {
        var place: BlockPlace
        var length: UInt64
    }

    /// A log that was damaged, and in the place of which this one was begun.
    struct Older: Equatable, Sendable {
        var log: FileLog.ID
        /// The name of its folder, in the folder that this log's folder stands in.
        var folder: String
    }

    /// Part of the key of every effect that this writer's runs order.
    var salt: UInt64
    /// The wall clock when the writer opened the log, in milliseconds since the beginning of 1970.
    var wallTime: Instant
    /// What the writer took out of the end of the log when it opened it.
    var setAside: [SetAsideBytes]
    /// The damaged log in the place of which this one was begun; nil where there was none.
    var older: Older?

    func append(to bytes: inout [UInt8]) {
        var writer = ByteWriter()
        writer.fixed(salt)
        writer.signed(wallTime.milliseconds)
        writer.list(setAside) { writer, part in
            writer.varint(UInt64(part.place.segment))
            writer.varint(UInt64(part.place.offset))
            writer.varint(part.length)
        }
        writer.optional(older) { writer, older in
            writer.identity(older.log.high, older.log.low)
            writer.string(older.folder)
        }
        bytes += writer.bytes
    }

    init(salt: UInt64, wallTime: Instant, setAside: [SetAsideBytes], older: Older?) {
        self.salt = salt
        self.wallTime = wallTime
        self.setAside = setAside
        self.older = older
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        salt = try reader.fixed(UInt64.self)
        wallTime = Instant(milliseconds: try reader.signed())
        setAside = try reader.list { (reader) throws(ByteError) in
            let (segment, offset) = (try reader.index(), try reader.index())
            return SetAsideBytes(place: BlockPlace(segment: segment, offset: offset), length: try reader.varint())
        }
        older = try reader.optional { (reader) throws(ByteError) in
            let identity = try reader.identity()
            return Older(log: FileLog.ID(high: identity.high, low: identity.low), folder: try reader.string())
        }
    }
}

extension ByteReader {
    /// A varint that fits 32 bits: the number of a segment, or an offset in one.
    fileprivate mutating func index() throws(ByteError) -> UInt32 {
        let start = position
        guard let index = UInt32(exactly: try varint()) else { throw .outOfRange(position: start) }
        return index
    }
}
