import KeywayDebugger

/// A sorted list of runs, of which only those are kept that a page of the list may show: a log may have millions of others.
struct SortedRuns {
    /// By what the list is sorted, the earliest, shortest or smallest first.
    enum Key {
        case began, duration, events
    }

    private let key: Key
    /// How many runs are shown at most on the page and on the pages before it together; `.max` where all are shown.
    private let most: Int
    /// Those that were added and may be shown, each with its place in the log.
    private(set) var kept: [(place: Int, run: RunSummary)] = []
    /// How many runs were added.
    private(set) var count = 0

    init(by key: Key, most: Int) {
        self.key = key
        self.most = most
    }

    mutating func add(_ run: RunSummary) {
        kept.append((count, run))
        count += 1
        // Sorting now and then, and not with each run, costs little more than sorting once.
        guard kept.count / 2 >= max(most, 512) else { return }
        sort()
        kept.removeSubrange(most...)
    }

    /// The runs of the page: those behind the first `skip`, at most `limit` of them. `skip` and `limit` together are `most` at most.
    mutating func page(skipping skip: Int, limit: Int) -> [RunSummary] {
        sort()
        return kept.dropFirst(skip).prefix(limit).map(\.run)
    }

    /// Runs with the same key are sorted by their beginning, and those that began at once by their place in the log. A clock may be set
    /// back, so a run that stands later in the log may have begun earlier.
    private mutating func sort() {
        switch key {
        case .began: kept.sort { ($0.run.began, $0.place) < ($1.run.began, $1.place) }
        case .duration:
            kept.sort { ($0.run.duration, $0.run.began, $0.place) < ($1.run.duration, $1.run.began, $1.place) }
        case .events:
            kept.sort { ($0.run.eventCount, $0.run.began, $0.place) < ($1.run.eventCount, $1.run.began, $1.place) }
        }
    }
}
