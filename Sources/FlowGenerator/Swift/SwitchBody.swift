import FlowLanguage
import FlowMachine
import KeywayCore

/// What a cell's rows do, as statements: guard, assignments, choices, leave, enter timers, orders, `enter` bodies.
struct SwitchBody {
    let names: Vocabulary
    let state: Int
    /// The fields of the event.
    let fields: [Field]

    private var machine: Machine { names.machine }

    /// A verdict that needs no more words; nil for a move.
    static func verdict(_ verdict: Machine.Row.Verdict) -> String? {
        switch verdict {
        case .move: nil
        case .stay: ".stay"
        case .ignore: ".ignore"
        case .reject: ".reject"
        case .late: ".late"
        }
    }

    func write(_ rows: [Int], to writer: inout SourceWriter) {
        let alternatives = rows.map { row in
            (machine.rows[row].condition, { (writer: inout SourceWriter) in write(machine.rows[row], to: &writer) })
        }
        writeAlternatives(alternatives, to: &writer)
    }

    /// One `if` after the other; what says `otherwise`, or else the last, needs none.
    private func writeAlternatives(
        _ alternatives: [(condition: Machine.Row.Guard, write: (inout SourceWriter) -> Void)],
        to writer: inout SourceWriter
    ) {
        let last = alternatives.firstIndex { $0.condition.isUnconditional } ?? alternatives.count - 1
        for (place, alternative) in alternatives.enumerated() where place != last {
            guard case .when(let condition) = alternative.condition else { continue }
            let expression = ConditionExpression(names: names, fields: fields)
            let (parts, word) = expression.parts(of: condition)
            writer.condition(parts, joinedBy: word) { alternative.write(&$0) }
        }
        if alternatives.indices.contains(last) { alternatives[last].write(&writer) }
    }

    private func write(_ row: Machine.Row, to writer: inout SourceWriter) {
        if case .move(let target) = row.verdict {
            writeMove(to: target, by: [row.body], &writer)
            return
        }
        writeAssignments(row.body, &writer)
        writeOrders(row.body, &writer)
        if let verdict = Self.verdict(row.verdict) { writer.line("return \(verdict)") }
    }

    private func writeMove(to target: Machine.Target, by bodies: [FlowMachine.Body], _ writer: inout SourceWriter) {
        if let body = bodies.last { writeAssignments(body, &writer) }
        switch target {
        case .choice(let position):
            let alternatives = machine.choices[position].branches.map { branch in
                (
                    branch.condition,
                    { (writer: inout SourceWriter) in writeMove(to: branch.target, by: bodies + [branch.body], &writer)
                    }
                )
            }
            writeAlternatives(alternatives, to: &writer)
        case .state(let destination):
            let entered = writeLeaving(for: destination, &writer)
            for body in bodies { writeOrders(body, &writer) }
            for scope in entered {
                guard let body = machine.scopes[scope].enter else { continue }
                writeAssignments(body, &writer)
                writeOrders(body, &writer)
            }
            // Also what the row itself has begun.
            if machine.states[destination].isFinal { writer.line("endEverything()") }
            writer.line("return .move(\(SwiftIdentifier.member(machine.states[destination].name.text)))")
        }
    }

    /// Ends the timers of what is left and starts those of what is entered; returns what is entered, outermost first.
    private func writeLeaving(for destination: Int, _ writer: inout SourceWriter) -> [Int] {
        if machine.states[destination].isFinal { return [] }
        let (inside, outside) = (machine.scopes(around: state), machine.scopes(around: destination))
        // The state itself is left also for itself.
        let kept = Set(inside.dropFirst()).intersection(outside.dropFirst())
        let ended = machine.timers.indices.filter {
            inside.contains(machine.timers[$0].scope) && !kept.contains(machine.timers[$0].scope)
        }
        if !ended.isEmpty { writer.list("end(", ended.map(timer), ")") }
        func isLeft(_ scope: Int) -> Bool { inside.contains(scope) && !kept.contains(scope) }
        for child in machine.children where isLeft(child.scope) { writer.line("leave(\"\(child.name.text)\")") }
        for lane in machine.lanes where isLeft(lane.scope) { writer.line("free(\"\(lane.name.text)\")") }
        let entered = outside.filter { !kept.contains($0) }.reversed()
        for scope in entered {
            for position in machine.timers.indices where machine.timers[position].scope == scope {
                guard let duration = machine.timers[position].duration else { continue }
                writer.line("set(\(timer(position)), for: \(Vocabulary.duration(duration)))")
            }
        }
        return Array(entered)
    }

    private func timer(_ position: Int) -> String {
        SwiftIdentifier.member(names.events[machine.timers[position].event] ?? "")
    }

    // MARK: - Assignments and orders

    /// All values are read before any is written; where that matters, they are read from the context before.
    private func writeAssignments(_ body: FlowMachine.Body, _ writer: inout SourceWriter) {
        var written: Set<Int> = []
        var readsWhatIsWritten = false
        for assignment in body.assignments {
            if case .variable(let position) = assignment.term.content, written.contains(position) {
                readsWhatIsWritten = true
            }
            written.insert(assignment.variable)
        }
        if readsWhatIsWritten { writer.line("let before = context") }
        let source = readsWhatIsWritten ? "before" : "context"
        for assignment in body.assignments {
            let field = machine.variables[assignment.variable].field
            let variable = "context.\(field.name)"
            let value = expression(assignment.term, as: field, from: source)
            switch assignment.operation {
            case .set: writer.line("\(variable) = \(value)")
            case .add where !field.isOptional: writer.line("\(variable) += \(value)")
            case .subtract where !field.isOptional: writer.line("\(variable) -= \(value)")
            case .add: writer.line("\(variable) = try present(\(variable)) + \(value)")
            case .subtract: writer.line("\(variable) = try present(\(variable)) - \(value)")
            }
        }
    }

    private func writeOrders(_ body: FlowMachine.Body, _ writer: inout SourceWriter) {
        for order in body.orders {
            switch order.content {
            case .set(let position, let term):
                let wanted = Field(name: "", kind: .duration(0...0), isOptional: false)
                writer.line("set(\(timer(position)), for: \(expression(term, as: wanted, from: "context")))")
            case .clear(let position): writer.line("end(\(timer(position)))")
            case .perform(let position, let terms):
                let effect = machine.effects[position]
                let arguments = zip(effect.signature.fields, terms).map { field, term in
                    "\(SwiftIdentifier.label(field.name)): \(expression(term, as: field, from: "context"))"
                }
                let member = SwiftIdentifier.member(effect.name)
                writer.nestedCall("order(", arguments.isEmpty ? member : "\(member)(", arguments)
            case .take(let lane): writer.line("take(\"\(machine.lanes[lane].name.text)\")")
            case .run(let child, _, _): writer.line("run(\"\(machine.children[child].name.text)\")")
            }
        }
    }

    /// A value as the field wants it: what it needs and may be absent is asked to be present.
    private func expression(_ term: Term, as wanted: Field, from source: String) -> String {
        let (text, isOptional): (String, Bool) =
            switch term.content {
            case .variable(let position):
                ("\(source).\(machine.variables[position].field.name)", machine.variables[position].field.isOptional)
            case .field(let name):
                (
                    fields.contains { $0.name == name } ? SwiftIdentifier.bound(name) : "nil",
                    fields.first { $0.name == name }?.isOptional ?? true
                )
            case .constant(let value): (names.literal(value, of: wanted.kind), false)
            case .absent: ("nil", true)
            }
        return isOptional && !wanted.isOptional ? "try present(\(text))" : text
    }

    // MARK: - What is read

    /// The fields that the rows, and the choices behind them, read.
    func fieldsRead(by rows: [Int]) -> Set<String> {
        var read: Set<String> = []
        for row in rows {
            if case .when(let condition) = machine.rows[row].condition { read.formUnion(condition.fieldsRead) }
            read.formUnion(machine.rows[row].body.fieldsRead)
            if case .move(let target) = machine.rows[row].verdict { read.formUnion(fieldsRead(behind: target)) }
        }
        return read.intersection(fields.map(\.name))
    }

    private func fieldsRead(behind target: Machine.Target) -> Set<String> {
        guard case .choice(let position) = target else { return [] }
        return machine.choices[position].branches.reduce(into: []) { read, branch in
            read.formUnion(branch.body.fieldsRead)
            if case .when(let condition) = branch.condition { read.formUnion(condition.fieldsRead) }
            read.formUnion(fieldsRead(behind: branch.target))
        }
    }
}

extension SourceWriter {
    /// A call whose only argument is itself one with arguments.
    fileprivate mutating func nestedCall(_ outer: String, _ inner: String, _ arguments: [String]) {
        guard !arguments.isEmpty else { return line(outer + inner + ")") }
        var alone = SourceWriter(inside: self)
        alone.list(inner, arguments, "))")
        if !fits(outer + inner + arguments.joined(separator: ", ") + "))") {
            line(outer)
            add(alone.text)
        } else {
            line(outer + inner + arguments.joined(separator: ", ") + "))")
        }
    }
}

extension Machine.Row.Guard {
    fileprivate var isUnconditional: Bool { if case .when = self { false } else { true } }
}
