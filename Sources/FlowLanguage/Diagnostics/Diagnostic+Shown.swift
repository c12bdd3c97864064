extension Diagnostic {
    /// So many problems of one file are shown to a person: more than anybody reads.
    public static let greatestShownCount = 200

    /// What stands for the problems that are left out.
    public static func sentence(leavingOut count: Int) -> String {
        "there are more problems than are shown here: \(count) were left out"
    }
}

extension [Diagnostic] {
    /// The first ones, and how many there are besides.
    public var shown: (first: ArraySlice<Diagnostic>, leftOut: Int) {
        let first = prefix(Diagnostic.greatestShownCount)
        return (first, count - first.count)
    }
}
