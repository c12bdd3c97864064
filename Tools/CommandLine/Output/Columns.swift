extension [[String]] {
    /// Rows of words as lines, each column as wide as its widest word.
    ///
    /// Where the lines would be wider than `width`, the widest columns are made narrower, and each word that is cut ends with an ellipsis;
    /// no column is made narrower than eight characters.
    /// - Parameters:
    ///   - width: how many characters a line may have; nil where it may have any number.
    ///   - least: by their headings, columns that are useless if they are so narrow, each with the fewest characters that it keeps.
    func inColumns(fitting width: Int? = nil, keeping least: [String: Int] = [:]) -> [String] {
        let widths = columnWidths(fitting: width, keeping: least)
        return map { row in
            var line = zip(row, widths).map { $0.cut(to: $1).padded(to: $1) }.joined(separator: Self.gap)
            while line.hasSuffix(" ") { line.removeLast() }
            return line
        }
    }

    private static var gap: String { "  " }
    private static var narrowest: Int { 8 }

    private func columnWidths(fitting width: Int?, keeping least: [String: Int]) -> [Int] {
        var widths = (first ?? []).indices.map { column in map { $0[column].count }.max() ?? 0 }
        guard let width else { return widths }
        let least = (first ?? []).map { least[$0] ?? Self.narrowest }
        var excess = widths.reduce(0, +) + Self.gap.count * Swift.max(0, widths.count - 1) - width
        while excess > 0,
            let widest = widths.indices.filter({ widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] })
        {
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}

extension String {
    /// The text, or its beginning and an ellipsis where it has more characters than `width`.
    fileprivate func cut(to width: Int) -> String {
        count <= width ? self : prefix(Swift.max(0, width - 1)) + "…"
    }
}
