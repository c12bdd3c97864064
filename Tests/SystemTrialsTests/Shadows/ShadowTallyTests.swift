import KeywayDebugger
import KeywayLog
import KeywayTesting
import SystemTrials
import Testing

@Suite("What a report of shadows calls lost is what was lost")
struct ShadowTallyTests {
    private func tally(
        _ signIns: Int, of product: ShadowedProduct, telling answers: ToldAnswers,
        planting mistake: ShadowMistake? = nil
    ) throws -> ShadowTally {
        var tally = ShadowTally(of: try product.trial(telling: answers), planting: mistake)
        var generator = SeededGenerator(seed: 20_261_126)
        try tally.add(signIns, generator: &generator)
        return tally
    }

    @Test("Every success that a naive handler loses is found, and none is invented", arguments: ShadowedProduct.all)
    func losses(product: ShadowedProduct) throws {
        let tally = try tally(600, of: product, telling: .own)
        #expect(tally.mistakes.prefix(5).joined(separator: "\n") == "")
        #expect(tally.isSound, "\(tally.lost) lost, \(tally.found) found, \(tally.survey.unmodelled.sorted)")
        // To call a sign-in lost if the backend had confirmed is no mistake where that is so, but a report may not say it of many.
        #expect(tally.conditional * 4 < tally.count)
    }

    @Test(
        "Where the shadow is told every answer, each lost sign-in is found for certain, and nothing is assumed",
        arguments: ShadowedProduct.all)
    func everyAnswer(product: ShadowedProduct) throws {
        let tally = try tally(600, of: product, telling: .every)
        #expect(tally.mistakes.prefix(5).joined(separator: "\n") == "")
        #expect(tally.isSound && tally.count == 600, "\(tally.notJudged), \(tally.survey.unmodelled.sorted)")
        #expect(tally.survey.lostCount == tally.lost && tally.survey.lostIfAnsweredCount == 0)
    }

    /// By the models beside which it loses nothing, a handler shows no mistake that hides losses; so one product of each flow must show it.
    @Test(
        "A report that judges nothing or too little, or calls sign-ins lost without a reason, is found out",
        arguments: ShadowMistake.allCases, ShadowedProduct.flows)
    func mistakes(mistake: ShadowMistake, flow: String) throws {
        let products = ShadowedProduct.all.filter { $0.flow == flow }
        for answers in ToldAnswers.allCases where answers == .every || mistake != .everyThirdNotJudged {
            #expect(
                try products.contains { try !tally(200, of: $0, telling: answers, planting: mistake).isSound },
                "\(answers)")
        }
    }

    @Test("Sign-ins in one log are judged as those in logs of their own", arguments: ToldAnswers.allCases)
    func oneLog(answers: ToldAnswers) throws {
        let product = ShadowedProduct.all[0]
        let apart = try tally(200, of: product, telling: answers)
        var together = ShadowTally(of: try product.trial(telling: answers))
        var generator = SeededGenerator(seed: 20_261_126)
        let log = MemoryLog()
        together.add(200, into: log, generator: &generator)
        #expect(together.count == 0 && !together.isSound)
        try together.judge(from: { log.records(of: $0) })
        #expect(together.count == 200 && together.driven == apart.driven)
        #expect(together.lost == apart.lost && together.found == apart.found)
        #expect(together.conditional == apart.conditional && together.survey.runCount == 200)
        #expect(together.survey.lostCount == apart.survey.lostCount)
    }

    /// A flow has one naive handler, and a product for each model of an SDK beside which the handler is tried. By some models nothing
    /// follows a failure: there a handler that takes the failure for the end loses nothing. So the products' losses are added up.
    @Test("Each flow's naive handler loses successes, and most of them are found", arguments: ShadowedProduct.flows)
    func handlersLose(flow: String) throws {
        let tallies = try ShadowedProduct.all.filter { $0.flow == flow }.map { try tally(600, of: $0, telling: .own) }
        let lost = tallies.reduce(0) { $0 + $1.lost }
        #expect(lost > 10)
        #expect(tallies.reduce(0) { $0 + $1.found } * 2 > lost, "\(tallies.map(\.notJudged))")
    }
}
