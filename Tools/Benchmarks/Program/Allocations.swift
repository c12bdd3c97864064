import CAllocationCount

/// How many blocks of memory a contestant asks for in each event; its runs are begun outside the count.
///
/// Nil where allocations are not counted.
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
