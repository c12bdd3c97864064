extension FixedWidthInteger {
    /// The number that decimal digits spell; nil for any other text, also for a number with a sign, which `init(_:)` reads.
    ///
    /// - Parameter text: the digits; nil is returned also where their number is too large for this type.
    package init?(digits text: some StringProtocol) {
        guard text.isOfDigits, let number = Self(text) else { return nil }
        self = number
    }
}

extension StringProtocol {
    /// Whether the text spells a number in decimal digits, however large.
    package var isOfDigits: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}
