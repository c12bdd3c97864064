/// How fast the explorer searches, and what all shipped proofs take.
struct ProofFigures {
    func report(to report: inout Report) throws {
        let before = residentSize()
        let commit = try ExplorationCost.twoPhaseCommit()
        let proofs = try ShippedProofs(residentBefore: before)
        // The figures are the slower speed, and the most memory for one configuration.
        report["explorerConfigurationsPerSecond"] = min(commit.perSecond, proofs.largest.perSecond).rounded()
        report["explorerBytesPerConfiguration"] =
            ([commit] + proofs.large).compactMap(\.bytesPerConfiguration).max()?.rounded(toPlaces: 1)
        report["allProofsSeconds"] = proofs.seconds.rounded(toPlaces: 2)
        print(commit.sentence)
        for sentence in proofs.sentences { print(sentence) }
    }
}
