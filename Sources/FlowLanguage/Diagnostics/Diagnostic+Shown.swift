extension Diagnostic {
    /// How many problems of one file are shown to a person at most.
    public static let greatestShownCount = 200

    /// The sentence that is shown instead of the problems that are left out.
    ///
    /// - Parameter count: how many problems are left out.
    public static func sentence(leavingOut count: Int) -> String {
        "there are more problems than are shown here: \(count) \(count == 1 ? "was" : "were") left out"
    }
}

extension [Diagnostic] {
    /// The problems that are shown, which are the first ones, and how many more there are.
    public var shown: (first: ArraySlice<Diagnostic>, omittedCount: Int) {
        let first = prefix(Diagnostic.greatestShownCount)
        return (first, count - first.count)
    }
}
