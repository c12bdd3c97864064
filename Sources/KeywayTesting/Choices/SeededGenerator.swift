/// A generator whose numbers follow from its seed, so that a failure can be seen again.
///
/// Source: Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Begins the sequence of a seed.
    ///
    /// - Parameter seed: any number; the same one gives the same numbers on every platform.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next number of the sequence.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
