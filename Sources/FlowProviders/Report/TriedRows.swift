package import FlowLanguage
package import FlowMachine

/// Which rows of a flow were tried by explorations of it, and which its author lets stand untried: a comment beside the row says
/// why, as `on jammed -> shut  // untried: the SDK's page says that it comes`.
package struct TriedRows: Sendable {
    /// One row of the flow's text that is worth a line.
    package struct Line: Sendable {
        /// Of the row, counted from 1.
        package var line: Int
        /// The events that the row names and that are meant, as `late created, notCreated`.
        package var events: [String]
        /// What the comment says, where there is one.
        package var reason: String?
    }

    /// Rows that no exploration reached and nobody waived.
    package private(set) var untried: [Line] = []
    /// Rows that no exploration reached, with the reason that stands beside them.
    package private(set) var waived: [Line] = []
    /// Rows whose comment says that they are not tried, although they were.
    package private(set) var wronglyWaived: [Line] = []

    private static let word = "untried:"
    /// A flow of more configurations by itself is not asked which of its rows only a restart leads to.
    private static let greatestCount = 1_000_000

    /// Compares what all of the explorations reached together; there is at least one, and all are of this flow.
    package init(of machine: Machine, in source: SourceText, reachedBy explorations: [FlowExploration]) {
        let reached = explorations.reduce(into: Set<Int>()) { $0.formUnion($1.reached.rows) }
        var counted = explorations.reduce(into: Set<Int>()) { $0.formUnion($1.reached.rowsThatCount) }
        if !explorations.contains(where: \.crashes), !counted.isSubset(of: reached) {
            counted.subtract(Self.rowsAfterRestart(of: machine).subtracting(reached))
        }
        // One row of the text is a row of the machine for each event that it names.
        let written = Dictionary(grouping: counted.sorted()) { machine.rows[$0].range }
        for (range, rows) in written.sorted(by: { $0.key.lower < $1.key.lower }) {
            let missing = rows.filter { !reached.contains($0) }
            let reason = Self.reason(beside: range, in: source)
            guard !missing.isEmpty || reason != nil else { continue }
            let line = Line(
                line: source.lineNumber(of: range.lower),
                events: (missing.isEmpty ? rows : missing).map { machine.events[machine.rows[$0].event].name },
                reason: reason)
            if missing.isEmpty {
                wronglyWaived.append(line)
            } else if reason == nil {
                untried.append(line)
            } else {
                waived.append(line)
            }
        }
    }

    /// Whether each row was tried or waived, and no waiver is wrong.
    package var holds: Bool { untried.isEmpty && wronglyWaived.isEmpty }

    /// The rows that only a run which came back in another process comes to: they are tried where the app may die.
    private static func rowsAfterRestart(of machine: Machine) -> Set<Int> {
        let alone = [true, false].map { try? explore(machine, crashing: $0, limit: greatestCount) }
        guard let back = alone[0], let through = alone[1], back.isComplete, through.isComplete else { return [] }
        return back.reached.rows.subtracting(through.reached.rows)
    }

    private static func reason(beside range: SourceRange, in source: SourceText) -> String? {
        for line in source.lineNumber(of: range.lower)...source.lineNumber(of: max(range.lower, range.upper - 1)) {
            let text = String(decoding: source.line(line), as: UTF8.self)
            guard let comment = text.firstRange(of: "//"),
                let word = text[comment.upperBound...].firstRange(of: word)
            else { continue }
            let reason = text[word.upperBound...].drop { $0 == " " }
            // A waiver without a reason is none.
            return reason.isEmpty ? nil : String(reason)
        }
        return nil
    }
}
