extension String {
    /// Whether both are the same reference, compared as `ExactText`.
    package func isSameReference(as other: String?) -> Bool {
        other.map { ExactText(self) == ExactText($0) } ?? false
    }
}
