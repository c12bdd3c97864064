extension [FormattedLine] {
    /// How many blanks may be put before a line's sign: a wider hole is hard to read across. Before a comment there may be more.
    private static var widestHole: Int { 12 }
    /// The width up to which a line counts as short: comments behind longer lines get a column of their own.
    private static var longestShortLine: Int { 80 }

    /// Puts the sign of lines that stand below each other, such as `=`, `=>` or `->`, into one column.
    mutating func alignColumns() {
        var start = 0
        while start < count {
            let end = endOfSeries(from: start)
            align(start..<end)
            start = end
        }
    }

    /// The position of the first line behind `start` whose sign does not go into one column with those from `start` on.
    private func endOfSeries(from start: Int) -> Int {
        guard let column = self[start].column else { return start + 1 }
        var (least, greatest) = (column.offset, column.offset)
        var end = start + 1
        while end < count, let next = self[end].column, next.kind == column.kind,
            self[end].indentation == self[start].indentation
        {
            (least, greatest) = (Swift.min(least, next.offset), Swift.max(greatest, next.offset))
            guard greatest - least <= Self.widestHole else { break }
            end += 1
        }
        return end
    }

    /// Aligns the signs of lines that follow each other, unless a line would become too wide.
    private mutating func align(_ series: Range<Int>) {
        let column = self[series].compactMap { $0.column?.offset }.max() ?? 0
        let widest = self[series].map { $0.width + column - ($0.column?.offset ?? column) }.max() ?? 0
        guard series.count > 1, widest <= FormattedLine.greatestWidth else { return }
        for index in series {
            guard let offset = self[index].column?.offset else { continue }
            let code = self[index].code.unicodeScalars
            let padding = String(repeating: " ", count: column - offset)
            self[index].code = String(code.prefix(offset)) + padding + String(code.dropFirst(offset))
        }
    }

    /// Puts the comments behind the short lines of a paragraph into one column, and those behind its long lines into
    /// another.
    ///
    /// A paragraph is a series of lines without a blank line between them.
    mutating func alignComments() {
        for paragraph in split(whereSeparator: \.isBlank).map(\.indices) {
            let commented = paragraph.filter { self[$0].comment != nil && !self[$0].code.isEmpty }
            let shortAndLong = commented.partitioned { self[$0].width <= Self.longestShortLine }
            for indices in shortAndLong {
                // Two blanks part the widest line from its comment.
                let column = (indices.map { self[$0].width }.max() ?? 0) + 2
                for index in indices {
                    self[index].code += String(repeating: " ", count: column - self[index].width)
                }
            }
        }
    }
}

extension [Int] {
    /// The elements for which the condition holds, and the others.
    fileprivate func partitioned(by condition: (Int) -> Bool) -> [[Int]] {
        [filter(condition), filter { !condition($0) }]
    }
}
