import CAllocationCount

/// How many blocks of memory a contestant asks for to decide an event, on average; what it asks for to begin its runs is not counted.
///
/// Nil on systems where `allocation_count` does not count.
func allocationsPerTransition(of contestant: some Contestant, over workload: Workload) -> Double? {
    guard allocation_count() >= 0 else { return nil }
    var contestant = contestant
    var allocations: Int64 = 0
    for events in workload.batches {
        contestant.begin(with: events)
        let before = allocation_count()
        _ = contestant.reduce(0)
        allocations += allocation_count() - before
    }
    return Double(allocations) / Double(workload.count)
}
