extension FixedWidthInteger {
    /// The number that decimal digits spell; nil for any other text, also for a number with a sign, which `init(_:)` reads.
    ///
    /// - Parameter text: nil is returned also for digits that spell a number which this type does not have.
    package init?(digits text: some StringProtocol) {
        guard text.isOfDigits, let number = Self(text) else { return nil }
        self = number
    }
}

extension StringProtocol {
    /// Whether the text spells a number in decimal digits, however large.
    package var isOfDigits: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}
