import KeywayCore

/// The first digits of runs' identities, so many that they name each run alone in its log.
///
/// Identities that nodes draw begin with the time, in 12 digits, which runs that begin in one millisecond share.
struct ShortIdentities {
    /// How many digits are shown where fewer would do.
    static let usualCount = 12

    /// How many digits name the run alone, for each run that shares more of them with another one than `--run` asks for.
    private let counts: [RunID: Int]

    /// - Parameter runs: all among which a run is to be named, in any order.
    init(among runs: [RunID]) {
        let sorted = runs.sorted()
        var counts: [RunID: Int] = [:]
        // The runs that share most digits with a run stand beside it.
        for (run, next) in zip(sorted, sorted.dropFirst()) where run != next {
            let count = run.sharedDigits(with: next) + 1
            guard count > RunChoice.leastDigits else { continue }
            for run in [run, next] { counts[run] = max(counts[run] ?? 0, count) }
        }
        self.counts = counts
    }

    /// How many of its first digits name the run alone; at least so many as `--run` asks for.
    func leastCount(for run: RunID) -> Int { counts[run] ?? RunChoice.leastDigits }

    /// The first 12 digits of the run, or as many as name it alone.
    func digits(of run: RunID) -> String {
        String(run.description.prefix(max(leastCount(for: run), Self.usualCount)))
    }
}

extension RunID {
    /// How many digits both begin with.
    fileprivate func sharedDigits(with other: RunID) -> Int {
        let shared = (high ^ other.high).leadingZeroBitCount
        return (shared < 64 ? shared : 64 + (low ^ other.low).leadingZeroBitCount) / 4
    }
}
