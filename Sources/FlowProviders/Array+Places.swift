extension Array {
    /// Adds the elements, and tells where they are from now on.
    mutating func places(adding more: [Element]) -> Range<Int> {
        let first = count
        self += more
        return first..<count
    }
}
