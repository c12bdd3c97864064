import KeywayDebugger
import SystemTrials

/// The result of `--shadows`, as the program writes it for scripts.
struct ShadowResult {
    /// Whether each product could be tried and its tally is sound (`ShadowTally.isSound`): every lost sign-in is reported as lost or as
    /// not judged, at least half of them as lost, none is invented, every made-up callback is reported as read by no row of the flow, and
    /// no callback that comes from the model is reported as unknown to the model.
    var isFine = true
    private var products: [String] = []

    /// One JSON object, on one line.
    var json: String { "{\"shadows\": [\(products.joined(separator: ", "))]}\n" }

    mutating func add(_ product: ShadowedProduct, _ tally: ShadowTally) {
        // The callbacks that the trials made up and that are reported as read by no row. The JSON calls them `unknownCallbacks`.
        let unreadMadeUp = UnmodelledCallbacks.count(in: tally.survey)
        // The callbacks that come from the model and are reported as unknown to it: each is a mistake of the report.
        let unmodelled = tally.survey.unmodelled.counts.count
        // `conditional`: sign-ins that are reported as lost if the backend had confirmed, which it did not. Where it does, the flow
        // succeeds, so they are no mistakes.
        let members = [
            ("signIns", tally.count), ("lost", tally.lost), ("found", tally.found),
            ("notJudged", tally.notJudged.values.reduce(0, +)), ("conditional", tally.conditional),
            ("mistakes", tally.mistakes.count), ("unknownCallbacks", unreadMadeUp),
            ("unmodelledCallbacks", unmodelled),
        ]
        let counts = members.map { "\"\($0.0)\": \($0.1)" }
        products.append("{\"product\": \"\(product)\", \(counts.joined(separator: ", "))}")
        if !tally.isSound { isFine = false }
    }
}
