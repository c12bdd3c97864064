import KeywayCore

/// Lays out the cells, outcomes and questions of a packed table.
///
/// A question is a test of one variable or field, answered yes or no; the answers to the questions of a cell, as bits, say which of its
/// outcomes comes.
struct PackedTableBuilder {
    private(set) var cells: [PackedCells] = []
    private(set) var outcomes: [PackedOutcome] = []
    /// The parts of steps for which outcomes have no room. The first is empty: its position, `noOverflow`, stands for none.
    private(set) var overflows = [OutcomeOverflow()]
    /// The questions of one cell stand side by side; a question that several cells ask may stand here more than once.
    private(set) var questions: [PackedQuestion] = []
    /// The most questions that any cell asks.
    private(set) var width = 0
    /// Where each list of outcomes begins: cells with equal lists share one.
    private var positions: [[PackedOutcome]: UInt32] = [:]
    private var overflowPositions: [OutcomeOverflow: UInt16] = [:]

    /// Nil where there is no room for all cells.
    init?(of table: Table, _ layout: PackedLayout) {
        let planner = OutcomePlanner(of: table, layout)
        // For each state and event two cells: for the event as it is, and for the event that comes stale. The branches are nil where one
        // of them asks more questions than a cell may.
        var planned: [(state: Int, branches: [OutcomePlanner.Branch]?)] = []
        for state in table.states.indices {
            for event in table.events.indices {
                for isStale in [false, true] {
                    planned.append((state, planner.branches(of: event, in: state, isStale: isStale)))
                }
            }
        }
        arrange(planned.map { Self.asked(in: $0.branches) })
        for first in stride(from: 0, to: planned.count, by: 2) {
            let (current, stale) = (planned[first], planned[first + 1])
            guard let current = cell(current.branches, in: current.state),
                let stale = cell(stale.branches, in: stale.state)
            else { return nil }
            cells.append(PackedCells(current: current, stale: stale))
        }
    }

    private static func asked(in branches: [OutcomePlanner.Branch]?) -> Set<PackedQuestion> {
        Set((branches ?? []).flatMap(\.answers.keys))
    }

    /// The cell with these outcomes; nil where the table is full.
    ///
    /// A cell that asks more questions than a cell may, or whose questions found no place, has the one outcome `left`: the `Table` decides
    /// its events.
    private mutating func cell(_ branches: [OutcomePlanner.Branch]?, in state: Int) -> PackedCell? {
        let asked = Self.asked(in: branches)
        guard let branches, let shift = shift(of: asked) else { return cell([.left(in: state)], shift: 0, width: 0) }
        width = max(width, asked.count)
        let order = questions[shift..<(shift + asked.count)]
        let outcomes = (0..<1 << asked.count).map { answers in
            let branch = branches.first { branch in
                order.enumerated().allSatisfy { bit, question in
                    branch.answers[question].map { $0 == (answers >> bit & 1 == 1) } ?? true
                }
            }
            return branch.map { outcome(of: $0, in: state) } ?? .left(in: state)
        }
        return cell(outcomes, shift: shift, width: asked.count)
    }

    private mutating func cell(_ outcomes: [PackedOutcome], shift: Int, width: Int) -> PackedCell? {
        if let known = positions[outcomes] { return PackedCell(first: known, shift: shift, width: width) }
        guard self.outcomes.count + outcomes.count < PackedCell.greatestOutcomeCount else { return nil }
        let first = UInt32(self.outcomes.count)
        positions[outcomes] = first
        self.outcomes += outcomes
        return PackedCell(first: first, shift: shift, width: width)
    }

    /// Puts the questions of each cell side by side, those of the cells with the most questions first: the questions of
    /// smaller cells often stand there already.
    private mutating func arrange(_ asked: [Set<PackedQuestion>]) {
        let counts = Set(asked.map(\.count)).filter { $0 > 0 && $0 <= PackedCell.greatestWidth }
        for count in counts.sorted(by: >) {
            for asked in asked where asked.count == count && shift(of: asked) == nil {
                guard questions.count + count <= PackedCell.greatestQuestionCount else { continue }
                // A `Set` has another order in each process, and the layout must be the same in all.
                questions += asked.sorted { $0.sortKey < $1.sortKey }
            }
        }
    }

    /// The position of the first of these questions where they stand side by side; nil where they do not, and where they are more than a
    /// cell may ask: the questions of two cells can stand side by side by chance.
    private func shift(of asked: Set<PackedQuestion>) -> Int? {
        guard !asked.isEmpty else { return 0 }
        guard asked.count <= PackedCell.greatestWidth else { return nil }
        return questions.indices.dropLast(asked.count - 1).first {
            Set(questions[$0..<($0 + asked.count)]) == asked
        }
    }

    private mutating func outcome(of branch: OutcomePlanner.Branch, in state: Int) -> PackedOutcome {
        var outcome = branch.outcome
        guard !branch.overflow.isEmpty else { return outcome }
        if let known = overflowPositions[branch.overflow] {
            outcome.overflow = known
        } else {
            let position = UInt16(truncatingIfNeeded: overflows.count)
            // This number stands for "the `Table` decides", and no position reaches it.
            guard position < PackedOutcome.leftToTable else { return .left(in: state) }
            overflowPositions[branch.overflow] = position
            overflows.append(branch.overflow)
            outcome.overflow = position
        }
        return outcome
    }
}

extension PackedQuestion {
    /// By what the questions of one cell are sorted.
    fileprivate var sortKey: (Int, Int, UInt64) {
        switch subject {
        case .variable(let position): (0, position, codes)
        case .field(let position, _): (1, position, codes)
        }
    }
}
