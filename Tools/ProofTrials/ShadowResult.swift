import KeywayDebugger
import SystemTrials

/// The result of `--shadows`, as the program writes it for scripts.
struct ShadowResult {
    /// Whether each product could be tried and its tally is sound (`ShadowTally.isSound`): every lost sign-in is reported as lost or as
    /// not judged, none is invented, every made-up callback is reported as unread, and no callback of a model as unknown to the model.
    var isFine = true
    private var products: [String] = []

    /// One JSON object, on one line.
    var json: String { "{\"shadows\": [\(products.joined(separator: ", "))]}\n" }

    mutating func add(_ product: ShadowedProduct, _ tally: ShadowTally) {
        // Made-up callbacks that are reported as read by no row, and callbacks of the model that are reported as unknown to it.
        let madeUp = UnmodelledCallbacks.count(in: tally.survey)
        let unmodelled = tally.survey.unmodelled.counts.count
        let members = [
            ("signIns", tally.count), ("lost", tally.lost), ("found", tally.found),
            ("notJudged", tally.notJudged.values.reduce(0, +)), ("conditional", tally.conditional),
            ("mistakes", tally.mistakes.count), ("unknownCallbacks", madeUp),
            ("unmodelledCallbacks", unmodelled),
        ]
        let counts = members.map { "\"\($0.0)\": \($0.1)" }
        products.append("{\"product\": \"\(product)\", \(counts.joined(separator: ", "))}")
        if !tally.isSound { isFine = false }
    }
}
