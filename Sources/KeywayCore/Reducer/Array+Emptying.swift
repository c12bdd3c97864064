extension Array {
    /// Removes all elements and keeps their memory: for a list that is used again and again, and has few elements.
    ///
    /// `removeAll(keepingCapacity:)` does the same by replacing a range, which takes longer than the few elements do.
    @inlinable
    package mutating func empty() {
        while popLast() != nil {}
    }
}
