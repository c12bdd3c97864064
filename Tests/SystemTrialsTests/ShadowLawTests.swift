import KeywayDebugger
import KeywayTesting
import SystemTrials
import Testing

@Suite("What a shadow's log says was lost")
struct ShadowLawTests {
    private func tally(
        _ signIns: Int, of product: ShadowedProduct, planting mistake: ShadowMistake? = nil
    ) throws -> ShadowTally {
        var tally = ShadowTally(planting: mistake)
        var generator = SeededGenerator(seed: 20_261_126)
        try tally.add(signIns, of: product.trial(), generator: &generator)
        return tally
    }

    @Test("Every success that a naive handler loses is found, and none is invented", arguments: ShadowedProduct.all)
    func losses(product: ShadowedProduct) throws {
        let tally = try tally(2_000, of: product)
        #expect(tally.mistakes.prefix(5).joined(separator: "\n") == "")
        #expect(tally.isSound, "\(tally.lost) lost, \(tally.found) found, \(tally.survey.unmodelled.sorted)")
        #expect(tally.conditional * 4 < tally.count)
    }

    @Test(
        "A report that says the same of every sign-in is found out", arguments: ShadowMistake.allCases,
        ShadowedProduct.flows)
    func mistakes(mistake: ShadowMistake, flow: String) throws {
        let products = ShadowedProduct.all.filter { $0.flow == flow }
        #expect(try products.contains { try !tally(2_000, of: $0, planting: mistake).isSound })
    }

    /// Some SDKs say nothing more behind a failure: there a handler that takes the failure for the end loses nothing.
    @Test("Each naive handler loses successes, and most of them are found", arguments: ShadowedProduct.flows)
    func handlersLose(flow: String) throws {
        let tallies = try ShadowedProduct.all.filter { $0.flow == flow }.map { try tally(2_000, of: $0) }
        let lost = tallies.reduce(0) { $0 + $1.lost }
        #expect(lost > 10)
        #expect(tallies.reduce(0) { $0 + $1.found } * 2 > lost, "\(tallies.map(\.notJudged))")
    }
}
