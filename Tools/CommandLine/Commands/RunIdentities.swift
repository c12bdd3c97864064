import KeywayCore

/// Draws the identities of runs: from the system, or always the same ones from a seed.
struct RunIdentities: RandomNumberGenerator {
    /// Where the generator stands; nil where the system draws.
    private var seed: UInt64?

    init(seed: UInt64?) {
        self.seed = seed
    }

    /// SplitMix64 where there is a seed. Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators".
    mutating func next() -> UInt64 {
        guard let seed else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        let state = seed &+ 0x9E37_79B9_7F4A_7C15
        self.seed = state
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
