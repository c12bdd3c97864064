extension Array where Element: Hashable {
    /// The elements, and all to which steps lead from them, each once, the nearest first.
    ///
    /// - Parameter steps: where one step leads from an element.
    func reached(by steps: (Element) -> [Element]) -> [Element] {
        var found = self
        var known = Set(self)
        var place = 0
        while place < found.count {
            found += steps(found[place]).filter { known.insert($0).inserted }
            place += 1
        }
        return found
    }
}
