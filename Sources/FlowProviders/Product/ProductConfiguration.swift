import FlowSearch

/// Everything of a run, its legs, its providers and their channels that can decide what happens next, packed into two 64-bit numbers.
struct ProductConfiguration: Hashable {
    /// The low half of the legs' position, in 16 bits, and above these the situations of two providers, with 24 bits each.
    private var low: UInt64
    /// The high half of the legs' position, and above this the situations of two more providers.
    private var high: UInt64

    static let greatestProviderCount = 4
    /// The greatest number of a situation, which has 24 bits.
    static let greatestSituation: Int32 = 1 << 24 - 1

    init(legs: Int32) {
        (low, high) = (0, 0)
        self.legs = legs
    }

    init(_ packed: Configuration) {
        low = packed.low
        high = packed.high
    }

    var packed: Configuration { Configuration(low: low, high: high) }

    /// The configuration of the legs, by its position.
    var legs: Int32 {
        get { Int32(truncatingIfNeeded: low & 0xFFFF | (high & 0xFFFF) << 16) }
        set {
            let bits = UInt64(UInt32(bitPattern: newValue))
            low = low & ~0xFFFF | bits & 0xFFFF
            high = high & ~0xFFFF | bits >> 16
        }
    }

    /// The situation of a provider, by its position.
    subscript(provider: Int) -> Int32 {
        get { Int32(truncatingIfNeeded: (provider < 2 ? low : high) >> Self.shift(of: provider) & 0xFF_FFFF) }
        set {
            let shift = Self.shift(of: provider)
            let bits = UInt64(UInt32(bitPattern: newValue) & 0xFF_FFFF) << shift
            if provider < 2 {
                low = low & ~(0xFF_FFFF << shift) | bits
            } else {
                high = high & ~(0xFF_FFFF << shift) | bits
            }
        }
    }

    private static func shift(of provider: Int) -> UInt64 { provider & 1 == 0 ? 16 : 40 }
}
