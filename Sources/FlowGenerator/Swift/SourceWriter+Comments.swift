extension SourceWriter {
    /// Lines behind `///`, filled into paragraphs.
    ///
    /// A paragraph ends where a line ends in `.` or `:`, and before an empty line or an item of a list; an item that is
    /// indented stays so.
    mutating func documentation(_ lines: [String]) {
        var paragraph = ""
        for line in lines {
            if !paragraph.isEmpty, line.isEmpty || line.isItem || paragraph.isWhole {
                comment(paragraph, behind: "///" + paragraph.indentation)
                paragraph = ""
            }
            if line.isEmpty { self.line("///") } else { paragraph += paragraph.isEmpty ? line : " " + line }
        }
        if !paragraph.isEmpty { comment(paragraph, behind: "///" + paragraph.indentation) }
    }

    /// A comment, broken between words where it is long.
    ///
    /// Whatever characters the text has, all of it stays a comment: a line break, or another control character, becomes a space.
    mutating func comment(_ comment: String, behind slashes: String = "//") {
        var line = slashes
        for word in Self.words(of: comment) {
            if !fits("\(line) \(word)"), line != slashes {
                self.line(line)
                line = slashes
            }
            line += " " + word
        }
        self.line(line)
    }

    /// The words between which a line may be broken; a number stays with the word before it, as in `FACTS 14`.
    private static func words(of comment: String) -> [String] {
        var words: [String] = []
        for word in comment.split(whereSeparator: { $0 == " " || $0.isControl }) {
            if let last = words.last, word.first?.isNumber == true {
                words[words.count - 1] = "\(last) \(word)"
            } else {
                words.append(String(word))
            }
        }
        return words
    }
}

extension String {
    /// Whether the text ends as a sentence does, so that the next text begins on a line of its own.
    fileprivate var isWhole: Bool { hasSuffix(".") || hasSuffix(":") }

    /// The spaces before an item of a list; none before any other text.
    fileprivate var indentation: String { isItem ? String(prefix { $0 == " " }) : "" }

    fileprivate var isItem: Bool { drop { $0 == " " }.hasPrefix("- ") }
}

extension Character {
    /// Whether the character ends a line, or is another control character, of which the compiler would complain.
    fileprivate var isControl: Bool {
        isNewline || unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
    }
}
