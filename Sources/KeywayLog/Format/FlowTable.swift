import Keyway

/// A flow's version as the log keeps it: once, in a block of its own.
struct FlowTable: Hashable, Sendable {
    var table: [UInt8]
    var annotations: [UInt8]

    /// The checksum is enough to tell tables apart quickly, and takes far less time than hashing byte by byte.
    func hash(into hasher: inout Hasher) {
        hasher.combine(CRC32C.checksum(of: annotations, after: CRC32C.checksum(of: table)))
    }

    /// The payload of its block.
    var payload: [UInt8] {
        var writer = ByteWriter()
        writer.bytes(table)
        writer.bytes(annotations)
        return writer.bytes
    }

    init(table: [UInt8], annotations: [UInt8]) {
        self.table = table
        self.annotations = annotations
    }

    init(from reader: inout ByteReader) throws(ByteError) {
        table = try reader.bytes()
        annotations = try reader.bytes()
    }
}
