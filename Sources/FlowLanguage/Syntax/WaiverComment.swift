/// What a comment lets stand beside a row, with the reason: `// untried: nobody says it`, `// survives row.drop: nobody gets there`.
package struct WaiverComment: Hashable, Sendable {
    /// What stands between the word and the colon: `row.drop`; empty where nothing does.
    package var subject: String
    /// What stands behind the colon; empty where nothing does.
    package var reason: String
    /// The line that is meant, counted from 1: the comment's own, or the next with a row where the comment stands in a line of its own.
    package var line: Int
    /// The line in which the comment stands.
    package var place: Int
}

extension SourceText {
    /// Every waiver that begins with the word. Several stand in one comment behind `;`.
    package func waivers(beginningWith word: String) -> [WaiverComment] {
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.flatMap { index -> [WaiverComment] in
            let line = lines[index]
            guard let slashes = line.firstRange(of: "//") else { return [] }
            let isAlone = line[..<slashes.lowerBound].allSatisfy(\.isWhitespace)
            let meant = isAlone ? lines.lineOfRow(after: index) : index
            return line[slashes.upperBound...].split(separator: ";").compactMap { part in
                let words = part.drop { $0.isWhitespace || $0 == "/" }
                guard words.hasPrefix(word) else { return nil }
                let claim = words.dropFirst(word.count).split(
                    separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                guard let subject = claim.first, subject.first.map({ $0.isWhitespace }) ?? (claim.count > 1) else {
                    return nil
                }
                return WaiverComment(
                    subject: subject.trimmed, reason: claim.count > 1 ? claim[1].trimmed : "", line: meant + 1,
                    place: index + 1)
            }
        }
    }
}

extension [Substring] {
    /// The next line that is neither empty nor a comment alone.
    fileprivate func lineOfRow(after index: Int) -> Int {
        self[(index + 1)...].firstIndex { line in
            let bare = line.drop(while: \.isWhitespace)
            return !bare.isEmpty && !bare.hasPrefix("//")
        } ?? index
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let front = drop(while: \.isWhitespace)
        return String(front.reversed().drop(while: \.isWhitespace).reversed())
    }
}
