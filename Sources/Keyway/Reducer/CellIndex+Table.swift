extension CellIndex {
    /// Lays out the table's cells by the questions of their guards.
    public init(of table: Table) {
        var layout = Layout(table: table)
        for state in table.states.indices {
            for event in table.events.indices { layout.add(event, in: state) }
        }
        self.init(
            questions: layout.questions, cells: layout.cells, rows: layout.rows, width: layout.width,
            eventCount: table.events.count)
    }
}

/// The index as far as it is laid out.
private struct Layout {
    let table: Table
    var questions: [CellIndex.Question] = []
    var cells: [UInt64] = []
    /// The first two places are shared by all cells that have no row, or too many questions.
    var rows: [UInt16] = [CellIndex.noRow, CellIndex.unindexed]
    var width = 0
    private var numbers: [CellIndex.Question: Int] = [:]
    /// Cells that ask the same lead to the same place.
    private var known: [Cell: UInt64] = [:]

    private struct Cell: Hashable {
        var entry: Decision.Next
        var event: Int
    }

    init(table: Table) {
        self.table = table
    }

    mutating func add(_ event: Int, in state: Int) {
        guard let entry = table.cells[state * table.events.count + event] else {
            cells.append(cell(at: 0, asking: []))
            return
        }
        let key = Cell(entry: entry, event: table.events[event].eventWhoseFieldsItHas ?? event)
        let cell = known[key] ?? layOut(entry, of: key.event)
        known[key] = cell
        cells.append(cell)
    }

    /// Writes a row for each way to answer the cell's questions.
    private mutating func layOut(_ entry: Decision.Next, of event: Int) -> UInt64 {
        var asked: [CellIndex.Question] = []
        collect(entry, of: event, into: &asked)
        let count = 1 << asked.count
        guard asked.count <= CellIndex.greatestWidth, table.rows.count < Int(CellIndex.unindexed),
            rows.count + count <= 1 << 16, let numbers = numbers(of: asked)
        else { return cell(at: 1, asking: []) }
        let place = rows.count
        for answers in 0..<count {
            rows.append(row(from: entry, of: event, asked, answers))
        }
        width = max(width, asked.count)
        return cell(at: place, asking: numbers)
    }

    private mutating func numbers(of asked: [CellIndex.Question]) -> [Int]? {
        let fresh = asked.filter { numbers[$0] == nil }
        guard questions.count + fresh.count <= CellIndex.greatestQuestionCount else { return nil }
        for question in fresh {
            numbers[question] = questions.count
            questions.append(question)
        }
        return asked.compactMap { numbers[$0] }
    }

    private func cell(at place: Int, asking numbers: [Int]) -> UInt64 {
        var cell = UInt64(place)
        for position in 0..<CellIndex.greatestWidth {
            let number = position < numbers.count ? numbers[position] : CellIndex.greatestQuestionCount
            cell |= UInt64(number) << UInt64(16 + 8 * position)
        }
        return cell
    }

    private func question(_ decision: Decision, of event: Int) -> CellIndex.Question {
        CellIndex.Question(decision.test, of: decision.test.readsAField ? event : nil)
    }

    /// The questions from here on, each once; more than can be laid out are not looked for.
    private func collect(_ next: Decision.Next, of event: Int, into asked: inout [CellIndex.Question]) {
        guard case .decision(let position) = next, asked.count <= CellIndex.greatestWidth else { return }
        let decision = table.decisions[position]
        let question = question(decision, of: event)
        if !asked.contains(question) { asked.append(question) }
        collect(decision.ifTrue, of: event, into: &asked)
        collect(decision.ifFalse, of: event, into: &asked)
    }

    private func row(
        from entry: Decision.Next, of event: Int, _ asked: [CellIndex.Question], _ answers: Int
    ) -> UInt16 {
        var next = entry
        while case .decision(let position) = next {
            let decision = table.decisions[position]
            let place = asked.firstIndex(of: question(decision, of: event)) ?? 0
            next = answers >> place & 1 == 1 ? decision.ifTrue : decision.ifFalse
        }
        guard case .row(let row) = next else { return CellIndex.noRow }
        return UInt16(row)
    }
}

extension EventSignature {
    /// The event that this one is when it comes late.
    fileprivate var eventWhoseFieldsItHas: Int? {
        if case .stale(let event) = origin { event } else { nil }
    }
}

extension Test {
    /// Whether the event that is decided counts.
    fileprivate var readsAField: Bool {
        switch self {
        case .comparison(let left, _, let right), .containment(let left, let right):
            left.isField || right.isField
        case .membership(let operand, _), .presence(let operand), .flag(let operand): operand.isField
        }
    }
}
