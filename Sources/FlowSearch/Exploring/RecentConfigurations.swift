/// Configurations to which steps have led lately: for each of 1024 places the last one whose hash means this place.
///
/// Most steps lead to where another step has just led. Their targets need not be looked for in the large table of the store.
struct RecentConfigurations {
    /// Enough for most of what a search meets again, and few enough to stay near the processor.
    private static let count = 1 << 10

    /// Empty until the first configuration comes, which fills all places.
    private var places: [Configuration] = []

    /// Puts the configuration among the recent ones; false where it was one of them already.
    mutating func insert(_ configuration: Configuration, hash: UInt64) -> Bool {
        guard !places.isEmpty else {
            places = [Configuration](repeating: configuration, count: Self.count)
            return true
        }
        let place = Int(truncatingIfNeeded: hash) & (Self.count - 1)
        guard places[place] != configuration else { return false }
        places[place] = configuration
        return true
    }
}
