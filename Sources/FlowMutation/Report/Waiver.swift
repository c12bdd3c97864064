public import FlowLanguage

/// Why an edit may survive, as a comment beside its row says it: `// survives row.drop, row.target: nobody gets there`.
public struct Waiver: Hashable, Sendable {
    /// The line whose survivors it waives: its own, or the next with a row where it stands in a line of its own.
    public var line: Int
    /// Where the comment stands.
    public var place: Int
    public var kind: RowOperator
    public var reason: String

    /// All of a text, with a sentence for each that cannot be understood. Several stand in one comment behind `;`.
    public static func all(in source: SourceText) -> (waivers: [Waiver], problems: [LineProblem]) {
        var waivers: [Waiver] = []
        var problems: [LineProblem] = []
        let lines = String(decoding: source.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            guard let slashes = line.firstRange(of: "//") else { continue }
            let isAlone = line[..<slashes.lowerBound].allSatisfy(\.isWhitespace)
            let meant = isAlone ? lines.lineOfRow(after: index) : index
            for part in line[slashes.upperBound...].split(separator: ";") {
                let words = part.drop { $0.isWhitespace || $0 == "/" }
                guard words.hasPrefix("survives row.") else { continue }
                let claim = words.dropFirst("survives ".count).split(separator: ":", maxSplits: 1)
                let names = (claim.first ?? "").split(separator: ",").map { String($0).trimmed }
                let reason = claim.count > 1 ? String(claim[1]).trimmed : ""
                for name in names {
                    guard let kind = RowOperator(rawValue: name) else {
                        problems.append(LineProblem(line: index + 1, "there is no operator '\(name)'"))
                        continue
                    }
                    waivers.append(Waiver(line: meant + 1, place: index + 1, kind: kind, reason: reason))
                }
                guard reason.isEmpty else { continue }
                waivers.removeAll { $0.place == index + 1 && $0.reason.isEmpty }
                problems.append(
                    LineProblem(
                        line: index + 1,
                        "'survives \(names.joined(separator: ", "))' gives no reason: write it behind ':'"))
            }
        }
        return (waivers, problems)
    }
}

/// What is wrong with a line of a flow's text.
public struct LineProblem: Hashable, Sendable {
    /// Counted from 1.
    public var line: Int
    /// One sentence without its full stop.
    public var sentence: String

    init(line: Int, _ sentence: String) {
        self.line = line
        self.sentence = sentence
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

extension String {
    fileprivate var trimmed: String {
        let front = drop(while: \.isWhitespace)
        return String(front.reversed().drop(while: \.isWhitespace).reversed())
    }
}
