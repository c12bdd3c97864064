package import FlowLanguage

/// Why an edit may survive, as a comment beside its row says it: `// survives row.drop, row.target: nobody gets there`.
package struct Waiver: Hashable, Sendable {
    /// The line whose edits may survive, counted from 1: the comment's own or, where that has only the comment, the next with code.
    package var line: Int
    /// The line on which the comment stands, counted from 1.
    package var place: Int
    /// The edits that may survive: those by this operator.
    package var kind: MutationOperator
    package var reason: String

    /// All waivers of a flow's text, with a problem for each that cannot be understood.
    package static func all(in source: SourceText) -> (waivers: [Waiver], problems: [LineProblem]) {
        var waivers: [Waiver] = []
        var problems: [LineProblem] = []
        // A comment that begins with "survives" and not with "survives row." is prose, and waives nothing.
        for comment in source.waivers(beginningWith: "survives") where comment.subject.hasPrefix("row.") {
            let names = comment.subject.split { $0 == "," || $0.isWhitespace }.map(String.init)
            let kinds = names.map { MutationOperator(rawValue: $0) }
            for (name, kind) in zip(names, kinds) where kind == nil {
                problems.append(LineProblem(line: comment.commentLine, "there is no operator '\(name)'"))
            }
            guard comment.reason.isEmpty else {
                waivers += kinds.compactMap { $0 }.map {
                    Waiver(line: comment.rowLine, place: comment.commentLine, kind: $0, reason: comment.reason)
                }
                continue
            }
            problems.append(
                LineProblem(
                    line: comment.commentLine,
                    "'survives \(names.joined(separator: ", "))' gives no reason: write it behind ':'"))
        }
        return (waivers, problems)
    }
}

/// What is wrong with a line of a flow's text.
package struct LineProblem: Hashable, Sendable {
    /// Counted from 1.
    package var line: Int
    /// One sentence without its full stop.
    package var sentence: String

    init(line: Int, _ sentence: String) {
        self.line = line
        self.sentence = sentence
    }
}
