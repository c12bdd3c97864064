import KeywayDebugger
import KeywayTesting
import SystemTrials
import Testing

@Suite("What a report of shadows calls lost is what was lost")
struct ShadowTallyTests {
    private func tally(
        _ trials: Int, of product: ShadowedProduct, planting mistake: ShadowMistake? = nil
    ) throws -> ShadowTally {
        var tally = ShadowTally(planting: mistake)
        var generator = SeededGenerator(seed: 20_261_126)
        try tally.add(trials, of: product.trial(), generator: &generator)
        return tally
    }

    @Test("Every success that a naive handler loses is found, and none is invented", arguments: ShadowedProduct.all)
    func losses(product: ShadowedProduct) throws {
        let tally = try tally(2_000, of: product)
        #expect(tally.mistakes.prefix(5).joined(separator: "\n") == "")
        #expect(tally.isSound, "\(tally.lost) lost, \(tally.found) found, \(tally.survey.unmodelled.sorted)")
        // To call a sign-in lost if the backend had confirmed is no mistake where that is so, but a report may not say it of many.
        #expect(tally.conditional * 4 < tally.count)
    }

    @Test(
        "A report that judges nothing, or calls sign-ins lost without a reason, is found out",
        arguments: ShadowMistake.allCases, ShadowedProduct.flows)
    func mistakes(mistake: ShadowMistake, flow: String) throws {
        let products = ShadowedProduct.all.filter { $0.flow == flow }
        #expect(try products.contains { try !tally(2_000, of: $0, planting: mistake).isSound })
    }

    /// A flow has one naive handler, and a product for each model of an SDK beside which the handler is tried. By some models nothing
    /// follows a failure: there a handler that takes the failure for the end loses nothing. So the products' losses are added up.
    @Test("Each flow's naive handler loses successes, and most of them are found", arguments: ShadowedProduct.flows)
    func handlersLose(flow: String) throws {
        let tallies = try ShadowedProduct.all.filter { $0.flow == flow }.map { try tally(2_000, of: $0) }
        let lost = tallies.reduce(0) { $0 + $1.lost }
        #expect(lost > 10)
        #expect(tallies.reduce(0) { $0 + $1.found } * 2 > lost, "\(tallies.map(\.notJudged))")
    }
}
