/// A code that a person can type: the last decimal digits of four bytes of an authentication code.
///
/// Source: RFC 4226, section 5.3; RFC 6238 uses it for longer hashes in the same way.
enum DecimalCode {
    /// `code` is of 20 bytes or more, as every hash function here gives.
    static func truncating(_ code: [UInt8], digits: Int) -> String {
        // The last four bits choose the place; it and the three bytes after it lie within the first 19.
        let offset = Int(code.last ?? 0) & 0x0f
        // Without its top bit the number is the same whether it is read with a sign or without.
        var number = code.dropFirst(offset).prefix(4).reduce(0) { $0 << 8 | UInt64($1) } & 0x7fff_ffff
        var text: [UInt8] = []
        for _ in 0..<digits {
            text.append(UInt8(ascii: "0") + UInt8(number % 10))
            number /= 10
        }
        return String(decoding: text.reversed(), as: UTF8.self)
    }
}

extension UInt64 {
    /// Its eight bytes, the most significant first.
    var bigEndianBytes: [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * UInt64($0))) }
    }
}
