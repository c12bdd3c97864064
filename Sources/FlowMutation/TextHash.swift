/// A hash of texts that is the same in every process: 64 bits, FNV-1a.
///
/// Source: draft-eastlake-fnv, "The FNV Non-Cryptographic Hash Algorithm".
public struct TextHash: Sendable {
    public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    public init() {}

    public init(_ text: String) {
        add(text)
    }

    /// Adds a text and its end, so that two texts are not as one.
    public mutating func add(_ text: String) { add(text.utf8) }

    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { mix(byte) }
        mix(0xFF)
    }

    private mutating func mix(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
