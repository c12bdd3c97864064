extension FlowStatistics {
    /// A table of statistics: what is counted, and how often each text came up, such as a final's name.
    package struct CountTable: Sendable {
        /// What is counted, as people read it: `ended in`.
        package var name: String
        /// The table's name in JSON and CSV: `outcomes`.
        package var key: String
        /// Whether each count is also shown as a percentage of all runs; true only where a run counts at most once in a row.
        package var countsRuns = false
        /// Each text with how often it came up, the most frequent first.
        package var rows: [(text: String, count: Int)]
    }

    /// How long the stays in a state took, in milliseconds.
    package struct StayTimes: Sendable {
        package var state: String
        /// How many stays were counted.
        package var count: Int
        /// The time that half of the stays do not exceed.
        package var median: Int64
        /// The time that 95 of 100 stays do not exceed.
        package var p95: Int64
        /// The time that 99 of 100 stays do not exceed.
        package var p99: Int64
    }

    /// All counts; a table may have no rows.
    package var tables: [CountTable] {
        [
            CountTable(name: "ended in", key: "outcomes", countsRuns: true, rows: outcomes.sorted),
            CountTable(name: "ended with", key: "endings", countsRuns: true, rows: endings.sorted),
            CountTable(name: "ended by provider, sub-flows too", key: "providers", rows: providers.sorted),
            CountTable(name: "not ended, and in", key: "standing", rows: unended.sorted),
            CountTable(name: "cut by damage, and last in", key: "cut", rows: cut.sorted),
            CountTable(name: "perhaps cut by damage, and last in", key: "perhapsCut", rows: perhapsCut.sorted),
            CountTable(name: "results", key: "results", rows: results.sorted),
            CountTable(name: "were at least once in", key: "reached", countsRuns: true, rows: reached.sorted),
            CountTable(name: "deadlines that passed", key: "deadlines", rows: deadlines.sorted),
            CountTable(
                name: "effects that the app did not perform, or not to their end", key: "failures",
                rows: failures.sorted),
            CountTable(name: "events of which nothing came", key: "dropped", rows: dropped.sorted),
            CountTable(name: "callbacks that no row reads", key: "unread", rows: unread.sorted),
        ]
    }

    /// How many of a hundred runs so many runs are, rounded: `67`.
    ///
    /// Fewer than all are never `100` but `>99`, and more than none never `0` but `<1`.
    package func percent(of count: Int) -> String {
        guard count > 0, runCount > 0 else { return "0" }
        let rounded = (200 * count + runCount) / (2 * runCount)
        if count < runCount, rounded == 100 { return ">99" }
        return rounded == 0 ? "<1" : "\(rounded)"
    }

    /// For each state, by its name, how long the stays in it took.
    package var stayTimes: [StayTimes] {
        stays.sorted { $0.key < $1.key }.compactMap { state, stays in
            guard let median = stays.percentile(50), let p95 = stays.percentile(95), let p99 = stays.percentile(99)
            else { return nil }
            return StayTimes(state: state, count: stays.count, median: median, p95: p95, p99: p99)
        }
    }
}
