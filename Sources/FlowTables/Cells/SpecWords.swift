import FlowLanguage
import FlowMachine
import KeywayCore

/// Writes the conditions and bodies of a machine in the words of its spec, for tables and diagrams.
struct SpecWords {
    let machine: Machine
    /// The text of the spec, from which literals are copied.
    let source: SourceText
    /// The fields of the event whose guard or body is written; empty for a choice, whose guards read variables alone.
    var fields: [Field] = []

    func name(of target: Machine.Target) -> String {
        switch target {
        case .state(let state): machine.states[state].name.text
        case .choice(let choice): machine.choices[choice].name.text
        }
    }

    /// The guard's condition without `when`, or `otherwise`; empty for a row without a guard.
    func condition(_ condition: Machine.Row.Guard) -> String {
        switch condition {
        case .always: ""
        case .otherwise: "otherwise"
        case .when(let condition): words(for: condition)
        }
    }

    /// What a body assigns and orders, in the order of the spec.
    func changes(of body: FlowMachine.Body) -> TransitionTable.Changes {
        var changes = TransitionTable.Changes(assignments: body.assignments.map(words))
        for order in body.orders {
            switch order.content {
            case .set(let timer, let duration):
                changes.begunOrCleared.append("set \(machine.timers[timer].name) \(words(for: duration))")
            case .clear(let timer):
                changes.begunOrCleared.append("clear \(machine.timers[timer].name)")
            case .perform(let effect, let arguments):
                let name = machine.effects[effect].name
                let list = arguments.map { words(for: $0) }.joined(separator: ", ")
                changes.effects.append(.init(name: name, words: arguments.isEmpty ? name : "\(name)(\(list))"))
            case .take(let lane):
                changes.begunOrCleared.append("take \(machine.lanes[lane].name.text)")
            case .run(let child, let command, let arguments):
                changes.begunOrCleared.append(words(forRunning: child, command, with: arguments))
            }
        }
        return changes
    }

    /// What entering the destination does: unnamed timers of entered scopes begin, then `enter` bodies run, outermost first.
    ///
    /// `origins` are the states from which a step may come; there may be several for a branch of a choice. A step from a state that
    /// already lies in a scope does not enter it. Where that is so for some of the states only, the scope's changes are marked
    /// ` on entering NAME`.
    func entering(_ destination: Int, from origins: [Int]) -> TransitionTable.Changes {
        guard !machine.states[destination].isFinal else { return .init() }
        // The state's own scope is the first: it is entered from everywhere, also from the state itself.
        let around = machine.scopes(around: destination)
        var changes = TransitionTable.Changes()
        for scope in around.reversed() {
            // From how many of the states a step enters the scope.
            let entering = origins.count { scope == around.first || !machine.scopes(around: $0).contains(scope) }
            guard entering > 0 else { continue }
            var own = TransitionTable.Changes()
            own.begunOrCleared = machine.timers.filter { $0.scope == scope && $0.wait != nil }.map(\.name)
            if let body = machine.scopes[scope].enter { own.append(self.changes(of: body)) }
            changes.append(entering == origins.count ? own : own.onlyEntering(machine.scopes[scope].name.text))
        }
        return changes
    }

    private func words(forRunning position: Int, _ command: Int, with arguments: [Term]) -> String {
        let child = machine.children[position]
        let name = child.flow?.machine.events[command].name ?? ""
        let list = arguments.map { words(for: $0) }.joined(separator: ", ")
        return "run \(child.name.text).\(name)" + (arguments.isEmpty ? "" : "(\(list))")
    }

    private func words(for assignment: FlowMachine.Body.Assignment) -> String {
        let variable = machine.variables[assignment.variable].field.name
        switch assignment.operation {
        case .add: return "\(variable) += \(words(for: assignment.term))"
        case .subtract: return "\(variable) -= \(words(for: assignment.term))"
        case .set:
            if case .field(variable) = assignment.term.content { return "keep \(variable)" }
            return "\(variable) = \(words(for: assignment.term))"
        }
    }

    /// A variable or field by its name; a literal or `nil` as the spec spells it.
    private func words(for term: Term) -> String {
        switch term.content {
        case .variable(let position): machine.variables[position].field.name
        case .field(let name): name
        case .constant, .absent: source.text(in: term.range)
        }
    }

    /// The condition with parentheses only where they are needed, as `keyway fmt` writes it.
    private func words(for condition: Condition, inside outer: Binding = .any) -> String {
        switch condition {
        case .any(let parts):
            return bracketed(parts.map { words(for: $0, inside: .any) }.joined(separator: " or "), outer > .any)
        case .all(let parts):
            return bracketed(parts.map { words(for: $0, inside: .all) }.joined(separator: " and "), outer > .all)
        case .not(.present(let term)): return "\(words(for: term)) absent"
        case .not(let part): return "not \(words(for: part, inside: .not))"
        case .present(let term): return "\(words(for: term)) present"
        case .flag(let term): return words(for: term)
        case .comparison(let left, let relation, let right):
            return "\(words(for: left)) \(relation.sign) \(words(for: right))"
        case .containment(let term, let set):
            return "\(words(for: term)) in \(words(for: set))"
        case .membership(let term, let members):
            let list = members.map { value($0, besides: term) }.joined(separator: ", ")
            return "\(words(for: term)) in { \(list) }"
        }
    }

    /// What binds the parts of a condition, from the loosest to the tightest: `or`, `and`, `not`. A condition that is looser than
    /// the one around it needs brackets.
    private enum Binding: Int, Comparable {
        case any, all, not

        static func < (left: Binding, right: Binding) -> Bool { left.rawValue < right.rawValue }
    }

    /// The words in brackets where these are needed, else the words alone.
    private func bracketed(_ words: String, _ isNeeded: Bool) -> String { isNeeded ? "(\(words))" : words }

    /// A value in the braces of `in`, spelled by the kind of the term before `in`.
    private func value(_ value: Value, besides term: Term) -> String {
        // A resolved guard compares only values of the term's kind, so the kind fits each value. A literal before `in`, which has no kind,
        // is an error of the spec, and a table is made of none with errors.
        kind(of: term).map { "\(SpelledValue(value, of: $0, among: machine.enumerations))" }
            ?? source.text(in: term.range)
    }

    /// The kind of the variable or field; nil for a constant, and for a field that the event does not have.
    private func kind(of term: Term) -> Kind? {
        switch term.content {
        case .variable(let position): machine.variables[position].field.kind
        case .field(let name): fields.first { $0.name == name }?.kind
        case .constant, .absent: nil
        }
    }
}

extension TransitionTable.Changes {
    /// These changes, each marked as made only where the step enters the scope of this name.
    fileprivate func onlyEntering(_ scope: String) -> Self {
        let mark = " on entering \(scope)"
        return .init(
            assignments: assignments.map { $0 + mark },
            effects: effects.map { .init(name: $0.name, words: $0.words + mark) },
            begunOrCleared: begunOrCleared.map { $0 + mark })
    }
}
