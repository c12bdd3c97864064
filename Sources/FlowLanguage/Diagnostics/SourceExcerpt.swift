extension SourceText {
    /// The most scalars of a line that are shown before the beginning of a place.
    private static let greatestBefore = 50
    /// The most scalars of a line that are shown from the beginning of a place on.
    private static let greatestBehind = 50

    /// The line of a place, cut to what is near it, and a line with a caret under the place.
    func excerpt(of range: SourceRange, inColor: Bool) -> [String] {
        let line = line(place(of: range.lower).line)
        let caret = min(max(range.lower, line.startIndex), line.endIndex)
        let end = min(max(range.upper, caret), line.endIndex)
        // A scalar has at most four bytes, so four bytes for each scalar that is shown are enough of a long line.
        // The first of these bytes may lie inside a scalar, whose rest is dropped.
        let before = scalars(
            of: line[max(line.startIndex, caret - 4 * Self.greatestBefore)..<caret].drop { $0 & 0xC0 == 0x80 })
        let behind = scalars(of: line[caret..<min(line.endIndex, caret + 4 * Self.greatestBehind)])
        let shownBefore = before.suffix(Self.greatestBefore)
        let shownBehind = behind.prefix(Self.greatestBehind)
        let isCutBefore = caret - line.startIndex > 4 * Self.greatestBefore || before.count > Self.greatestBefore
        let isCutBehind = line.endIndex - caret > 4 * Self.greatestBehind || behind.count > Self.greatestBehind

        let left = (isCutBefore ? "…" : "") + String(String.UnicodeScalarView(shownBefore))
        let right = String(String.UnicodeScalarView(shownBehind)) + (isCutBehind ? "…" : "")
        let marked = scalars(of: line[caret..<min(end, caret + 4 * Self.greatestBehind)]).count
        let width = min(max(marked, 1), max(shownBehind.count, 1))
        let underline = "^" + String(repeating: "~", count: width - 1)
        let blank = String(repeating: " ", count: left.unicodeScalars.count)
        return ["  " + left + right, "  " + blank + TerminalColor.green.applied(to: underline, if: inColor)]
    }

    /// The text of bytes, whatever they are, with nothing that could harm a terminal.
    private func scalars(of bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.sanitizedForTerminal)
    }
}
