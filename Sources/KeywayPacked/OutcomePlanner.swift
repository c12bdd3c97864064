import KeywayCore

/// Finds every outcome of one event in one state, that is, what the step does to a run: one outcome for each way to answer the
/// questions that the guards ask.
struct OutcomePlanner {
    /// The answers to the questions on one way through the guards, and the outcome of that way.
    struct Branch {
        var answers: [PackedQuestion: Bool]
        var outcome: PackedOutcome
        var overflow = OutcomeOverflow()
    }

    let table: Table
    let layout: PackedLayout
    /// For each event, its `stale` event, by position; nil where no row of the flow names it.
    let staleEvents: [Int?]

    init(of table: Table, _ layout: PackedLayout) {
        self.table = table
        self.layout = layout
        var staleEvents = [Int?](repeating: nil, count: table.events.count)
        for (position, event) in table.events.enumerated() {
            if case .stale(let of) = event.origin, staleEvents[of] == nil { staleEvents[of] = position }
        }
        self.staleEvents = staleEvents
    }

    /// All outcomes of the event in the state; nil where one way asks more questions than a cell holds.
    func branches(of event: Int, in state: Int, isStale: Bool) -> [Branch]? {
        var found: [Branch] = []
        var untried: [[PackedQuestion: Bool]] = [[:]]
        while let answers = untried.popLast() {
            do throws(PlanningStop) {
                found.append(try branch(of: event, in: state, isStale: isStale, answers))
            } catch {
                switch error {
                case .leftToTable:
                    found.append(Branch(answers: answers, outcome: .left(in: state)))
                case .asks(let question):
                    guard answers.count < PackedCell.greatestWidth else { return nil }
                    for answer in [true, false] {
                        var more = answers
                        more[question] = answer
                        untried.append(more)
                    }
                }
            }
        }
        return found
    }

    // MARK: - One way through

    private func branch(
        of event: Int, in state: Int, isStale: Bool, _ answers: [PackedQuestion: Bool]
    ) throws(PlanningStop) -> Branch {
        func ask(_ question: PackedQuestion) throws(PlanningStop) -> Bool {
            if let answer = answers[question] { return answer }
            // `branches` tries again, with either answer.
            throw .asks(question)
        }
        var step = SymbolicStep(of: table, layout, state: state, event: event)
        if case .timer(let timer) = table.events[event].origin { step.timers[timer] = .ended }
        var branch = Branch(answers: answers, outcome: PackedOutcome(state: state))
        try decide(column(of: event, in: state, isStale: isStale), &step, &branch.outcome, ask)
        try finish(step, &branch)
        return branch
    }

    /// The event whose cell decides: this event, or its `stale` event where it comes stale; or what the event means where no cell decides.
    private func column(of event: Int, in state: Int, isStale: Bool) -> Column {
        let origin = table.events[event].origin
        if table.states[state].isFinal { return .none(origin.dispositionAfterTheEnd) }
        // Only callbacks and replies can come stale.
        guard isStale, origin == .callback || origin == .reply else {
            return .event(event, otherwise: origin.dispositionWhereNothingIsDeclared)
        }
        return staleEvents[event].map { .event($0, otherwise: .stale) } ?? .none(.stale)
    }

    /// Which column of the table decides: the cells of one event, or none.
    private enum Column {
        /// The cells of the event at this position; `otherwise` where the state's cell is nil.
        case event(Int, otherwise: Disposition)
        /// No cell decides: the event means this.
        case none(Disposition)
    }

    private func decide(
        _ column: Column, _ step: inout SymbolicStep, _ outcome: inout PackedOutcome, _ ask: Ask
    ) throws(PlanningStop) {
        switch column {
        case .none(let disposition): outcome.step.disposition = disposition
        case .event(let event, let otherwise):
            guard let row = try row(of: event, step, ask), table.rows.indices.contains(row) else {
                outcome.step.disposition = otherwise
                return
            }
            guard row < Int(UInt16.max) else { throw .leftToTable }
            outcome.step.rowOrNone = UInt16(row)
            outcome.step.disposition = table.rows[row].verdict.disposition(of: table.events[step.event].origin)
            outcome.step.changesRun = try take(table.rows[row], &step, ask)
        }
    }

    /// Gives the answer to a question, or throws `PlanningStop.asks` where it is not known yet.
    private typealias Ask = (PackedQuestion) throws(PlanningStop) -> Bool

    private func row(of column: Int, _ step: SymbolicStep, _ ask: Ask) throws(PlanningStop) -> Int? {
        guard let entry = table.cells[step.state * table.events.count + column] else { return nil }
        return try position(from: entry, step, ask)
    }

    private func position(from entry: Table.Question.Next, _ step: SymbolicStep, _ ask: Ask) throws(PlanningStop) -> Int
    {
        var next = entry
        for _ in 0...table.questions.count {
            switch next {
            case .row(let position): return position
            case .question(let position):
                guard table.questions.indices.contains(position) else { throw .leftToTable }
                let question = table.questions[position]
                next = try step.answer(to: question.test, asking: ask) ? question.ifTrue : question.ifFalse
            }
        }
        throw .leftToTable
    }

    /// Carries out the row on the symbolic step; returns whether the row moves a run, or has a body and lets it stay (`changesRun`).
    private func take(_ row: Table.Row, _ step: inout SymbolicStep, _ ask: Ask) throws(PlanningStop) -> Bool {
        switch row.verdict {
        case .ignore, .reject, .late: return false
        case .stay:
            try carryOut(row.body, &step, ask)
            return !row.body.isEmpty
        case .move(let target):
            try step.assign(row.body.assignments, asking: ask)
            let followed = try resolve(target, &step, ask)
            let position = table.moveIndex[step.state * table.states.count + step.destination]
            let move = position.map { table.moves[$0] }
            if let move {
                for timer in move.endedTimers { step.timers[timer] = .ended }
                for begun in move.begunTimers { try step.carryOut([.set(timer: begun.timer, begun.wait)]) }
            }
            try step.carryOut(row.body.orders)
            for branch in followed { try step.carryOut(table.branches[branch].body.orders) }
            if table.states[step.destination].isFinal { step.endAllTimers() }
            for body in move?.enterBodies ?? [] { try carryOut(body, &step, ask) }
            return true
        }
    }

    private func carryOut(_ body: Table.Body, _ step: inout SymbolicStep, _ ask: Ask) throws(PlanningStop) {
        try step.assign(body.assignments, asking: ask)
        try step.carryOut(body.orders)
    }

    /// Follows choices to a state; returns the branches that were followed, by position.
    private func resolve(_ target: Table.Target, _ step: inout SymbolicStep, _ ask: Ask) throws(PlanningStop) -> [Int] {
        var target = target
        var followed: [Int] = []
        for _ in 0...table.choices.count {
            switch target {
            case .state(let state):
                step.destination = state
                return followed
            case .choice(let choice):
                let branch = try position(from: table.choices[choice].entry, step, ask)
                guard table.branches.indices.contains(branch) else { throw .leftToTable }
                followed.append(branch)
                try step.assign(table.branches[branch].body.assignments, asking: ask)
                target = table.branches[branch].target
            }
        }
        throw .leftToTable
    }
}
