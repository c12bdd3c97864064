import KeywayDebugger
import SystemTrials

/// The result of `--shadows`, as the program writes it for scripts.
struct ShadowResult {
    /// Whether each product could be tried, its tally is sound (`ShadowTally.isSound`), and a log of files has the sign-ins that were
    /// written into it and no others.
    var isFine: Bool { couldBeTried && areSound && logCount ?? told.signIns == told.signIns }
    /// How many runs the log of files has; nil where there is none.
    var logCount: Int?
    private let couldBeTried: Bool
    private var areSound = true
    private var products: [String] = []
    /// The sign-ins of which the shadow was told every answer, and those of them that were lost.
    private var told = (signIns: 0, lost: 0)

    /// - Parameter isFine: whether each product could be tried.
    init(isFine: Bool) { couldBeTried = isFine }

    /// One JSON object, on one line.
    var json: String {
        // What `keyway shadow` must count in the log: `signIns` and `lostCount`.
        let log = logCount.map { ", \"log\": {\"signIns\": \($0), \"lost\": \(told.lost)}" } ?? ""
        return "{\"shadows\": [\(products.joined(separator: ", "))]\(log)}\n"
    }

    mutating func add(_ product: ShadowedProduct, _ tally: ShadowTally) {
        // The callbacks that the trials made up and that are reported as read by no row. The JSON calls them `unknownCallbacks`.
        let unreadMadeUp = UnmodelledCallbacks.count(in: tally.survey)
        // The callbacks that come from the model and are reported as unknown to it: each is a mistake of the report.
        let unmodelled = tally.survey.unmodelled.counts.count
        // `conditional`: sign-ins that are reported as lost if the backend had confirmed, which it did not. Where it does, the flow
        // succeeds, so they are no mistakes.
        let members = [
            ("trials", tally.driven), ("signIns", tally.count), ("lost", tally.lost), ("found", tally.found),
            ("notJudged", tally.notJudgedCount), ("conditional", tally.conditional),
            ("mistakes", tally.mistakes.count), ("unknownCallbacks", unreadMadeUp),
            ("unmodelledCallbacks", unmodelled),
        ]
        let counts = members.map { "\"\($0.0)\": \($0.1)" } + ["\"notJudgedShare\": \(tally.notJudgedShare)"]
        products.append(
            "{\"product\": \"\(product)\", \"answers\": \"\(tally.answers)\", \(counts.joined(separator: ", "))}")
        if !tally.isSound { areSound = false }
        if tally.answers == .every {
            told.signIns += tally.count
            told.lost += tally.lost
        }
    }
}

extension ShadowTally {
    /// The share of the lost sign-ins that are reported as not judged, in thousandths that are cut off.
    fileprivate var notJudgedShare: Double { Double(notJudgedCount * 1_000 / max(lost, 1)) / 1_000 }
}
