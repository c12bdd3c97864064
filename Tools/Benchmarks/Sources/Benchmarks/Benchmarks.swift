/// Prints what was measured, for people; the last line is one JSON object for scripts.
@main
enum Benchmarks {
    static let runs = 65_536
    static let rounds = 9

    static func main() async throws {
        // First, while no memory was freed that a search could use again.
        let before = residentSize()
        let commit = try ExplorationCost.twoPhaseCommit()
        let proofs = try ShippedProofs(residentBefore: before)

        var report = Report()
        try await LiveRunFigures().report(to: &report)
        try VerificationRaces(runs: runs, rounds: rounds).report(to: &report)
        RecordedFigures().report(to: &report)
        try await LogFigures().report(to: &report)
        let shipped = try Generation.checkShippedSpecs()
        report["checkShippedSpecsSeconds"] = shipped.rounded(toPlaces: 4)
        print("All shipped specs are checked in \(shipped.rounded(toPlaces: 4)) s.")
        let large = try Generation.checkAndGenerateLargeFlow()
        report["checkAndGenerate1000StatesSeconds"] = large.rounded(toPlaces: 4)
        print("1,000 states and 100 events are checked and written as Swift in \(large.rounded(toPlaces: 4)) s.")
        // The worst is what is promised.
        report["explorerConfigurationsPerSecond"] = min(commit.perSecond, proofs.largest.perSecond).rounded()
        report["explorerBytesPerConfiguration"] =
            ([commit] + proofs.large).compactMap(\.bytesPerConfiguration).max()?.rounded(toPlaces: 1)
        report["allProofsSeconds"] = proofs.seconds.rounded(toPlaces: 2)
        print(commit.sentence)
        for sentence in proofs.sentences { print(sentence) }
        print(report.json)
    }
}
