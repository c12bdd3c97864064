/// A comment that lets a finding about a row stand, with the reason.
///
/// `// untried: nobody says it` waives a row that `explore` never reached, `// survives row.drop: nobody gets there` an
/// edit that nothing notices.
package struct WaiverComment: Hashable, Sendable {
    /// What is waived, between the first word and the colon, such as `row.drop`; empty where nothing stands there.
    package var subject: String
    /// The reason behind the colon; empty where nothing stands there.
    package var reason: String
    /// The line of the row that is meant, counted from 1.
    ///
    /// It is the comment's own line or, where the comment has a line of its own, the next line that holds more than
    /// comments.
    package var rowLine: Int
    /// The line in which the comment stands.
    package var commentLine: Int
}

extension SourceText {
    /// Every waiver in a comment that begins with the word, `untried` or `survives`; a `;` separates several in one
    /// comment.
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
                    let claim = words.dropFirst(word.count).split(
                        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                    guard let subject = claim.first, subject.first?.isWhitespace ?? (claim.count > 1) else {
                        return nil
                    }
                    return WaiverComment(
                        subject: subject.trimmed, reason: claim.count > 1 ? claim[1].trimmed : "", rowLine: rowLine,
                        commentLine: commentLine)
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
