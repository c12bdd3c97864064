/// The race of all contestants on the flow PhoneVerification, once for each order in which the events come.
struct VerificationRaces {
    private let subject: Subject
    private let inOrder: Workload
    private let interleaved: Workload
    private let rounds: Int

    init(runs: Int, rounds: Int) throws {
        subject = try Subject()
        inOrder = Workload(runs: runs, of: subject, seed: 1)
        interleaved = inOrder.interleaved(seed: 2)
        self.rounds = rounds
        let refused = (inOrder.refusedShare * 100).rounded(toPlaces: 1)
        print("Phone verification: \(runs) runs, \(inOrder.count) events, \(refused) % refused, late or stale.")
        print("Nanoseconds per event over \(rounds) rounds, in which all take turns; their checksums agreed.\n")
    }

    func report(to report: inout Report) throws {
        for (order, workload) in [("A, a run's events together", inOrder), ("B, 1,024 runs at once", interleaved)] {
            var contestants: [any Contestant] = [
                try FlatRuns(subject), Bulk(subject), Interpreted(subject), SwitchedRuns(), Typed(subject),
                TypedSwitchedRuns(subject),
            ]
            let race = try Race(&contestants, over: workload, rounds: rounds)
            print(race.table(order: order))
            let medians = race.times.map(\.median)
            let (flat, bulk, interpreted) = (medians[0], medians[1], medians[2])
            let (switched, typed, typedSwitched) = (medians[3], medians[4], medians[5])
            report["bulkOverC.\(order.prefix(1))"] = (bulk / flat).rounded(toPlaces: 3)
            report["switchOverBulk.\(order.prefix(1))"] = (switched / bulk).rounded(toPlaces: 3)
            report["typedOverSwitch.\(order.prefix(1))"] = (typed / typedSwitched).rounded(toPlaces: 3)
            // The figure is the slower of the two orders.
            for (name, nanoseconds) in [("coreEventsPerSecond", bulk), ("interpretedPerSecond", interpreted)] {
                report[name] = min(report[name] ?? .infinity, (1e9 / nanoseconds).rounded())
            }
        }
        countAllocations(to: &report)
    }

    private func countAllocations(to report: inout Report) {
        let contestants: [any Contestant] = [Bulk(subject), Interpreted(subject), Typed(subject)]
        let counts = contestants.compactMap { allocationsPerTransition(of: $0, over: inOrder) }
        guard counts.count == contestants.count, let most = counts.max() else { return }
        report["allocationsPerTransition"] = most.rounded(toPlaces: 3)
        print("Allocations per event: \(most.rounded(toPlaces: 6)), whichever way events come.")
    }
}
