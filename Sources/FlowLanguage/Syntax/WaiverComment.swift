/// What a comment lets stand beside a row, with the reason: `// untried: nobody says it`, `// survives row.drop: nobody gets there`.
package struct WaiverComment: Hashable, Sendable {
    /// What stands between the word and the colon: `row.drop`; empty where nothing does.
    package var subject: String
    /// What stands behind the colon; empty where nothing does.
    package var reason: String
    /// The line that is meant, counted from 1: the comment's own, or the next with a row where the comment stands in a line of its own.
    package var rowLine: Int
    /// The line in which the comment stands.
    package var commentLine: Int
}

extension SourceText {
    /// Every waiver that begins with the word. Several stand in one comment behind `;`.
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
