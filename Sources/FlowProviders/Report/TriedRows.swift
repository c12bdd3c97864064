package import FlowLanguage
package import FlowMachine

/// Which rows, branches of choices and values in guards of a flow its explorations tried, and which its author waived.
///
/// A comment waives a row and says why: `on jammed -> shut  // untried: the SDK's page says that it comes`.
package struct TriedRows: Sendable {
    /// One row or branch of the flow's text that is worth a line.
    package struct Line: Sendable {
        /// The line of the row, counted from 1.
        package var line: Int
        /// What of the row is meant: events that it names, as `late created, notCreated`, or values in its guard.
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
    /// The lines of comments that waive nothing: they stand beside no row, or give no reason.
    package private(set) var emptyWaivers: [Int] = []

    /// Past so many configurations of the flow by itself, rows that only a restart leads to are not looked for, and count like all others.
    private static let greatestCount = 1_000_000

    /// Compares what all of the explorations reached together; there is at least one, and all are of this flow.
    package init(of machine: Machine, in source: SourceText, reachedBy explorations: [FlowExploration]) {
        let reached = explorations.reduce(into: Set<FlowPart>()) { $0.formUnion($1.reached.parts) }
        var counted = explorations.reduce(into: Set<FlowPart>()) { $0.formUnion($1.reached.partsThatCount) }
        // Where none let the app die, what only a restart leads to does not count.
        if !explorations.contains(where: \.crashes), !counted.isSubset(of: reached) {
            counted.subtract(Self.partsAfterRestart(of: machine).subtracting(reached))
        }
        let waivers = source.waivers(beginningWith: "untried")
        let reasons = Dictionary(
            waivers.filter { $0.subject.isEmpty && !$0.reason.isEmpty }.map { ($0.rowLine, $0.reason) }
        ) { first, _ in first }
        // One row of the text is a row of the machine for each event that it names, and a line may have several rows.
        let places = Dictionary(grouping: machine.parts) { part in
            let range = part.range(in: machine)
            let lines = source.lineNumber(of: range.lower)...source.lineNumber(of: max(range.lower, range.upper - 1))
            return Place(first: lines.lowerBound, waiver: lines.first { reasons[$0] != nil })
        }
        for (place, parts) in places.sorted(by: { $0.key.first < $1.key.first }) {
            let parts = parts.filter(counted.contains)
            let missing = parts.filter { !reached.contains($0) && !$0.isValueOfUntriedRow(among: reached) }
            let reason = place.waiver.flatMap { reasons[$0] }
            guard !parts.isEmpty, !missing.isEmpty || reason != nil else { continue }
            let meant = missing.isEmpty ? parts.filter(\.isRowOrBranch) : missing
            let line = Line(line: place.first, parts: meant.map { $0.words(in: machine) }.sorted(), reason: reason)
            if missing.isEmpty {
                wronglyWaived.append(line)
            } else if reason == nil {
                untried.append(line)
            } else {
                waived.append(line)
            }
        }
        let used = Set(places.keys.compactMap(\.waiver))
        emptyWaivers = waivers.filter { !$0.subject.isEmpty || $0.reason.isEmpty || !used.contains($0.rowLine) }
            .map(\.commentLine)
    }

    /// The lines of a row in the text.
    private struct Place: Hashable {
        /// The line in which the row begins.
        var first: Int
        /// The line of the row behind which a comment waives it; nil where none does.
        var waiver: Int?
    }

    /// Whether everything was tried or waived, and each waiver waives something.
    package var holds: Bool { untried.isEmpty && wronglyWaived.isEmpty && emptyWaivers.isEmpty }

    /// The parts that only a run which came back in another process reaches; empty where the searches for them are too large.
    private static func partsAfterRestart(of machine: Machine) -> Set<FlowPart> {
        let explorations = [true, false].map { try? explore(machine, crashing: $0, limit: greatestCount) }
        guard let withRestarts = explorations[0], let without = explorations[1], withRestarts.isComplete,
            without.isComplete
        else { return [] }
        return withRestarts.reached.parts.subtracting(without.reached.parts)
    }
}

extension FlowPart {
    fileprivate var isRowOrBranch: Bool { if case .value = self { false } else { true } }

    /// Whether its whole row is untried, so that the value needs no line of its own.
    fileprivate func isValueOfUntriedRow(among reached: Set<FlowPart>) -> Bool {
        guard case .value(let row, _, _) = self else { return false }
        return !reached.contains(.row(row))
    }
}
