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

    /// Draws an identity from the generator.
    public static func random(using generator: inout some RandomNumberGenerator) -> RunID {
        RunID(high: generator.next(), low: generator.next())
    }
}

extension RunID: CustomStringConvertible {
    /// 32 hexadecimal digits.
    public var description: String { Self.digits(high) + Self.digits(low) }

    /// The run that is printed so.
    public init?(_ description: String) {
        let digits = Array(description.utf8)
        guard digits.count == 32, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let high = UInt64(description.prefix(16), radix: 16), let low = UInt64(description.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
