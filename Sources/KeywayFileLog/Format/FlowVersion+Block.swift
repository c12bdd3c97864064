import KeywayCore
import KeywayLog

extension FlowVersion {
    func append(to bytes: inout [UInt8]) {
        bytes.append(varint: UInt64(table.count))
        bytes += table
        bytes.append(varint: UInt64(annotations.count))
        bytes += annotations
    }

    /// The version that a table block holds.
    convenience init(from reader: inout ByteReader) throws(ByteError) {
        self.init(table: try reader.bytes(), annotations: try reader.bytes())
    }
}
