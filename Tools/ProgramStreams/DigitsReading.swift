extension FixedWidthInteger {
    /// The number that decimal digits spell; nil for any other text, also for a number with a sign, which `init(_:)` reads.
    package init?(digits text: some StringProtocol) {
        guard text.first?.isWholeNumber == true, let number = Self(text) else { return nil }
        self = number
    }
}
