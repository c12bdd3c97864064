/// How the 128 bits of an identity are printed and read: 32 hexadecimal digits, so that one identity has one text.
package enum IdentityDigits {
    /// The 16 digits of the high half, then the 16 of the low one.
    package static func digits(_ high: UInt64, _ low: UInt64) -> String {
        [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// The two halves that are printed as this text; nil for any other text, also for one with capital letters.
    package static func halves(of text: String) -> (high: UInt64, low: UInt64)? {
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16), digits(high, low) == text
        else { return nil }
        return (high, low)
    }
}
