/// Many seeds, on several cores.
enum Torture {
    /// Seeds that are given to one task at a time.
    private static let portion: UInt64 = 16

    /// Tortures the log by these seeds; what comes of it does not depend on how many cores there are.
    ///
    /// `progress` hears how many seeds are done; `stops` ends it at the first breach.
    static func run(
        seeds: Range<UInt64>, plant: Plant? = nil, stopsAtBreach: Bool = false, tasks: Int = 8,
        progress: (UInt64) -> Void = { _ in }
    ) async -> TortureTally {
        var total = TortureTally()
        await withTaskGroup(of: (UInt64, [TortureTally]).self) { group in
            var next = seeds.lowerBound
            var awaited = seeds.lowerBound
            var early: [UInt64: [TortureTally]] = [:]
            func addTask() {
                guard next < seeds.upperBound else { return }
                let portion = next..<min(next + Self.portion, seeds.upperBound)
                next = portion.upperBound
                group.addTask { (portion.lowerBound, await tallies(of: portion, plant: plant)) }
            }
            for _ in 0..<tasks { addTask() }
            while let (first, tallies) = await group.next() {
                early[first] = tallies
                // In the order of the seeds, whichever was done first.
                while let tallies = early.removeValue(forKey: awaited) {
                    for tally in tallies { total.add(tally) }
                    awaited += UInt64(tallies.count)
                }
                progress(awaited - seeds.lowerBound)
                if stopsAtBreach, !total.breaches.isEmpty { break }
                addTask()
            }
            group.cancelAll()
        }
        return total
    }

    private static func tallies(of seeds: Range<UInt64>, plant: Plant?) async -> [TortureTally] {
        var tallies: [TortureTally] = []
        for seed in seeds where !Task.isCancelled {
            var run = SeedRun(seed: seed, plant: plant)
            await run.live()
            tallies.append(run.tally)
            // A seed never waits for anything, and others may have something to do.
            await Task.yield()
        }
        return tallies
    }
}
