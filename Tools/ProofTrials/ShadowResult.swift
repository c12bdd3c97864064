import KeywayDebugger
import SystemTrials

/// The result of `--shadows`, as the program writes it for scripts.
struct ShadowResult {
    /// Whether every lost sign-in was reported, none was invented, and every unknown callback was named.
    var isFine = true
    private var products: [String] = []

    /// One JSON object, on one line.
    var json: String { "{\"shadows\": [\(products.joined(separator: ", "))]}\n" }

    mutating func add(_ product: ShadowedProduct, _ tally: ShadowTally) {
        let foreign = UnmodelledCallbacks.count(in: tally.survey)
        let unmodelled = tally.survey.unmodelled.counts.count
        let members = [
            ("signIns", tally.count), ("lost", tally.lost), ("found", tally.found),
            ("notJudged", tally.notJudged.values.reduce(0, +)), ("conditional", tally.conditional),
            ("mistakes", tally.mistakes.count), ("unknownCallbacks", foreign),
            ("unmodelledCallbacks", unmodelled),
        ]
        let counts = members.map { "\"\($0.0)\": \($0.1)" }
        products.append("{\"product\": \"\(product)\", \(counts.joined(separator: ", "))}")
        if !tally.isSound { isFine = false }
    }
}
