/// How the 128 bits of an identity are printed and read: 32 hexadecimal digits.
package enum IdentityDigits {
    /// The 16 digits of either half, one after the other.
    package static func digits(_ high: UInt64, _ low: UInt64) -> String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The two halves that 32 hexadecimal digits stand for; nil for any other text.
    package static func halves(of digits: String) -> (high: UInt64, low: UInt64)? {
        guard digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit),
            let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        return (high, low)
    }
}
