/// Writes entries as lines of the new text, breaks lines that are too wide, and puts the comments where they were.
///
/// An entry is one row, declaration, order or other element; its pieces are texts, and spaces at which its line may break.
struct LineLayout {
    /// The finished lines.
    private(set) var lines: [FormattedLine] = []
    /// The comments that are not written yet.
    private var comments: CommentCursor
    /// The line that is being written.
    private var line = FormattedLine.blank

    init(_ comments: CommentCursor) {
        self.comments = comments
    }

    /// Writes all entries of a file, and the comments behind the last one.
    mutating func lay(file entries: [Entry]) {
        for entry in entries { lay(entry, indentation: 0) }
        layComments(before: .max, indentation: 0, keepingBlankLines: true)
    }

    /// Writes an entry, with the comments before it. `ending`, such as a comma, is written behind the entry's last word, and counts
    /// for the line's width.
    private mutating func lay(_ entry: Entry, indentation: Int, ending: String = "") {
        layComments(before: entry.range.lower, indentation: indentation, keepingBlankLines: true)
        if comments.followsBlankLine(entry.range.lower) { layBlankLine() }
        line = FormattedLine(indentation: indentation, code: "")
        let pieces = entry.pieces + (ending.isEmpty ? [] : [.text(ending, at: nil)])
        for (index, piece) in pieces.enumerated() {
            lay(piece, before: pieces[(index + 1)...], of: entry, indentation: indentation)
        }
        endLine()
    }

    /// Writes one piece of an entry; `rest` are the pieces behind it, by whose width a space may become a new line.
    private mutating func lay(
        _ piece: Piece, before rest: ArraySlice<Piece>, of entry: Entry, indentation: Int
    ) {
        let hanging = indentation + entry.hanging
        switch piece {
        case .text(let text, let offset):
            if let offset, comments.hasAny(before: offset) {
                let isFirst = line.isBlank && line.indentation == indentation
                let indentation = isFirst ? indentation : hanging
                endLine()
                layComments(before: offset, indentation: indentation, keepingBlankLines: isFirst)
                line = FormattedLine(indentation: indentation, code: "")
            }
            line.code += text
        case .unbreakableSpace:
            if !line.code.isEmpty { line.code += " " }
        case .breakableSpace: laySpace(before: rest.widthUpToBreak, hanging: hanging)
        case .spaceIfRestFits: laySpace(before: Array(rest).inOneLine?.unicodeScalars.count ?? 0, hanging: hanging)
        case .mark(let kind):
            // A sign in a further line of the entry, which is indented more, is not aligned.
            if line.indentation == indentation { line.column = (kind, line.code.unicodeScalars.count) }
        case .block(let block):
            lay(block, before: rest, indentation: indentation, hanging: hanging)
        }
    }

    /// Writes a blank, or a new line where `width` more characters do not fit behind it.
    private mutating func laySpace(before width: Int, hanging: Int) {
        if line.width + 1 + width > FormattedLine.greatestWidth {
            endLine()
            line = FormattedLine(indentation: hanging, code: "")
        } else if !line.code.isEmpty {
            line.code += " "
        }
    }

    /// Writes a block in the current line if its entries may stand in one line and it fits, else with a line for each entry.
    private mutating func lay(
        _ block: EntryBlock, before rest: ArraySlice<Piece>, indentation: Int, hanging: Int
    ) {
        if !comments.hasAny(before: block.range.upper), let text = block.inOneLine,
            line.width + text.unicodeScalars.count + rest.widthUpToBreak <= FormattedLine.greatestWidth
        {
            line.code += text
            return
        }
        if comments.hasDocumentation(before: block.range.lower) {
            endLine()
            layComments(before: block.range.lower, indentation: hanging, keepingBlankLines: false)
            line = FormattedLine(indentation: hanging, code: "")
        }
        line.code += "{"
        endLine()
        for (index, entry) in block.entries.enumerated() {
            let isLast = index == block.entries.count - 1
            lay(entry, indentation: indentation + 2, ending: isLast ? "" : block.ending)
        }
        layComments(before: block.range.upper, indentation: indentation + 2, keepingBlankLines: true)
        line = FormattedLine(indentation: indentation, code: "}")
    }

    private mutating func endLine() {
        while line.code.last == " " { line.code.removeLast() }
        if !line.isBlank { lines.append(line) }
        line = .blank
    }

    /// Writes a blank line, but none at the beginning of a block or of the text, and none behind another blank line.
    private mutating func layBlankLine() {
        guard let last = lines.last, !last.opensBlock, !last.isBlank else { return }
        lines.append(.blank)
    }

    /// Writes the comments before the offset: one that stood behind code goes behind the last line, else into a line of
    /// its own.
    ///
    /// - Parameter keepingBlankLines: whether a blank line that stood before a comment is written; false between the words of one element.
    private mutating func layComments(before offset: Int, indentation: Int, keepingBlankLines: Bool) {
        while let comment = comments.take(before: offset) {
            if !comment.hasOwnLine, let last = lines.last, !last.code.isEmpty, last.comment == nil {
                lines[lines.count - 1].comment = comment.text
            } else {
                if keepingBlankLines, comment.followsBlankLine { layBlankLine() }
                lines.append(FormattedLine(indentation: indentation, code: "", comment: comment.text))
            }
        }
    }
}

extension ArraySlice<Piece> {
    /// The width of the pieces up to the next place where the line may break; of a block only its `{`.
    fileprivate var widthUpToBreak: Int {
        var width = 0
        for piece in self {
            switch piece {
            case .text(let text, _): width += text.unicodeScalars.count
            case .unbreakableSpace: width += 1
            case .mark: break
            case .breakableSpace, .spaceIfRestFits: return width
            case .block: return width + 1
            }
        }
        return width
    }
}
