/// A part of an element's text, before it is known which lines it takes.
enum Piece {
    /// Text that is not broken; comments that stood before the offset in the old text are written first.
    case text(String, at: Int? = nil)
    /// A space, at which the line never breaks.
    case unbreakableSpace
    /// A space, or a new line where the line is full.
    case breakableSpace
    /// A space, or a new line where the rest of the element does not fit into the current line.
    case spaceIfRestFits
    /// Writes nothing: what follows is put into one column with what follows marks of the same kind in the lines around.
    case mark(FormattedLine.Column)
    /// Braces with entries between them.
    case block(EntryBlock)
}

/// What stands in braces and may take a line for each entry.
struct EntryBlock {
    var entries: [Entry]
    /// The separator of two entries that stand in one line.
    var joint: String
    /// What stands behind an entry that has a line of its own and is not the last.
    var ending = ""
    /// Whether each entry begins on its own line, however short all are together.
    var standsInLines = false
    /// Where the block stands in the old text, from its `{` to its `}`.
    var range: SourceRange
}

/// One row, declaration, order or other element that may stand in a line of its own.
struct Entry {
    var pieces: [Piece]
    /// Where the element stands in the old text.
    var range: SourceRange
    /// How many blanks further than the first line the others are indented, where the entry takes several.
    var hanging = 4

    /// Makes an entry whose last text comes behind all comments inside `range`, so that these stay inside the element.
    init(_ pieces: [Piece], _ range: SourceRange, hanging: Int = 4) {
        self.pieces = pieces
        self.range = range
        self.hanging = hanging
        if case .text(let last, _)? = pieces.last { self.pieces[pieces.count - 1] = .text(last, at: range.upper) }
    }
}

extension [Piece] {
    /// The pieces as one line; nil where a block among them needs several.
    var inOneLine: String? {
        var line = ""
        for piece in self {
            switch piece {
            case .text(let text, _): line += text
            case .unbreakableSpace, .breakableSpace, .spaceIfRestFits: line += " "
            case .mark: break
            case .block(let block):
                guard let text = block.inOneLine else { return nil }
                line += text
            }
        }
        return line
    }

    /// These pieces with unbreakable spaces outside of brackets, because a newline there would end the element.
    var breakingOnlyInBrackets: [Piece] {
        var depth = 0
        return map { piece in
            switch piece {
            case .text("(", _), .text("{", _): depth += 1
            case .text(")", _), .text("}", _): depth -= 1
            case .breakableSpace where depth == 0: return .unbreakableSpace
            default: break
            }
            return piece
        }
    }

    /// Puts a comma and a breakable space between the elements.
    static func list(_ elements: [[Piece]]) -> [Piece] {
        var pieces: [Piece] = []
        for (index, element) in elements.enumerated() {
            pieces += element
            if index < elements.count - 1 { pieces += [.text(","), .breakableSpace] }
        }
        return pieces
    }

    /// The elements with commas between them in parentheses; nothing where there are no elements.
    ///
    /// - Parameter end: the comments before this offset in the old text are written before the closing parenthesis; nil writes none there.
    static func parenthesizedList(_ elements: [[Piece]], end: Int? = nil) -> [Piece] {
        elements.isEmpty ? [] : [.text("(")] + list(elements) + [.text(")", at: end)]
    }
}

extension EntryBlock {
    /// The block as a part of one line; nil where it needs lines of its own.
    var inOneLine: String? {
        if entries.isEmpty { return "{}" }
        if standsInLines { return nil }
        var texts: [String] = []
        for entry in entries {
            guard let text = entry.pieces.inOneLine else { return nil }
            texts.append(text)
        }
        return "{ \(texts.joined(separator: joint)) }"
    }
}
