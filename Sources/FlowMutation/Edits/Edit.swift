import FlowLanguage

/// One edit of a flow's text, at a place that the parser knows.
struct Edit {
    var kind: MutationOperator
    /// The bytes of the text that are replaced.
    var range: SourceRange
    var replacement: String
    /// The byte by whose line reports name the edit. Mostly the beginning of `range`, but where a whole body is written anew to leave out
    /// one order, the beginning of that order.
    var place: Int
    /// What is done, in a few words.
    var what: String

    init(_ kind: MutationOperator, _ range: SourceRange, with replacement: String, at place: Int? = nil, _ what: String)
    {
        self.kind = kind
        self.range = range
        self.replacement = replacement
        self.place = place ?? range.lower
        self.what = what
    }

    /// The replacement, with a blank where it would make one word with what stands beside it in the text.
    func separatedReplacement(in source: SourceText) -> String {
        func isWord(_ byte: UInt8?) -> Bool { byte?.isWordByteOrBeyondASCII ?? false }
        let (before, after) = (source.bytes[..<range.lower].last, source.bytes[range.upper...].first)
        let (first, last) = (replacement.utf8.first, replacement.utf8.last)
        let front = isWord(before) && isWord(first ?? after) ? " " : ""
        let back = isWord(last) && isWord(after) ? " " : ""
        return front + replacement + back
    }
}

extension SourceText {
    /// What stands at the range in one line, cut to 60 characters where that is longer.
    func brief(_ range: SourceRange) -> String {
        let words = inOneLine(range)
        return words.count > 60 ? words.prefix(59) + "…" : words
    }
}

extension UInt8 {
    /// Whether it stands in words, numbers and names of the language, or is a byte of a character beyond ASCII, of which the language has
    /// no words: such a character stays whole, and apart from what is put beside it.
    var isWordByteOrBeyondASCII: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
