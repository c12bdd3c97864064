import KeywayCore

extension FileLog {
    /// The identity of a log: 128 random bits, with which the checksum of each of its blocks begins.
    public struct ID: Hashable, Sendable {
        /// The first eight of the 16 bytes as files have them.
        public let high: UInt64
        /// The last eight of them.
        public let low: UInt64

        public init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// Draws an identity of 128 bits.
        ///
        /// - Parameter generator: gives both halves. Two logs must not get the same numbers.
        public static func random(using generator: inout some RandomNumberGenerator) -> FileLog.ID {
            FileLog.ID(high: generator.next(), low: generator.next())
        }
    }
}

extension FileLog.ID: LosslessStringConvertible {
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

extension ByteWriter {
    /// The 16 bytes of an identity, in the order in which it is printed.
    mutating func identity(_ high: UInt64, _ low: UInt64) {
        fixed(high.byteSwapped)
        fixed(low.byteSwapped)
    }
}

extension ByteReader {
    mutating func identity() throws(ByteError) -> (high: UInt64, low: UInt64) {
        (try fixed(UInt64.self).byteSwapped, try fixed(UInt64.self).byteSwapped)
    }
}
