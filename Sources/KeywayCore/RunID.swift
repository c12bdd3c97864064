/// One execution of a flow, told apart from every other by 128 random bits.
///
/// Where nodes share a log, a node makes identities that begin with the time; then only 80 bits are random.
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

    /// Draws an identity that begins with a time: 48 bits of milliseconds, and 80 random bits.
    ///
    /// In the index of a database the runs that begin at one time lie side by side so, and those of a week are a range.
    ///
    /// - Parameters:
    ///   - time: by the clock of the log; one before 1970 counts as that year's beginning.
    ///   - generator: gives the random bits.
    package static func dated(_ time: Instant, using generator: inout some RandomNumberGenerator) -> RunID {
        let milliseconds = UInt64(max(time.milliseconds, 0))
        return RunID(high: milliseconds << 16 | generator.next() >> 48, low: generator.next())
    }
}

/// Identities are in the order of their digits, which is the same in every process. The order of random ones says nothing about time.
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
