/// A line of the new text, before what neighbours share is aligned.
struct FormattedLine {
    /// What lines below each other may have in one column.
    enum Column { case type, enumeration, enumerationCase, decoder, branch, word }

    var indentation: Int
    var code: String
    var comment: String?
    /// How many characters of the code stand before the column.
    var column: (kind: Column, offset: Int)?

    static let blank = FormattedLine(indentation: 0, code: "")

    var isBlank: Bool { code.isEmpty && comment == nil }
    var opensBlock: Bool { code.hasSuffix("{") }
    var width: Int { indentation + code.unicodeScalars.count }

    static let greatestWidth = 120
}

extension [FormattedLine] {
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
