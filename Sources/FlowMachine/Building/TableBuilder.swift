import FlowLanguage
public import KeywayCore

extension Table {
    /// Builds the table of a machine, which the reducer runs.
    ///
    /// States, events, effects, timers and variables have the same positions as in the machine. So have its rows; those that are
    /// made of `other` rows follow them.
    ///
    /// - Parameter machine: one that has passed the rules: every name is resolved, and every cell whose event can come is decided.
    public init(of machine: Machine) {
        var builder = TableBuilder(machine)
        self = builder.build()
    }
}

/// Builds the table part by part; rows, questions and moves that several cells share are built once.
///
/// A *question* is a `Table.Question`: one test of a guard, and where a yes and a no lead, to the next question or to a row.
struct TableBuilder {
    let machine: Machine
    var table: Table
    /// For a scope and an event, the first question or the row at which deciding among the scope's rows begins; all states in which the
    /// scope's rows decide the event share it.
    private var entries: [Machine.ScopedEvent: Table.Question.Next] = [:]
    /// The table's row for each `other` row that a cell needs. The key is twice the position of the row's scope, plus 1 unless the row is
    /// `reject other`.
    private var otherRows: [Int: Int] = [:]
    /// The table's choice for each choice of the machine and event that leads to it.
    private var choices: [ChoiceOfEvent: Int] = [:]
    /// The position in the table of each move that was made so far.
    var movePositions: [Table.Move: Int] = [:]
    /// For each state, who decides each event; filled by `overlay`.
    var deciders: [[Decider]] = []
    /// For each scope, its rows and the scopes directly inside it.
    private var rowsInScope: [[Int]] = []
    private var scopesInScope: [[Int]] = []

    /// Who decides an event in a scope, as the rows of this scope and of the scopes around it say.
    enum Decider {
        /// No row names the event, and no `other` row covers it.
        case nobody
        /// The `other` row of this scope.
        case other(Machine.Scope.OtherRow, scope: Int)
        /// The rows of this scope that name the event.
        case rows([Int], scope: Int)
    }

    /// A choice and an event that leads to it, by their positions: the choice's bodies may read the event's fields.
    private struct ChoiceOfEvent: Hashable {
        var choice: Int
        var event: Int
    }

    init(_ machine: Machine) {
        self.machine = machine
        table = Table(name: machine.name.text, version: machine.version)
    }

    mutating func build() -> Table {
        table.enumerations = machine.enumerations
        table.variables = machine.variables.map(\.field)
        table.initialValues = machine.variables.map(\.initial)
        table.parameters = machine.variables.indices.filter { machine.variables[$0].isParameter }.map { position in
            ParameterSignature(
                variable: position,
                initialises: machine.variables.indices.filter { machine.variables[$0].initialParameter == position })
        }
        table.states = machine.states.map {
            StateSignature(name: $0.name.text, isFinal: $0.isFinal, holds: $0.holds.map(\.timer))
        }
        table.events = machine.events.map(\.signature)
        table.effects = machine.effects.map(\.signature)
        table.timers = machine.timers.map { TimerSignature(name: $0.name, event: $0.event) }
        table.lanes = machine.lanes.map {
            LaneSignature(name: $0.name.text, provider: $0.provider.text, event: $0.event)
        }
        table.children = machine.children.compactMap { child in
            // A machine that passed the rules knows the flows of its children, and each has its 'cancel'.
            guard let flow = child.flow?.machine, let cancel = child.cancel else { return nil }
            return ChildSignature(
                name: child.name.text, table: Table(of: flow), cancel: cancel,
                endings: child.endings.map {
                    .init(final: $0.final, event: $0.event, keeps: flow.states[$0.final].keeps)
                },
                parameters: child.parameters.map {
                    .init(variable: $0.variable, operand: translated($0.term, for: nil))
                })
        }
        table.sources = machine.sources.map(\.source)
        table.sessionTimer = machine.timers.firstIndex(where: \.isSession)
        buildRows()
        buildCells()
        buildMoves()
        return table
    }

    private mutating func buildRows() {
        for row in machine.rows {
            let verdict: Table.Row.Verdict =
                switch row.verdict {
                case .move(let target): .move(translated(target, for: row.event))
                case .stay: .stay
                case .ignore: .ignore
                case .reject: .reject
                case .late: .late
                }
            table.rows.append(Table.Row(verdict: verdict, body: translated(row.body, for: row.event)))
        }
    }

    private mutating func buildCells() {
        deciders = machine.states.map { _ in Array(repeating: .nobody, count: machine.events.count) }
        rowsInScope = machine.scopes.map { _ in [] }
        scopesInScope = rowsInScope
        for row in machine.rows.indices { rowsInScope[machine.rows[row].scope].append(row) }
        for scope in machine.scopes.indices {
            if let parent = machine.scopes[scope].parent { scopesInScope[parent].append(scope) }
        }
        overlay(0, on: Array(repeating: .nobody, count: machine.events.count))
        table.cells = []
        for state in machine.states.indices {
            for event in machine.events.indices {
                table.cells.append(entry(of: event, decidedBy: deciders[state][event]))
            }
        }
    }

    /// Lets a scope's rows replace what the scopes around it decide, and goes on into the scopes inside it.
    ///
    /// The interpreter instead searches the decider from the state outwards. Tests compare the table with the interpreter on
    /// every cell, so the two share no code on purpose.
    private mutating func overlay(_ scope: Int, on inherited: [Decider]) {
        var cells = inherited
        let rows = Dictionary(grouping: rowsInScope[scope]) { machine.rows[$0].event }
        for (event, declared) in machine.events.enumerated() {
            if let rows = rows[event] {
                cells[event] = .rows(rows, scope: scope)
            } else if case .rows = cells[event] {
                // A row that names the event goes before any `other` row, also before one of a scope further inside (rule 3).
                continue
            } else if let other = machine.scopes[scope].otherRows.first(where: { $0.covers(declared.signature.origin) })
            {
                cells[event] = .other(other, scope: scope)
            }
        }
        if case .state(let state) = machine.scopes[scope].kind { deciders[state] = cells }
        for inner in scopesInScope[scope] { overlay(inner, on: cells) }
    }

    /// Where deciding begins in a cell with this decider; nil where nobody decides, so where the event of a checked flow cannot come.
    private mutating func entry(of event: Int, decidedBy decider: Decider) -> Table.Question.Next? {
        switch decider {
        case .nobody: return nil
        case .other(let other, let scope): return .row(row(of: other, in: scope))
        case .rows(let rows, let scope):
            let key = Machine.ScopedEvent(scope: scope, event: event)
            if let known = entries[key] { return known }
            let alternatives = rows.map { (condition: machine.rows[$0].condition, leads: Table.Question.Next.row($0)) }
            let entry = decide(among: alternatives, for: event)
            entries[key] = entry
            return entry
        }
    }

    /// The position of the table's row for an `other` row of the scope; the row is made where no cell has needed it before.
    private mutating func row(of other: Machine.Scope.OtherRow, in scope: Int) -> Int {
        // A scope has at most one `other` row for commands (`reject`) and one for callbacks and replies (`late` or `ignore`).
        let key = scope * 2 + (other.verb == .reject ? 0 : 1)
        if let known = otherRows[key] { return known }
        let verdict: Table.Row.Verdict =
            switch other.verb {
            case .reject: .reject
            case .ignore: .ignore
            case .late, .on: .late  // There is no `on other`: the resolver refuses it.
            }
        table.rows.append(Table.Row(verdict: verdict, isOtherRow: true))
        otherRows[key] = table.rows.count - 1
        return table.rows.count - 1
    }

    // MARK: - Questions

    /// Makes questions that ask one guard after the other, and returns where asking begins.
    ///
    /// Where no guard holds, the alternative with `otherwise` decides. Without an `otherwise` the last alternative decides unasked,
    /// because the rules refuse guards that are not shown to be complete. Nil where there are no alternatives.
    ///
    /// - Parameters:
    ///   - alternatives: the guards of rows or branches, each with the row or branch to which it leads.
    ///   - event: the event whose fields the guards may read, by its position; nil where they read variables alone.
    private mutating func decide(
        among alternatives: [(condition: Machine.Row.Guard, leads: Table.Question.Next)], for event: Int?
    ) -> Table.Question.Next? {
        let unasked = alternatives.first { $0.condition.isOtherwise } ?? alternatives.last
        guard var next = unasked?.leads else { return nil }
        for alternative in alternatives.reversed() where alternative.leads != unasked?.leads {
            guard case .when(let condition) = alternative.condition else { continue }
            next = ask(condition, for: event, ifTrue: alternative.leads, ifFalse: next)
        }
        return next
    }

    /// Makes the questions of a condition and returns where asking begins.
    ///
    /// The questions of the last part are made first, because each question needs the position of the one that it leads to.
    private mutating func ask(
        _ condition: Condition, for event: Int?, ifTrue: Table.Question.Next, ifFalse: Table.Question.Next
    ) -> Table.Question.Next {
        switch condition {
        case .not(let part):
            return ask(part, for: event, ifTrue: ifFalse, ifFalse: ifTrue)
        case .all(let parts):
            return parts.reversed().reduce(ifTrue) { ask($1, for: event, ifTrue: $0, ifFalse: ifFalse) }
        case .any(let parts):
            return parts.reversed().reduce(ifFalse) { ask($1, for: event, ifTrue: ifTrue, ifFalse: $0) }
        case .comparison(let left, let relation, let right):
            return ask(
                .comparison(translated(left, for: event), relation, translated(right, for: event)), ifTrue, ifFalse)
        case .membership(let term, let values):
            return ask(.membership(translated(term, for: event), of: values), ifTrue, ifFalse)
        case .containment(let term, let set):
            return ask(.containment(translated(term, for: event), in: translated(set, for: event)), ifTrue, ifFalse)
        case .present(let term):
            return ask(.presence(translated(term, for: event)), ifTrue, ifFalse)
        case .flag(let term):
            return ask(.flag(translated(term, for: event)), ifTrue, ifFalse)
        }
    }

    /// Adds the question to the table and returns its position.
    private mutating func ask(
        _ test: Table.Test, _ ifTrue: Table.Question.Next, _ ifFalse: Table.Question.Next
    ) -> Table.Question.Next {
        table.questions.append(Table.Question(test: test, ifTrue: ifTrue, ifFalse: ifFalse))
        return .question(table.questions.count - 1)
    }

    // MARK: - Choices

    mutating func translated(_ target: Machine.Target, for event: Int) -> Table.Target {
        switch target {
        case .state(let state): return .state(state)
        case .choice(let choice): return .choice(translated(choice: choice, for: event))
        }
    }

    /// The position of the table's choice for one event.
    ///
    /// The table has a choice once for each event that leads to it: branches may read the event's fields, which the machine knows
    /// by name and the table by position.
    private mutating func translated(choice position: Int, for event: Int) -> Int {
        let key = ChoiceOfEvent(choice: position, event: event)
        if let known = choices[key] { return known }
        let choice = machine.choices[position]
        var alternatives: [(condition: Machine.Row.Guard, leads: Table.Question.Next)] = []
        for branch in choice.branches {
            let result = Table.Branch(
                target: translated(branch.target, for: event), body: translated(branch.body, for: event))
            table.branches.append(result)
            // Behind a choice's questions `.row` means a position in `table.branches`.
            alternatives.append((branch.condition, .row(table.branches.count - 1)))
        }
        // A choice's guards read variables alone, so no event is given.
        let entry = decide(among: alternatives, for: nil) ?? .row(0)
        table.choices.append(Table.Choice(name: choice.name.text, entry: entry))
        choices[key] = table.choices.count - 1
        return table.choices.count - 1
    }

    // MARK: - Bodies

    /// The body as the table has it, with fields by their positions in the event; `event` is nil for an `enter` body, which reads none.
    func translated(_ body: Body, for event: Int?) -> Table.Body {
        Table.Body(
            assignments: body.assignments.map {
                Table.Assignment(
                    variable: $0.variable, operation: $0.operation, operand: translated($0.term, for: event))
            },
            orders: body.orders.map { order in
                switch order.content {
                case .set(let timer, let term): .set(timer: timer, translated(term, for: event))
                case .clear(let timer): .clear(timer: timer)
                case .perform(let effect, let terms): .perform(effect: effect, terms.map { translated($0, for: event) })
                case .take(let lane): .take(lane: lane)
                case .run(let child, let command, let terms):
                    .run(child: child, command: command, terms.map { translated($0, for: event) })
                }
            })
    }

    private func translated(_ term: Term, for event: Int?) -> Table.Operand {
        switch term.content {
        case .variable(let position): .variable(position)
        case .constant(let value): .constant(value)
        case .absent: .absent
        case .field(let name):
            event.flatMap { event in machine.events[event].signature.fields.firstIndex { $0.name == name } }
                .map { .field($0) } ?? .absent
        }
    }
}

extension Machine.Scope.OtherRow {
    /// Whether this `other` row covers events of the origin: `reject other` covers commands, `late other` and `ignore other` cover
    /// callbacks and replies.
    ///
    /// No `other` row covers a stale event: without a row of its own such an event changes nothing.
    fileprivate func covers(_ origin: EventSignature.Origin) -> Bool {
        switch origin {
        case .command: verb == .reject
        case .callback, .reply: verb == .late || verb == .ignore
        case .timer, .unrecognised, .lane, .child, .stale, .restored: false
        }
    }
}
