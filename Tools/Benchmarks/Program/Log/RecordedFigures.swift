import CAllocationCount
import KeywayCore

/// How fast events are decided and recorded in a memory log, for the flow PhoneVerification.
struct RecordedFigures {
    private static let rounds = 7

    func report(to report: inout Report) async {
        reportRecording(to: &report)
        await reportFronts(to: &report)
    }

    /// Compares a lock and an actor before the runs with the runs alone, while 1,024 of them take turns.
    private func reportFronts(to report: inout Report) async {
        let workload = RecordedWorkload(
            PhoneVerification.table, annotations: PhoneVerification.annotations, text: "12345678", runs: 8_192, seed: 1
        ).interleaved(seed: 2)
        let fronts = await CoreFronts(over: workload)
        report["lockOverCore"] = fronts.lockOverCore.rounded(toPlaces: 3)
        report["actorBatchOverCore"] = fronts.actorBatchOverCore.rounded(toPlaces: 3)
        print(
            "The same takes \(fronts.lockOverCore.rounded(toPlaces: 2)) times as long under a lock, "
                + "\(fronts.actorBatchOverCore.rounded(toPlaces: 2)) times in an actor that is handed 32 events at a time."
        )
    }

    private func reportRecording(to report: inout Report) {
        for interleaved in [false, true] {
            let events = RecordedEvents(
                PhoneVerification.table, annotations: PhoneVerification.annotations, text: "12345678",
                runs: 16_384, interleaved: interleaved)
            let allocations = events.run { allocation_count() }
            let seconds = (0..<Self.rounds).map { _ in events.run { processorSeconds() }.spent }.sorted()
            let perSecond = Double(allocations.recorded) / seconds[Self.rounds / 2]
            // The figure is the slower of the two orders.
            report["recordedEventsPerSecond"] = min(report["recordedEventsPerSecond"] ?? .infinity, perSecond).rounded()
            let each = (Double(allocations.spent) / Double(allocations.recorded)).rounded(toPlaces: 2)
            let order = interleaved ? "1,024 runs at once" : "run by run"
            print("Recorded in memory, \(order): \(Int(perSecond)) events a second, \(each) allocations each.")
        }
    }
}
