/// How fast random cases go through flows, and how short the walks become that show a mistake.
struct PropertyFigures {
    /// How many walks of each flow are shrunk.
    private static let count = 100

    func report(to report: inout Report) throws {
        try reportSpeed(to: &report)
        try reportLengths(to: &report)
    }

    /// A build for debugging, which is what people test with, has a figure of its own.
    private func reportSpeed(to report: inout Report) throws {
        #if DEBUG
            let (name, each) = ("propertyCasesPerSecondDebug", 100)
        #else
            let (name, each) = ("propertyCasesPerSecond", 1_000)
        #endif
        let cases = try PropertyCases(each: each)
        report[name] = cases.perSecond.rounded()
        print("\(cases.count) cases of up to 50 steps through the shipped flows: \(Int(cases.perSecond)) a second.")
    }

    /// Shrinks walks through flows whose shortest one is known, and compares: the mean over all walks, and the worst walk.
    private func reportLengths(to report: inout Report) throws {
        var ratios: [Double] = []
        for known in try KnownMinimum.all() {
            let lengths = try known.flow.shrunkLengths(Self.count)
            guard let longest = lengths.max(), let shortest = lengths.min(), shortest >= known.minimum else {
                throw BenchmarkError.flowIsWrong
            }
            if longest > known.minimum {
                print(
                    "\(known.title): the shortest walk has \(known.minimum) parts, the longest that was found \(longest)."
                )
            }
            ratios += lengths.map { Double($0) / Double(known.minimum) }
        }
        report["shrunkOverMinimumMean"] = (ratios.reduce(0, +) / Double(ratios.count)).rounded(toPlaces: 3)
        report["shrunkOverMinimumWorst"] = ratios.max()?.rounded(toPlaces: 3)
        print(
            "\(ratios.count) walks that show a mistake are shrunk to \(report["shrunkOverMinimumMean"] ?? 0) times the shortest, "
                + "at worst \(report["shrunkOverMinimumWorst"] ?? 0) times.")
    }
}
