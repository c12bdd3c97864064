/// Many seeds, on several cores.
enum Torture {
    /// How the courses of many seeds are played beside each other.
    struct Pace {
        /// How many portions are played at once.
        var tasks = 8
        /// How many seeds one task plays before it gives back what was counted.
        var portionSize: UInt64 = 16
    }

    /// Plays the course of each seed, and adds what was counted in the order of the seeds, so that the sum does not depend on the cores.
    ///
    /// `progress` is told how many seeds are added up; with `stopsAtBreach` the first seed in which a law did not hold is the last that
    /// counts.
    static func run<Tally: CourseTally>(
        seeds: Range<UInt64>, stopsAtBreach: Bool = false, by pace: Pace = Pace(),
        progress: (UInt64) -> Void = { _ in },
        course: @escaping @Sendable (UInt64) async -> Tally
    ) async -> Tally {
        var total = Tally()
        await withTaskGroup(of: (UInt64, [Tally]).self) { group in
            var next = seeds.lowerBound
            var awaited = seeds.lowerBound
            // What later tasks gave back before an earlier one, by their first seeds.
            var early: [UInt64: [Tally]] = [:]
            func addTask() {
                guard next < seeds.upperBound else { return }
                let portion = next..<next + min(pace.portionSize, seeds.upperBound - next)
                next = portion.upperBound
                group.addTask { (portion.lowerBound, await tallies(of: portion, course)) }
            }
            var isOver: Bool { stopsAtBreach && total.isBroken }
            for _ in 0..<pace.tasks { addTask() }
            while let (first, tallies) = await group.next() {
                early[first] = tallies
                // In the order of the seeds, whichever portion was done first.
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
            // A course may never wait for anything, so other tasks of the process get their turn here.
            await Task.yield()
        }
        return tallies
    }
}
