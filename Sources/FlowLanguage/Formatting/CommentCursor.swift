/// The comments of a text that are not written yet, in their order.
struct CommentCursor {
    private let comments: [SourceRange]
    private let bytes: [UInt8]
    private var next = 0

    init(_ comments: [SourceRange], in bytes: [UInt8]) {
        self.comments = comments
        self.bytes = bytes
    }

    struct Comment {
        var text: String
        /// Whether nothing but space stands before it in its line.
        var hasOwnLine: Bool
        var followsBlankLine: Bool
    }

    func hasAny(before offset: Int) -> Bool { next < comments.count && comments[next].lower < offset }

    /// Whether one of them is a `///`, which may not change the place that it documents.
    func hasDocumentation(before offset: Int) -> Bool {
        comments[next...].prefix { $0.lower < offset }.contains {
            bytes[$0.lower..<$0.upper].starts(with: Array("///".utf8))
        }
    }

    /// The next comment, if it stands before the offset.
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

    func followsBlankLine(_ offset: Int) -> Bool { newlines(before: offset) > 1 }

    /// How many newlines stand directly before; the beginning of the text counts as one.
    private func newlines(before offset: Int) -> Int {
        var count = 0
        var position = offset
        while position > 0, bytes[position - 1].isSpace {
            position -= 1
            if bytes[position] == 0x0A { count += 1 }
        }
        // A byte order mark is no text.
        return position == 0 || (position == 3 && bytes[0] == 0xEF) ? count + 1 : count
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
