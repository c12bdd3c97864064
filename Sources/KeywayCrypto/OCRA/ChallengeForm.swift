/// How a challenge is written, and how it becomes bytes. Source: RFC 6287, sections 5.1 and 6.3.
package enum ChallengeForm: Character, Sendable {
    /// Letters and digits of ASCII, each a byte.
    case alphanumeric = "A"
    /// The decimal digits of one number, which is then written in base 16, without leading zeros.
    case decimal = "N"
    /// Digits in base 16, in capitals or not.
    case hexadecimal = "H"

    /// The 128 bytes that stand for the challenge, filled up with zeros on the right; nil if it is written in another way.
    func bytes(of challenge: some StringProtocol) -> [UInt8]? {
        let nibbles: [UInt8]? =
            switch self {
            case .alphanumeric: Self.characters(of: challenge)
            case .decimal: Self.decimalNumber(challenge)
            case .hexadecimal: Self.hexadecimalDigits(of: challenge)
            }
        // A nibble is half a byte, so 128 bytes have 256.
        guard let nibbles, nibbles.count <= 256 else { return nil }
        let filled = nibbles + Array(repeating: 0, count: 256 - nibbles.count)
        return stride(from: 0, to: 256, by: 2).map { filled[$0] << 4 | filled[$0 + 1] }
    }

    private static func characters(of text: some StringProtocol) -> [UInt8]? {
        guard text.unicodeScalars.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || "0"..."9" ~= $0) })
        else { return nil }
        return text.utf8.flatMap { [$0 >> 4, $0 & 0x0f] }
    }

    private static func hexadecimalDigits(of text: some StringProtocol) -> [UInt8]? {
        let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue.map(UInt8.init) : nil }
        return digits.count == text.count ? digits : nil
    }

    /// The number's hexadecimal digits, without leading zeros, the most significant first.
    private static func decimalNumber(_ text: some StringProtocol) -> [UInt8]? {
        var nibbles: [UInt8] = []  // the least significant first
        for character in text {
            guard character.isASCII, let digit = character.wholeNumberValue else { return nil }
            var carry = UInt8(digit)
            for index in nibbles.indices {
                let value = nibbles[index] * 10 + carry
                nibbles[index] = value & 0x0f
                carry = value >> 4
            }
            if carry > 0 { nibbles.append(carry) }
        }
        return nibbles.reversed()
    }
}
