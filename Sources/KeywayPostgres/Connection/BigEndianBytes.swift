import KeywayCore

extension FixedWidthInteger {
    /// The bytes of the number, the highest first, as the server has them.
    var bigEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> (Self.bitWidth - 8 - 8 * $0)) }
    }

    /// The number that these bytes are, the highest first; nil where there are more or fewer of them than the type has.
    init?(bigEndianBytes bytes: [UInt8]) {
        guard bytes.count == Self.bitWidth / 8 else { return nil }
        self = bytes.reduce(0) { $0 << 8 | Self(truncatingIfNeeded: $1) }
    }
}

extension RunID {
    /// The sixteen bytes of the identity, which are those of a `uuid`.
    var bytes: [UInt8] { high.bigEndianBytes + low.bigEndianBytes }

    /// The identity that these bytes are; nil where there are not sixteen of them.
    init?(bytes: [UInt8]) {
        guard let high = UInt64(bigEndianBytes: Array(bytes.prefix(8))),
            let low = UInt64(bigEndianBytes: Array(bytes.dropFirst(8)))
        else { return nil }
        self.init(high: high, low: low)
    }
}
