extension [Diagnostic] {
    /// The problems in the order of their places, each once.
    public func orderedByPlace() -> [Diagnostic] {
        let sorted = self.enumerated().sorted { a, b in
            let (left, right) = (a.element, b.element)
            if left.range.lower != right.range.lower { return left.range.lower < right.range.lower }
            if left.range.upper != right.range.upper { return left.range.upper < right.range.upper }
            if left.code != right.code { return left.code.rawValue < right.code.rawValue }
            return left.message != right.message ? left.message < right.message : a.offset < b.offset
        }
        var ordered: [Diagnostic] = []
        for diagnostic in sorted.map(\.element) {
            if let last = ordered.last, last.code == diagnostic.code, last.range == diagnostic.range,
                last.message == diagnostic.message
            {
                continue
            }
            ordered.append(diagnostic)
        }
        return ordered
    }
}
