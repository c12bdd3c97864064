extension String {
    /// The text in lines of at most `width` characters, broken at blanks; each line but the first is indented.
    ///
    /// A word that is longer than a line stands on a line of its own and sticks out.
    /// - Parameters:
    ///   - width: how many characters a line may have; nil where it may have any number.
    ///   - indentation: how many blanks each further line begins with; fewer where a line has hardly room for them.
    func wrapped(to width: Int?, indentedBy indentation: Int) -> String {
        guard let width, count > width else { return self }
        let blanks = String(repeating: " ", count: Swift.min(indentation, width / 2))
        var lines: [Substring] = []
        var rest = self[...]
        while let end = rest.endOfLine(within: lines.isEmpty ? width : width - blanks.count) {
            lines.append(rest[..<end])
            rest = rest[end...].drop { $0 == " " }
        }
        return (lines + [rest]).joined(separator: "\n" + blanks)
    }
}

extension Substring {
    /// Where the last word ends that fits into the line, or the first word where not even that fits; nil where all of the text fits.
    fileprivate func endOfLine(within room: Int) -> Index? {
        guard count > room, let start = firstIndex(where: { $0 != " " }) else { return nil }
        let fitting = prefix(Swift.max(room, 0) + 1)
        let blank = start < fitting.endIndex ? fitting[start...].lastIndex(of: " ") : nil
        guard var end = blank ?? self[start...].firstIndex(of: " ") else { return nil }
        while end > start, self[index(before: end)] == " " { formIndex(before: &end) }
        return self[end...].allSatisfy { $0 == " " } ? nil : end
    }
}
