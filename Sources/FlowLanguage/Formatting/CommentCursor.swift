/// Hands out the comments of the old text in their order, while the layout writes the new text.
///
/// An offset is always one in the old text.
struct CommentCursor {
    private let comments: [SourceRange]
    private let bytes: [UInt8]
    /// The index in `comments` of the first comment that is not written yet.
    private var next = 0

    init(_ comments: [SourceRange], in bytes: [UInt8]) {
        self.comments = comments
        self.bytes = bytes
    }

    /// A comment, and how it stood in the old text.
    struct Comment {
        /// The comment with its slashes, without blanks at its end.
        var text: String
        /// Whether nothing but blanks stands before the comment in its line.
        var hasOwnLine: Bool
        /// Whether a blank line stands before the comment.
        var followsBlankLine: Bool
    }

    /// Whether a comment before the offset is not written yet.
    func hasAny(before offset: Int) -> Bool { next < comments.count && comments[next].lower < offset }

    /// Whether a `///` comment before the offset is not written yet.
    ///
    /// Where the offset is that of a `{`, such a comment must be written above the brace: behind it the comment would become the
    /// documentation of the first entry.
    func hasDocumentation(before offset: Int) -> Bool {
        comments[next...].prefix { $0.lower < offset }.contains {
            bytes[$0.lower..<$0.upper].starts(with: Array("///".utf8))
        }
    }

    /// The next comment, which then counts as written, if it stands before the offset; else nil.
    mutating func take(before offset: Int) -> Comment? {
        guard hasAny(before: offset) else { return nil }
        let range = comments[next]
        next += 1
        var content = bytes[range.lower..<range.upper]
        while let last = content.last, last.isSpace { content.removeLast() }
        let newlines = newlines(before: range.lower)
        return Comment(
            text: String(decoding: content, as: UTF8.self), hasOwnLine: newlines > 0,
            followsBlankLine: newlines > 1)
    }

    /// Whether a blank line stands before the element that begins at the offset.
    func followsBlankLine(_ offset: Int) -> Bool { newlines(before: offset) > 1 }

    /// How many newlines stand directly before the offset, among blanks; the beginning of the text counts as one.
    private func newlines(before offset: Int) -> Int {
        var count = 0
        var position = offset
        while position > 0, bytes[position - 1].isSpace {
            position -= 1
            if bytes[position] == 0x0A { count += 1 }
        }
        // A byte order mark of three bytes may stand before the beginning of the text.
        return position == 0 || (position == 3 && bytes[0] == 0xEF) ? count + 1 : count
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
