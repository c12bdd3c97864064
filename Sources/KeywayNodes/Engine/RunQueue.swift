import KeywayCore

/// Runs that wait for something, those that have waited longest coming first.
struct RunQueue: Sendable {
    private var runs: [RunID] = []
    /// How many of them, from the front, were taken out. They are removed many at a time: each removal moves all that stand behind, and
    /// there may be a hundred thousand.
    private var taken = 0

    var isEmpty: Bool { taken == runs.count }

    mutating func append(_ run: RunID) {
        runs.append(run)
    }

    mutating func append(_ others: [RunID]) {
        runs += others
    }

    mutating func popFirst() -> RunID? {
        guard !isEmpty else { return nil }
        defer {
            taken += 1
            if taken == runs.count || taken > 64 && taken * 2 > runs.count {
                runs.removeFirst(taken)
                taken = 0
            }
        }
        return runs[taken]
    }

    /// Takes out at most so many.
    mutating func take(_ count: Int) -> [RunID] {
        if isEmpty { return [] }
        var first: [RunID] = []
        while first.count < count, let run = popFirst() { first.append(run) }
        return first
    }

    /// Takes out all.
    mutating func takeAll() -> [RunID] { take(.max) }
}
