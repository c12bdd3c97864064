extension String {
    /// Whether both are the same reference: byte for byte, as every log compares them.
    ///
    /// Swift's `==` also takes two spellings of one letter for equal, such as "é" as one character and as "e" with an accent.
    package func isSameReference(as other: String?) -> Bool {
        other.map { utf8.elementsEqual($0.utf8) } ?? false
    }
}
