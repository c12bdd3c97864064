import KeywayCore

/// Records that a log keeps together: their count, then each behind its size in bytes.
extension [Record] {
    package var codedGroup: [UInt8] {
        var coded = ByteWriter(room: 8 + 96 * count)
        coded.varint(UInt64(count))
        // The size of a record stands in front of the record, and is known only once the record is coded.
        var coding = ByteWriter(room: 256)
        for record in self {
            coding.removeAll()
            coding.record(record)
            coded.bytes(of: coding)
        }
        return coded.bytes
    }
}
