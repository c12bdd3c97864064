import CFlatTable

/// The times of one contestant over the rounds, in nanoseconds per event.
struct Times {
    var name: String
    var rounds: [Double] = []

    var median: Double { rounds.sorted()[rounds.count / 2] }
    var least: Double { rounds.min() ?? 0 }
    var most: Double { rounds.max() ?? 0 }
}

/// Times the contestants. They take turns batch by batch, so that other work of the machine slows all of them alike.
struct Race {
    var times: [Times]

    /// - Throws: `BenchmarkError.checksumsDiffer` where two contestants decide differently; nothing is timed then.
    init(_ contestants: inout [any Contestant], over workload: Workload, rounds: Int) throws {
        times = contestants.map { Times(name: $0.name) }
        try Self.compare(&contestants, over: workload)
        for _ in 0..<rounds {
            var spent = contestants.map { _ in Duration.zero }
            for events in workload.batches {
                for place in contestants.indices {
                    contestants[place].begin(with: events)
                    spent[place] += ContinuousClock().measure { _ = contestants[place].reduce(0) }
                }
            }
            for place in contestants.indices {
                times[place].rounds.append(spent[place] / .nanoseconds(1) / Double(workload.count))
            }
        }
    }

    /// Lets the contestants decide every batch, and throws where one's checksums are not those of the first.
    private static func compare(_ contestants: inout [any Contestant], over workload: Workload) throws {
        for events in workload.batches {
            let sums = contestants.indices.map { place in
                contestants[place].begin(with: events)
                let steps = contestants[place].reduce(0)
                return [steps, contestants[place].checksumOfRuns()]
            }
            for (contestant, sum) in zip(contestants, sums) where sum != sums[0] {
                throw BenchmarkError.checksumsDiffer("\(contestant.name) and \(contestants[0].name)")
            }
        }
    }
}
