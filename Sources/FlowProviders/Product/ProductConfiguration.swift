import FlowSearch

/// Everything of a run, its legs, its providers and their channels that can decide what happens next, in two words.
struct ProductConfiguration: Hashable {
    /// The legs' configuration in 32 bits, and the situation of each provider in 24.
    private var low: UInt64
    private var high: UInt64

    static let greatestProviderCount = 4
    static let greatestSituation: Int32 = 1 << 24 - 1

    init(legs: Int32) {
        low = UInt64(UInt32(bitPattern: legs))
        high = 0
    }

    init(_ packed: Configuration) {
        low = packed.low
        high = packed.high
    }

    var packed: Configuration { Configuration(low: low, high: high) }

    var legs: Int32 {
        get { Int32(truncatingIfNeeded: low) }
        set { low = low & ~0xFFFF_FFFF | UInt64(UInt32(bitPattern: newValue)) }
    }

    /// The first has its place beside the legs; the second's lies across both words.
    subscript(provider: Int) -> Int32 {
        get {
            switch provider {
            case 0: Int32(truncatingIfNeeded: low >> 32 & 0xFF_FFFF)
            case 1: Int32(truncatingIfNeeded: low >> 56 | (high & 0xFFFF) << 8)
            case 2: Int32(truncatingIfNeeded: high >> 16 & 0xFF_FFFF)
            default: Int32(truncatingIfNeeded: high >> 40)
            }
        }
        set {
            let bits = UInt64(UInt32(bitPattern: newValue)) & 0xFF_FFFF
            switch provider {
            case 0: low = low & ~(0xFF_FFFF << 32) | bits << 32
            case 1:
                low = low & ~(0xFF << 56) | bits << 56
                high = high & ~0xFFFF | bits >> 8
            case 2: high = high & ~(0xFF_FFFF << 16) | bits << 16
            default: high = high & 0xFF_FFFF_FFFF | bits << 40
            }
        }
    }
}
