/// A comment in a spec by which its author accepts a finding about a row, with the reason.
///
/// `// untried: nobody says it` accepts that `explore` never reached the row. `// survives row.drop: nobody gets there` accepts
/// that no test or proof notices an edit of the row, here dropping it.
package struct WaiverComment: Hashable, Sendable {
    /// What is accepted, between the first word and the colon, such as `row.drop`; empty where nothing stands there.
    package var subject: String
    /// The reason behind the colon; empty where nothing stands there.
    package var reason: String
    /// The line of the row that is meant, counted from 1.
    ///
    /// A comment behind a row means that row; one in a line of its own means the next line that holds more than comments.
    package var rowLine: Int
    /// The line in which the comment stands, counted from 1.
    package var commentLine: Int
}

extension SourceText {
    /// Every waiver in the text's comments: a part of a comment, parted from others by `;`, that begins with the word, `untried` or
    /// `survives`.
    package func waivers(beginningWith word: String) -> [WaiverComment] {
        var lexer = Lexer(self)
        lexer.readAll()
        // The last token is the end, in no line with a row.
        let lines = lexer.tokens.dropLast().map { Int($0.line) + 1 }
        return lexer.comments.flatMap { comment -> [WaiverComment] in
            let commentLine = lineNumber(of: comment.lower)
            let rowLine = lines.first { $0 >= commentLine } ?? commentLine
            return String(decoding: bytes[comment.lower..<comment.upper], as: UTF8.self).split(separator: ";")
                .compactMap { part in
                    let words = part.drop { $0.isWhitespace || $0 == "/" }
                    guard words.hasPrefix(word) else { return nil }
                    let subjectAndReason = words.dropFirst(word.count).split(
                        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    // Behind the first word stands a blank or the colon: `untriedly` begins no waiver.
                    guard let subject = subjectAndReason.first,
                        subject.first?.isWhitespace ?? (subjectAndReason.count > 1)
                    else { return nil }
                    return WaiverComment(
                        subject: subject.trimmed,
                        reason: subjectAndReason.count > 1 ? subjectAndReason[1].trimmed : "",
                        rowLine: rowLine, commentLine: commentLine)
                }
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let front = drop(while: \.isWhitespace)
        return String(front.reversed().drop(while: \.isWhitespace).reversed())
    }
}
