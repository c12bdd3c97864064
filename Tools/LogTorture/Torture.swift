/// Many seeds, on several cores.
enum Torture {
    /// Seeds that are given to one task at a time.
    private static let portionSize: UInt64 = 16

    /// Lives the course of each seed, and adds what comes of them in their order: it does not depend on how many cores there are.
    ///
    /// `progress` hears how many seeds are done; `stopsAtBreach` ends it at the first seed in which a law did not hold.
    static func run<Tally: CourseTally>(
        seeds: Range<UInt64>, stopsAtBreach: Bool = false, tasks: Int = 8, progress: (UInt64) -> Void = { _ in },
        course: @escaping @Sendable (UInt64) async -> Tally
    ) async -> Tally {
        var total = Tally()
        await withTaskGroup(of: (UInt64, [Tally]).self) { group in
            var next = seeds.lowerBound
            var awaited = seeds.lowerBound
            var early: [UInt64: [Tally]] = [:]
            func addTask() {
                guard next < seeds.upperBound else { return }
                let portion = next..<next + min(Self.portionSize, seeds.upperBound - next)
                next = portion.upperBound
                group.addTask { (portion.lowerBound, await tallies(of: portion, course)) }
            }
            var isOver: Bool { stopsAtBreach && total.isBroken }
            for _ in 0..<tasks { addTask() }
            while let (first, tallies) = await group.next() {
                early[first] = tallies
                // In the order of the seeds, whichever was done first.
                while !isOver, let tallies = early.removeValue(forKey: awaited) {
                    for tally in tallies where !isOver {
                        total.add(tally)
                        awaited += 1
                    }
                }
                progress(awaited - seeds.lowerBound)
                if isOver { break }
                addTask()
            }
            group.cancelAll()
        }
        return total
    }

    private static func tallies<Tally: CourseTally>(
        of seeds: Range<UInt64>, _ course: @Sendable (UInt64) async -> Tally
    ) async -> [Tally] {
        var tallies: [Tally] = []
        for seed in seeds where !Task.isCancelled {
            tallies.append(await course(seed))
            // A seed never waits for anything, and others may have something to do.
            await Task.yield()
        }
        return tallies
    }
}
