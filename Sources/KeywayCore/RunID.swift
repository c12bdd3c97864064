/// One execution of a flow, told apart from every other by 128 random bits.
public struct RunID: Hashable, Sendable {
    /// The first 16 of the 32 digits.
    public let high: UInt64
    /// The last 16 of the 32 digits.
    public let low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Draws an identity of 128 bits.
    ///
    /// - Parameter generator: gives both halves. Two runs must not get the same numbers: a log has one run of an
    ///   identity.
    public static func random(using generator: inout some RandomNumberGenerator) -> RunID {
        RunID(high: generator.next(), low: generator.next())
    }
}

/// Identities are in the order of their digits: the order says nothing about time, but is the same in every process.
extension RunID: Comparable {
    public static func < (left: RunID, right: RunID) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}

extension RunID: CustomStringConvertible {
    /// 32 hexadecimal digits, in small letters.
    public var description: String { IdentityDigits.digits(high, low) }

    /// Reads what `description` prints; nil for any other text.
    ///
    /// - Parameter description: 32 hexadecimal digits, in small letters only: a text with capitals gives nil.
    public init?(_ description: String) {
        guard let (high, low) = IdentityDigits.halves(of: description) else { return nil }
        self.init(high: high, low: low)
    }
}
