import Keyway

/// Prints what was measured, for people; the last line is one JSON object for scripts.
@main
enum Benchmarks {
    static let runs = 65_536
    static let rounds = 9

    static func main() throws {
        // First, while no memory was freed that a search could use again.
        let exploration = try Explorations.twoPhaseCommit()

        let flow = try PhoneVerification()
        let inOrder = Workload(runs: runs, of: flow, seed: 1)
        let interleaved = inOrder.interleaved(seed: 2)
        let refused = (inOrder.refusedShare * 100).rounded(toPlaces: 1)
        print("Phone verification: \(runs) runs, \(inOrder.count) events, \(refused) % refused, late or stale.")
        print("Nanoseconds per event over \(rounds) rounds, in which all take turns; their checksums agreed.\n")

        // What a generated flow brings joins here: the typed events.
        var contestants: [any Contestant] = [
            try FlatRuns(flow), try PackedRuns(flow), try Interpreted(flow), SwitchedRuns(),
        ]
        var report = Report()
        for (order, workload) in [("A, a run's events together", inOrder), ("B, 1,024 runs at once", interleaved)] {
            let race = try Race(&contestants, over: workload, rounds: rounds)
            print(race.table(order: order))
            let (flat, packed, interpreted, switched) = (
                race.times[0].median, race.times[1].median, race.times[2].median, race.times[3].median
            )
            // The slower order is what is promised.
            let perSecond = min(report["interpretedPerSecond"] ?? .infinity, 1e9 / interpreted)
            report["interpretedPerSecond"] = perSecond.rounded()
            report["bulkOverC.\(order.prefix(1))"] = (packed / flat).rounded(toPlaces: 3)
            report["switchOverBulk.\(order.prefix(1))"] = (switched / packed).rounded(toPlaces: 3)
        }

        if let interpreted = allocationsPerTransition(of: try Interpreted(flow), over: inOrder),
            let packed = allocationsPerTransition(of: try PackedRuns(flow), over: inOrder)
        {
            report["allocationsPerTransition"] = max(interpreted, packed).rounded(toPlaces: 3)
            print("Allocations per event: interpreted \(interpreted.rounded(toPlaces: 6)), packed \(packed).")
        }
        let shipped = try Generation.checkShippedSpecs()
        report["checkShippedSpecsSeconds"] = shipped.rounded(toPlaces: 4)
        print("All shipped specs are checked in \(shipped.rounded(toPlaces: 4)) s.")
        let large = try Generation.checkAndGenerateLargeFlow()
        report["checkAndGenerate1000StatesSeconds"] = large.rounded(toPlaces: 4)
        print("1,000 states and 100 events are checked and written as Swift in \(large.rounded(toPlaces: 4)) s.")
        report["explorerConfigurationsPerSecond"] = exploration.perSecond.rounded()
        report["explorerBytesPerConfiguration"] = exploration.bytesPerConfiguration?.rounded(toPlaces: 1)
        print(exploration.sentence)
        print(report.json)
    }
}
