package import FlowLanguage
package import FlowMachine
import KeywayCore

extension TransitionTable {
    /// Reads the cells from a machine without errors; `source` is the spec's text, from which the machine was made.
    package init(of machine: Machine, in source: SourceText) {
        let reading = CellReading(machine: machine, source: source)
        self.init(
            flow: machine.name.text, version: machine.version, documentation: machine.documentation,
            enumerations: machine.enumerations.map { Enumeration(name: $0.name, cases: $0.cases.map(\.name)) },
            variables: machine.variables.map(reading.variable), events: machine.events.map(reading.event),
            states: machine.liveStates.map(reading.state), choices: machine.choices.indices.map(reading.choice),
            finals: machine.states[machine.liveStates.upperBound...].map { final in
                Final(
                    name: final.name.text, documentation: final.documentation,
                    keeps: final.keeps.map { machine.variables[$0].field.name })
            },
            requirements: machine.requirements.map {
                // A requirement may go on in the next line inside of brackets.
                let words = $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                return Requirement(words: words, line: source.lineNumber(of: $0.range.lower))
            })
    }
}

/// Puts a machine's cells into words.
private struct CellReading {
    let machine: Machine
    let source: SourceText

    /// Writes guards and bodies that read these fields of an event.
    private func specWords(reading fields: [Field] = []) -> SpecWords {
        SpecWords(machine: machine, source: source, fields: fields)
    }

    func variable(_ variable: Machine.Variable) -> TransitionTable.Variable {
        let kind = variable.field.kind
        let value = variable.initial.map { "\(SpelledValue($0, of: kind, among: machine.enumerations))" }
        let parameter = variable.initialParameter.map { machine.variables[$0].field.name }
        return .init(
            words: declaration(of: variable.field), first: parameter ?? value ?? "nil",
            isParameter: variable.isParameter)
    }

    func event(_ event: Machine.Event) -> TransitionTable.Event {
        var scope: TransitionTable.ScopeName?
        if case .timer(let timer) = event.signature.origin { scope = name(of: machine.timers[timer].scope) }
        return .init(
            name: event.name, origin: .init(event.signature.origin),
            fields: event.signature.fields.map(declaration), scope: scope)
    }

    /// The field with its kind, class and `?`, as the spec declares it.
    private func declaration(of field: Field) -> String { "\(SpelledField(field, among: machine.enumerations))" }

    /// The state at this position, which is no final, with the rows of all its cells.
    func state(at position: Int) -> TransitionTable.State {
        let state = machine.states[position]
        return .init(
            name: state.name.text, documentation: state.documentation,
            groups: machine.scopes(around: position).map { machine.scopes[$0] }.filter { $0.kind == .group }
                .map(\.name.text),
            waitsForUser: state.waitsForUser,
            rows: machine.events.indices.flatMap { rows(for: $0, in: position) })
    }

    /// The rows of one cell; none where nothing decides the event: the event cannot come there or, as a stale one, changes nothing.
    private func rows(for event: Int, in state: Int) -> [TransitionTable.Row] {
        if case .timer(let timer) = machine.events[event].signature.origin {
            // Outside its scope a timer cannot run, so it has no cell there.
            guard machine.scopes(around: state).contains(machine.timers[timer].scope) else { return [] }
        }
        if let hold = machine.hold(of: event, in: state) {
            return [row(event, in: state, "", .hold, decision: .held, at: hold.range)]
        }
        switch machine.decider(of: event, in: state) {
        case .nobody: return []
        case .other(let other, let scope):
            let decision = TransitionTable.Decision.other(verb: other.verb.rawValue, in: name(of: scope))
            return [
                row(event, in: state, "", other.verb == .reject ? .reject : .claim, decision: decision, at: other.range)
            ]
        case .rows(let rows, let scope):
            return rows.map { self.row(machine.rows[$0], in: state, decidedBy: scope) }
        }
    }

    private func row(_ row: Machine.Row, in state: Int, decidedBy scope: Int) -> TransitionTable.Row {
        let words = specWords(reading: machine.events[row.event].signature.fields)
        var changes = words.changes(of: row.body)
        var target = machine.states[state].name.text
        let disposition: TransitionTable.Disposition
        switch row.verdict {
        case .move(let destination):
            disposition = .transition
            target = words.name(of: destination)
            if case .state(let destination) = destination {
                changes.append(words.entering(destination, from: [state]))
            }
        case .stay: disposition = .stay
        case .ignore: disposition = .ignore
        case .reject: disposition = .reject
        case .late: disposition = .late
        }
        return self.row(
            row.event, in: state, words.condition(row.condition), disposition, to: target, changes,
            decision: .row(in: name(of: scope)), at: row.range)
    }

    /// The row of a cell, whose line is that of `range`; a nil target means that the run stays in the state.
    private func row(
        _ event: Int, in state: Int, _ condition: String, _ disposition: TransitionTable.Disposition,
        to target: String? = nil, _ changes: TransitionTable.Changes = .init(), decision: TransitionTable.Decision,
        at range: SourceRange
    ) -> TransitionTable.Row {
        let name = machine.states[state].name.text
        return .init(
            state: name, event: machine.events[event].name, condition: condition, disposition: disposition,
            target: target ?? name, changes: changes, decision: decision, line: source.lineNumber(of: range.lower))
    }

    /// The choice at this position, with what each branch does.
    func choice(at position: Int) -> TransitionTable.Choice {
        let origins = machine.origins(of: position)
        let choice = machine.choices[position]
        let words = specWords()
        let branches = choice.branches.map { branch in
            var changes = words.changes(of: branch.body)
            if case .state(let destination) = branch.target {
                changes.append(words.entering(destination, from: origins))
            }
            return TransitionTable.Branch(
                condition: words.condition(branch.condition), target: words.name(of: branch.target), changes: changes,
                line: source.lineNumber(of: branch.range.lower))
        }
        return .init(name: choice.name.text, branches: branches)
    }

    private func name(of scope: Int) -> TransitionTable.ScopeName {
        let scope = machine.scopes[scope]
        return switch scope.kind {
        case .file: .file
        case .group: .group(scope.name.text)
        case .state: .state(scope.name.text)
        }
    }
}

extension Machine {
    /// The states from which a row leads to the choice, directly or through other choices.
    fileprivate func origins(of choice: Int) -> [Int] {
        // The choice, and every choice that can lead to it.
        var leading: Set<Int> = [choice]
        var isGrowing = true
        while isGrowing {
            let before = leading.count
            for (position, other) in choices.enumerated()
            where other.branches.contains(where: { $0.leads(to: leading) }) { leading.insert(position) }
            isGrowing = leading.count > before
        }
        return liveStates.filter { state in
            events.indices.contains { event in
                guard case .rows(let rows, _) = decider(of: event, in: state) else { return false }
                return rows.contains { row in
                    if case .move(.choice(let target)) = self.rows[row].verdict {
                        leading.contains(target)
                    } else {
                        false
                    }
                }
            }
        }
    }
}

extension Machine.Choice.Branch {
    fileprivate func leads(to choices: Set<Int>) -> Bool {
        if case .choice(let choice) = target { choices.contains(choice) } else { false }
    }
}

extension TransitionTable.Changes {
    mutating func append(_ other: Self) {
        assignments += other.assignments
        effects += other.effects
        begunOrCleared += other.begunOrCleared
    }
}

extension TransitionTable.Origin {
    fileprivate init(_ origin: EventSignature.Origin) {
        self =
            switch origin {
            case .command: .command
            case .callback: .callback
            case .reply: .reply
            case .timer: .timer
            case .unrecognised: .unrecognised
            case .lane: .lane
            case .child: .child
            case .stale: .stale
            case .restored: .restored
            }
    }
}
