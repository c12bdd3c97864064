import FlowLanguage

/// One edit of a flow's text, at a place that the parser knows.
struct Edit {
    var kind: RowOperator
    /// The bytes of the text that are replaced.
    var range: SourceRange
    var replacement: String
    /// The byte by whose line reports name the edit. Mostly the beginning of `range`, but where a whole body is written anew to leave out
    /// one order, the beginning of that order.
    var place: Int
    /// What is done, in a few words.
    var what: String

    init(_ kind: RowOperator, _ range: SourceRange, with replacement: String, at place: Int? = nil, _ what: String) {
        self.kind = kind
        self.range = range
        self.replacement = replacement
        self.place = place ?? range.lower
        self.what = what
    }
}

extension SourceText {
    /// The text of the range, in one line and without comments.
    func words(_ range: SourceRange) -> String {
        let lines = String(decoding: bytes[range.lower..<range.upper], as: UTF8.self).split(separator: "\n")
        let bare = lines.map { line in
            line.range(of: "//").map { line[..<$0.lowerBound] } ?? line[...]
        }
        return bare.flatMap { $0.split(separator: " ") }.joined(separator: " ")
    }

    /// The words of the range, cut to 60 characters where they are longer.
    func brief(_ range: SourceRange) -> String {
        let words = words(range)
        return words.count > 60 ? words.prefix(59) + "…" : words
    }
}

extension Substring {
    /// Where the text `word` stands for the first time; nil where it does not.
    fileprivate func range(of word: String) -> Range<Index>? { ranges(of: word).first }
}
