package import FlowLanguage
package import FlowMachine

/// Which rows of a flow were tried by explorations of it, with the branches of its choices and the values that guards name, and
/// which its author lets stand untried: a comment says why, as `on jammed -> shut  // untried: the SDK's page says that it comes`.
package struct TriedRows: Sendable {
    /// One row or branch of the flow's text that is worth a line.
    package struct Line: Sendable {
        /// Of the row, counted from 1.
        package var line: Int
        /// What of it is meant: events that the row names, as `late created, notCreated`, or values that its guard names.
        package var parts: [String]
        /// What the comment says, where there is one.
        package var reason: String?
    }

    /// What no exploration reached and nobody waived.
    package private(set) var untried: [Line] = []
    /// What no exploration reached, with the reason that stands beside it.
    package private(set) var waived: [Line] = []
    /// What was tried wholly although its comment says that it is not.
    package private(set) var wronglyWaived: [Line] = []

    /// A flow of more configurations by itself is not asked which of its rows only a restart leads to.
    private static let greatestCount = 1_000_000

    /// Compares what all of the explorations reached together; there is at least one, and all are of this flow.
    package init(of machine: Machine, in source: SourceText, reachedBy explorations: [FlowExploration]) {
        let reached = explorations.reduce(into: Set<FlowPart>()) { $0.formUnion($1.reached.parts) }
        var counted = explorations.reduce(into: Set<FlowPart>()) { $0.formUnion($1.reached.partsThatCount) }
        if !explorations.contains(where: \.crashes), !counted.isSubset(of: reached) {
            counted.subtract(Self.partsAfterRestart(of: machine).subtracting(reached))
        }
        let waivers = source.waivers(beginningWith: "untried").filter(\.subject.isEmpty)
        // One row of the text is a row of the machine for each event that it names.
        let written = Dictionary(grouping: counted) { $0.range(in: machine) }
        for (range, parts) in written.sorted(by: { $0.key.lower < $1.key.lower }) {
            let missing = parts.filter { !reached.contains($0) && !$0.isInRow(outside: reached) }
            let lines = source.lineNumber(of: range.lower)...source.lineNumber(of: max(range.lower, range.upper - 1))
            let waiver = waivers.first { lines.contains($0.line) && !$0.reason.isEmpty }
            guard !missing.isEmpty || waiver != nil else { continue }
            let meant = missing.isEmpty ? parts.filter(\.isRowOrBranch) : missing
            let line = Line(
                line: lines.lowerBound, parts: meant.map { $0.words(in: machine) }.sorted(), reason: waiver?.reason)
            if missing.isEmpty {
                wronglyWaived.append(line)
            } else if waiver == nil {
                untried.append(line)
            } else {
                waived.append(line)
            }
        }
    }

    /// Whether everything was tried or waived, and no waiver is wrong.
    package var holds: Bool { untried.isEmpty && wronglyWaived.isEmpty }

    /// What only a run which came back in another process comes to: it is tried where the app may die.
    private static func partsAfterRestart(of machine: Machine) -> Set<FlowPart> {
        let alone = [true, false].map { try? explore(machine, crashing: $0, limit: greatestCount) }
        guard let back = alone[0], let through = alone[1], back.isComplete, through.isComplete else { return [] }
        return back.reached.parts.subtracting(through.reached.parts)
    }
}

extension FlowPart {
    fileprivate var isRowOrBranch: Bool { if case .value = self { false } else { true } }

    /// Whether it is a value of a row that was not tried itself, which says it all.
    fileprivate func isInRow(outside reached: Set<FlowPart>) -> Bool {
        guard case .value(let row, _, _) = self else { return false }
        return !reached.contains(.row(row))
    }
}
