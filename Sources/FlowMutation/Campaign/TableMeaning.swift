import KeywayCore

/// What a table does in each cell, without the positions that its rows and questions have in the table's lists. An edit that leaves the
/// meaning as it was changes nothing that a run could show, so nothing can notice the edit.
///
/// Two rows at different positions that do the same have the same meaning: so a row may repeat one of an outer scope. Whether a row is an
/// `other` row is part of the meaning, since what an `other` row claims is proved.
struct TableMeaning: Equatable, Sendable {
    /// The questions that lead from a cell to a row, and what the row does, up to the state that it leads to.
    ///
    /// A row that moves the run has the way to its target, and no verdict; any other row has its verdict, and no way. A choice has its name
    /// and the way through its questions to a branch, which goes on to the branch's target.
    private indirect enum Way: Equatable, Sendable {
        case question(Table.Test, yes: Way, no: Way)
        case row(Table.Row.Verdict?, Table.Body, isOtherRow: Bool, to: Way?)
        case branch(Table.Body, to: Way)
        case choice(String, Way)
        case state(Int)
    }

    /// What is left of the table without rows, questions, choices, branches and moves; those are in `cells` and `moves`, by content.
    private let rest: Table
    /// What each cell does, in the order of the table's cells; nil where no row decides, as in a final.
    private let cells: [Way?]
    /// What a move between two states ends and begins, in the order of the table's `moveIndex`; nil where no row makes the move.
    private let moves: [Table.Move?]

    init(of table: Table) {
        let moves = table.moves
        self.moves = table.moveIndex.map { $0.map { moves[$0] } }
        cells = table.cells.map { $0.map { Self.way(from: $0, in: table) } }
        var rest = table
        rest.cells = []
        rest.questions = []
        rest.rows = []
        rest.choices = []
        rest.branches = []
        rest.moves = []
        rest.moveIndex = []
        self.rest = rest
    }

    /// The way from a cell's first question or row.
    ///
    /// The recursion ends: a question leads only to earlier ones in the list, and choices form no circle.
    private static func way(from next: Table.Question.Next, in table: Table) -> Way {
        follow(next, in: table) { position in
            let row = table.rows[position]
            guard case .move(let target) = row.verdict else {
                return .row(row.verdict, row.body, isOtherRow: row.isOtherRow, to: nil)
            }
            return .row(nil, row.body, isOtherRow: row.isOtherRow, to: way(to: target, in: table))
        }
    }

    private static func way(to target: Table.Target, in table: Table) -> Way {
        switch target {
        case .state(let state): return .state(state)
        case .choice(let position):
            let choice = table.choices[position]
            return .choice(
                choice.name,
                follow(choice.entry, in: table) { branch in
                    .branch(table.branches[branch].body, to: way(to: table.branches[branch].target, in: table))
                })
        }
    }

    /// The tree of questions from `next` on; its leaves are what `end` makes of the position of a row or branch.
    private static func follow(_ next: Table.Question.Next, in table: Table, _ end: (Int) -> Way) -> Way {
        switch next {
        case .row(let position): return end(position)
        case .question(let position):
            let question = table.questions[position]
            return .question(
                question.test, yes: follow(question.ifTrue, in: table, end),
                no: follow(question.ifFalse, in: table, end))
        }
    }
}
