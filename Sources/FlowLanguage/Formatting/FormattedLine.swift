/// A line of the new text, in which columns and comments are aligned last.
struct FormattedLine {
    /// The kinds of line of which a sign is aligned with that of the lines around; only lines of one kind share a column.
    ///
    /// The sign is the `=` of a type, enum case or word, the `{` of an enum, the `=>` of a decoder row, the `->` of a
    /// branch.
    enum Column { case type, enumeration, enumerationCase, decoder, branch, word }

    /// How many blanks stand before the code.
    var indentation: Int
    /// The line without its indentation and comment.
    var code: String
    /// The comment at the end of the line, or alone in it; nil for none.
    var comment: String?
    /// The sign to align, and how many characters of the code stand before it; nil for a line without such a sign.
    var column: (kind: Column, offset: Int)?

    static let blank = FormattedLine(indentation: 0, code: "")

    var isBlank: Bool { code.isEmpty && comment == nil }
    var opensBlock: Bool { code.hasSuffix("{") }
    /// How many characters the line has without its comment.
    var width: Int { indentation + code.unicodeScalars.count }

    /// The most characters that a line has without its comment, unless it cannot be broken.
    static let greatestWidth = 120
}

extension [FormattedLine] {
    /// The lines as one text.
    var text: String {
        var text = ""
        for line in self {
            if !line.isBlank { text += String(repeating: " ", count: line.indentation) + line.code }
            if let comment = line.comment { text += comment }
            text += "\n"
        }
        return text
    }

    func aligned() -> [FormattedLine] {
        var lines = self
        lines.alignColumns()
        lines.alignComments()
        return lines
    }
}
