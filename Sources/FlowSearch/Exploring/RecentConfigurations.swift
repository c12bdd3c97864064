/// The configurations that a search met last, each in the place that its hash gives.
///
/// Most steps lead to where another step has just led. Their targets need not be looked for in the large table.
struct RecentConfigurations {
    /// Enough for most of what a search meets again, and few enough to stay near the processor.
    private static let count = 1 << 10

    private var places: [Configuration] = []

    /// Notes the configuration; returns whether it was among the recent ones already.
    mutating func meet(_ configuration: Configuration, scattered: UInt64) -> Bool {
        guard !places.isEmpty else {
            places = [Configuration](repeating: configuration, count: Self.count)
            return false
        }
        let place = Int(truncatingIfNeeded: scattered) & (Self.count - 1)
        guard places[place] != configuration else { return true }
        places[place] = configuration
        return false
    }
}
