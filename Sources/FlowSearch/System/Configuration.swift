/// One node of a search: everything that decides how a run can go on, packed by the explored system into two integers.
public struct Configuration: Hashable, Sendable {
    /// The first 64 bits; a system that needs no more leaves the others 0.
    public var low: UInt64
    /// The other 64 bits.
    public var high: UInt64

    public init(low: UInt64, high: UInt64 = 0) {
        self.low = low
        self.high = high
    }

    /// The configuration's hash for the table of positions; the standard library's hashing would be the slowest part of a search.
    ///
    /// The multipliers are those of well-known mixing functions. They decide only how evenly configurations spread over the table.
    var tableHash: UInt64 {
        var bits = (low ^ (high &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
        bits ^= (bits >> 32) ^ high
        bits = bits &* 0xD6E8_FEB8_6659_FD93
        return bits ^ (bits >> 32)
    }
}
