extension PackedTable {
    /// Lays out a table; nil for one that has more than words and lanes hold, and for one with sub-flows or lanes of providers.
    public init?(_ table: Table) {
        guard table.children.isEmpty, table.lanes.isEmpty else { return nil }
        guard let layout = PackedLayout(of: table) else { return nil }
        var drawing = PackedDrawing()
        let planner = OutcomePlanner(of: table, layout)
        for state in table.states.indices {
            for event in table.events.indices {
                for isStale in [false, true] {
                    guard drawing.add(planner.branches(of: event, in: state, isStale: isStale), in: state) else {
                        return nil
                    }
                }
            }
        }
        self.init(drawing, of: table, by: layout)
    }
}

/// A packed table as far as it is laid out.
struct PackedDrawing {
    private(set) var cells: [UInt64] = []
    private(set) var places: [UInt16] = []
    private(set) var outcomes: [Outcome] = []
    private(set) var questions: [PackedQuestion] = []
    private(set) var copies: [BitCopy] = []
    private(set) var width = 0
    private var positions: [Outcome: UInt16] = [:]
    private var copiesPositions: [[BitCopy]: UInt32] = [:]
    private var numbers: [PackedQuestion: Int] = [:]

    /// Adds a cell; false where there is no room.
    mutating func add(_ branches: [OutcomePlanner.Branch]?, in state: Int) -> Bool {
        let left = Outcome.left(in: state)
        var asked: [PackedQuestion] = []
        for question in branches?.flatMap(\.answers.keys) ?? [] where !asked.contains(question) {
            asked.append(question)
        }
        // The order of a dictionary's keys is another in each process; this one is not.
        asked.sort { ($0.isOfEvent ? 1 : 0, $0.shift, $0.codes) < ($1.isOfEvent ? 1 : 0, $1.shift, $1.codes) }
        guard let branches, asked.count <= PackedTable.greatestWidth, let numbers = numbers(of: asked) else {
            return place([left], asking: [])
        }
        let outcomes = (0..<1 << asked.count).map { answers in
            let branch = branches.first { branch in
                asked.enumerated().allSatisfy { place, question in
                    branch.answers[question].map { $0 == (answers >> place & 1 == 1) } ?? true
                }
            }
            guard let branch else { return left }
            return outcome(of: branch)
        }
        return place(outcomes, asking: numbers)
    }

    private mutating func outcome(of branch: OutcomePlanner.Branch) -> Outcome {
        var outcome = branch.outcome
        guard outcome.kind == .copying else { return outcome }
        let position = copiesPositions[branch.copies] ?? UInt32(copies.count)
        if copiesPositions[branch.copies] == nil {
            copiesPositions[branch.copies] = position
            copies += branch.copies
        }
        outcome.copies = position
        outcome.copyCount = UInt32(branch.copies.count)
        return outcome
    }

    private mutating func place(_ outcomes: [Outcome], asking numbers: [Int]) -> Bool {
        guard places.count + outcomes.count < PackedTable.greatestPlaceCount else { return false }
        var cell = UInt64(places.count)
        for bit in 0..<PackedTable.greatestWidth {
            let number = bit < numbers.count ? numbers[bit] : PackedTable.noQuestion
            cell |= UInt64(number) << UInt64(28 + 6 * bit)
        }
        cells.append(cell)
        width = max(width, numbers.count)
        for outcome in outcomes {
            guard let position = position(of: outcome) else { return false }
            places.append(position)
        }
        return true
    }

    private mutating func position(of outcome: Outcome) -> UInt16? {
        if let known = positions[outcome] { return known }
        guard let position = UInt16(exactly: outcomes.count) else { return nil }
        positions[outcome] = position
        outcomes.append(outcome)
        return position
    }

    /// The numbers of the questions; nil where there are more than can be told apart.
    private mutating func numbers(of asked: [PackedQuestion]) -> [Int]? {
        let fresh = asked.filter { numbers[$0] == nil }
        guard questions.count + fresh.count <= PackedTable.noQuestion else { return nil }
        for question in fresh {
            numbers[question] = questions.count
            questions.append(question)
        }
        return asked.compactMap { numbers[$0] }
    }
}
