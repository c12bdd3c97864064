package import FlowLanguage

/// What became of a flow's mutants, against what the flow's text says of them.
package struct MutationReport: Sendable {
    /// A mutant with what became of it.
    package struct Result: Sendable {
        package var mutant: Mutant
        package var fate: Fate
        /// The comment in the flow's text that lets the mutant survive; nil where none does, or the fate is another.
        package var waiver: Waiver?
        /// The run that shows what the edit changes; nil where nobody has looked for it.
        package var difference: DifferenceFinding?
    }

    /// How many mutants of an operator came to each fate.
    package struct Tally: Hashable, Sendable {
        /// All mutants of the operator; each is counted once more, below, by its fate.
        package var mutants = 0
        package var equivalent = 0
        package var killed: [Killer: Int] = [:]
        /// Those that survived without a waiver; those with one are in `waived`.
        package var survived = 0
        package var waived = 0
        package var undecided = 0

        package var killedByAny: Int { killed.values.reduce(0, +) }

        mutating func add(_ other: Tally) {
            mutants += other.mutants
            equivalent += other.equivalent
            killed.merge(other.killed, uniquingKeysWith: +)
            survived += other.survived
            waived += other.waived
            undecided += other.undecided
        }
    }

    /// The flow's name.
    package let flow: String
    /// The path of the flow's file.
    package let path: String
    /// In the order of the flow's text.
    package private(set) var results: [Result]
    /// The mutants that nobody asked of, because the campaign was stopped.
    package let untried: [Mutant]
    /// The operators that were asked for.
    package let operators: [MutationOperator]
    /// Waivers that cannot be understood, and those, of the operators asked for, of whose edits none survived, is undecided or untried.
    package let problems: [LineProblem]

    package init(
        flow: String, source: SourceText, operators: [MutationOperator], fates: [(mutant: Mutant, fate: Fate)],
        untried: [Mutant] = []
    ) {
        self.flow = flow
        self.untried = untried
        path = source.path
        self.operators = operators
        let (waivers, unread) = Waiver.all(in: source)
        results = fates.map { mutant, fate in
            let waiver = waivers.first { $0.line == mutant.line && $0.kind == mutant.kind }
            return Result(mutant: mutant, fate: fate, waiver: fate == .survived ? waiver : nil)
        }
        // A waiver is a problem where every edit that it speaks of is noticed, or changes nothing.
        let unnoticed = fates.filter(\.fate.isUnnoticed).map(\.mutant) + untried
        let idle = waivers.filter { waiver in
            operators.contains(waiver.kind)
                && !unnoticed.contains { $0.line == waiver.line && $0.kind == waiver.kind }
        }
        problems =
            (unread
            + idle.map { waiver in
                LineProblem(
                    line: waiver.place, "'survives \(waiver.kind.rawValue)' waives nothing: every such edit is noticed")
            }).sorted { $0.line < $1.line }
    }

    /// Looks for a run that shows the edit of each mutant that survived or is undecided.
    ///
    /// - Parameters:
    ///   - campaign: of the flow whose mutants these are.
    ///   - steps: as for `MutationCampaign.difference(of:within:)`, for each mutant.
    ///   - alsoOfWaived: whether to look for the runs of waived mutants too.
    ///   - report: is told after each of these mutants for how many a run was looked for, of how many; false stops the search.
    @available(*, noasync, message: "it blocks the thread while it plays")
    package mutating func findDifferences(
        by campaign: MutationCampaign, within steps: Int, alsoOfWaived: Bool,
        reporting report: (_ done: Int, _ total: Int) -> Bool = { _, _ in true }
    ) {
        let places = results.indices.filter {
            results[$0].fate.isUnnoticed && (alsoOfWaived || results[$0].waiver == nil)
        }
        for (number, place) in places.enumerated() {
            results[place].difference = campaign.difference(of: results[place].mutant, within: steps)
            guard report(number + 1, places.count) else { return }
        }
    }

    /// The mutants that nothing notices and no waiver lets survive.
    package var survivors: [Result] { results.filter { $0.fate == .survived && $0.waiver == nil } }

    package var waived: [Result] { results.filter { $0.waiver != nil } }

    package var equivalents: [Result] { results.filter { $0.fate == .equivalent } }

    package var undecided: [Result] {
        results.filter { if case .undecided = $0.fate { true } else { false } }
    }

    /// Whether every edit that changes the flow is noticed or waived, and every waiver needed.
    package var isClean: Bool { survivors.isEmpty && undecided.isEmpty && untried.isEmpty && problems.isEmpty }

    /// What became of the mutants of one operator.
    package func tally(of kind: MutationOperator) -> Tally {
        var tally = Tally()
        for result in results where result.mutant.kind == kind {
            tally.mutants += 1
            switch result.fate {
            case .equivalent: tally.equivalent += 1
            case .killed(let killer, _): tally.killed[killer, default: 0] += 1
            case .survived where result.waiver != nil: tally.waived += 1
            case .survived: tally.survived += 1
            case .undecided: tally.undecided += 1
            }
        }
        return tally
    }

    /// What became of the mutants of all operators that were asked for.
    package var total: Tally { operators.reduce(into: Tally()) { $0.add(tally(of: $1)) } }
}

extension Fate {
    /// Whether nothing has noticed the mutant so far; an undecided one may survive.
    fileprivate var isUnnoticed: Bool {
        switch self {
        case .survived, .undecided: true
        case .equivalent, .killed: false
        }
    }
}
