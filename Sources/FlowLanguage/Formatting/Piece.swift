/// A part of an element's text, before it is known which lines it takes.
enum Piece {
    /// What stands together; comments before the offset come first.
    case text(String, at: Int? = nil)
    case space
    /// A space, or a new line where the line is full.
    case gap
    /// A space, or a new line where the whole element does not go into one.
    case turn
    /// A place that neighbouring lines share.
    case mark(FormattedLine.Column)
    case block(EntryBlock)
}

/// What stands in braces and may take a line for each entry.
struct EntryBlock {
    var entries: [Entry]
    /// Between two entries of one line.
    var joint: String
    /// After an entry in a line of its own, where another follows.
    var ending = ""
    /// Whether each entry begins on its own line, however short all are together.
    var standsInLines = false
    /// From its `{` to its `}`.
    var range: SourceRange
}

/// One row, declaration, order or other element that may stand in a line of its own.
struct Entry {
    var pieces: [Piece]
    var range: SourceRange
    /// How far further lines are indented, from the first on.
    var hanging = 4

    /// Comments inside of it stay inside: they come before its last word.
    init(_ pieces: [Piece], _ range: SourceRange, hanging: Int = 4) {
        self.pieces = pieces
        self.range = range
        self.hanging = hanging
        if case .text(let last, _)? = pieces.last { self.pieces[pieces.count - 1] = .text(last, at: range.upper) }
    }
}

extension [Piece] {
    /// The text in one line; nothing where it needs several.
    var inOneLine: String? {
        var line = ""
        for piece in self {
            switch piece {
            case .text(let text, _): line += text
            case .space, .gap, .turn: line += " "
            case .mark: break
            case .block(let block):
                guard let text = block.inOneLine else { return nil }
                line += text
            }
        }
        return line
    }

    /// The same without gaps outside of brackets, where a newline would end the element.
    var unbreakable: [Piece] {
        var depth = 0
        return map { piece in
            switch piece {
            case .text("(", _), .text("{", _): depth += 1
            case .text(")", _), .text("}", _): depth -= 1
            case .gap where depth == 0: return .space
            default: break
            }
            return piece
        }
    }

    /// Puts a comma and a gap between the elements.
    static func list(_ elements: [[Piece]]) -> [Piece] {
        var pieces: [Piece] = []
        for (index, element) in elements.enumerated() {
            pieces += element
            if index < elements.count - 1 { pieces += [.text(","), .gap] }
        }
        return pieces
    }

    /// The same in parentheses; nothing where there are no elements.
    static func parenthesizedList(_ elements: [[Piece]], end: Int? = nil) -> [Piece] {
        elements.isEmpty ? [] : [.text("(")] + list(elements) + [.text(")", at: end)]
    }
}

extension EntryBlock {
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
