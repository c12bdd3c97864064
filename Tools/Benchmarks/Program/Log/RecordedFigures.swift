import CAllocationCount
import KeywayCore

/// How fast events are decided and recorded in a memory log, and decided again from the records, for the flow PhoneVerification.
struct RecordedFigures {
    private static let rounds = 7

    func report(to report: inout Report) async throws {
        reportRecording(to: &report)
        await reportFronts(to: &report)
        try reportReplay(to: &report)
    }

    /// Compares runs behind a lock, and runs in an actor, with the same runs alone; 1,024 of them take turns.
    private func reportFronts(to report: inout Report) async {
        let fronts = await CoreFronts(over: workload.interleaved(seed: 2))
        report["lockOverCore"] = fronts.lockOverCore.rounded(toPlaces: 3)
        report["actorBatchOverCore"] = fronts.actorBatchOverCore.rounded(toPlaces: 3)
        print(
            "The same takes \(fronts.lockOverCore.rounded(toPlaces: 2)) times as long under a lock, "
                + "\(fronts.actorBatchOverCore.rounded(toPlaces: 2)) times in an actor that is handed 32 events at a time."
        )
    }

    private func reportReplay(to report: inout Report) throws {
        let speeds = try ReplaySpeeds(of: StoredRuns(of: workload))
        report["replayTrustedPerSecond"] = speeds.trusted.rounded()
        report["replayDecodedPerSecond"] = speeds.decoded.rounded()
        report["replayChecksummedPerSecond"] = speeds.checksummed.rounded()
        print(
            "Replayed from memory: \(Int(speeds.trusted)) events a second as records, \(Int(speeds.decoded)) from bytes, "
                + "\(Int(speeds.checksummed)) from bytes with their checksums.")
    }

    private var workload: RecordedWorkload {
        RecordedWorkload(
            PhoneVerification.table, annotations: PhoneVerification.annotations, text: "12345678", runs: 8_192, seed: 1)
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
