import KeywayCore

extension FlowSuite {
    /// The names of the spec's finals. They are read from the suite's own list of declarations, and not from the table that the suite
    /// judges: that table may have other finals, which is one of the mistakes to be found.
    package var finals: Set<String> {
        let mark = "final "
        return Set(
            declarations.split(separator: "\n").filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) })
    }

    /// The parameter by which a run's session deadline is chosen, `within session`; nil where the spec itself says how long a run may last.
    package var sessionParameter: String? {
        let mark = "timer within "
        let lines = declarations.split(separator: "\n")
        guard let name = lines.first(where: { $0.hasPrefix(mark) })?.dropFirst(mark.count) else { return nil }
        return lines.contains { $0.hasPrefix("parameter \(name): ") } ? String(name) : nil
    }
}

extension TableWords {
    /// What the flow declares besides its rows, one line each: cells, logs and apps rely on all of it.
    package var declarations: [String] {
        ["flow \(table.name) version \(table.version)"] + table.enumerations.map(enumeration)
            + zip(table.variables, table.initialValues).map { "variable \(self.field($0)) = \(value($1, of: $0.kind))" }
            + table.parameters.map(parameter) + table.states.map { "\($0.isFinal ? "final" : "state") \($0.name)" }
            + table.events.enumerated().map { "\(origin($1.origin)) \(events[$0])\(fields($1.fields))" }
            + table.lanes.map { "lane \($0.name) of \($0.provider)" } + table.children.map(subFlow)
            + table.children.flatMap(endings) + table.effects.map(effect) + table.sources.flatMap(source) + beginning
    }

    /// A sub-flow: its flow, what is chosen for its parameters, and the checksum of its table.
    ///
    /// A parent has the table of its sub-flow's flow within its own, while the suite of that flow tests the one that stands alone.
    private func subFlow(_ child: ChildSignature) -> String {
        let chosen = child.parameters.map { parameter in
            let field = child.table.variables[parameter.variable]
            return "\(field.name): \(operand(parameter.operand, of: field.kind, in: child.table))"
        }
        let checksum = String(CRC32C.checksum(of: child.table.canonicalBytes), radix: 16)
        return "sub-flow \(child.name) = \(child.table.name) version \(child.table.version)"
            + (chosen.isEmpty ? "" : "(\(chosen.joined(separator: ", ")))") + ", checksum \(checksum)"
    }

    /// What is chosen for a parameter: a parameter of the parent, by its name, or a constant of the sub-flow's kind.
    private func operand(_ operand: Table.Operand, of kind: Kind, in table: Table) -> String {
        switch operand {
        case .variable(let position): self.table.variables[position].name
        case .constant(let value): TableWords(of: table).value(value, of: kind)
        case .field, .absent: "nil"
        }
    }

    /// For each final of a sub-flow that keeps variables: those that the parent's event of this end carries as fields.
    private func endings(of child: ChildSignature) -> [String] {
        child.endings.filter { !$0.keeps.isEmpty }.map { ending in
            let kept = ending.keeps.map { child.table.variables[$0].name }.joined(separator: ", ")
            return "\(events[ending.event]) tells \(kept) of \(child.table.name)"
        }
    }

    /// A parameter of the flow, and the variables of which it is the initial value.
    private func parameter(_ parameter: ParameterSignature) -> String {
        let begun = parameter.initialises.map { table.variables[$0].name }
        let field = table.variables[parameter.variable]
        return "parameter \(self.field(field))" + (begun.isEmpty ? "" : " begins \(begun.joined(separator: ", "))")
    }

    private func origin(_ origin: EventSignature.Origin) -> String {
        switch origin {
        case .command: "command"
        case .callback: "callback"
        case .reply: "reply"
        case .timer: "timer"
        case .unrecognised: "unmatched callback"
        case .lane: "lane"
        case .child: "child"
        case .stale: "stale"
        case .restored: "coming back"
        }
    }

    private func effect(_ effect: EffectSignature) -> String {
        var text = "effect \(effect.name)\(fields(effect.fields))"
        if effect.isOnce { text += " once" }
        if effect.isVolatile { text += " volatile" }
        if effect.startsAttempt { text += " starts attempt" }
        if let calls = effect.calls { text += " calls \(calls)" }
        if let replies = effect.replies {
            let otherwise = table.events[replies.otherwise]
            text += " replies " + replies.events.map { events[$0] }.joined(separator: ", ")
            text += " otherwise \(call(otherwise.name, otherwise.fields, replies.otherwiseFields))"
            text += " within \(SpelledDuration(milliseconds: replies.within))"
        }
        return text
    }

    /// What a run does when it begins. It is told as a step is, from a run that stands in the same state with the initial values and has
    /// no timers: so all that the beginning changes is in the text.
    ///
    /// It begins at the time, and in the record, at which a suite tries every cell.
    private var beginning: [String] {
        let begun = table.beginning(at: BusyRun.now, sequence: BusyRun.sequence)
        var before = RunState(state: begun.run.state, values: table.initialValues)
        before.timers = []
        let step = Step(
            disposition: .taken, row: nil, stamp: .unknown, orders: begun.orders, scopeChanges: begun.scopeChanges,
            changesRun: true)
        let outcome = StepOutcome(before: before, step: step, after: begun.run, stamp: .unknown)
        return ["begins " + self.outcome(outcome, now: BusyRun.now, sequence: BusyRun.sequence)]
    }

    private func fields(_ fields: [Field]) -> String {
        fields.isEmpty ? "" : "(\(fields.map(field).joined(separator: ", ")))"
    }

    private func field(_ field: Field) -> String { "\(SpelledField(field, among: table.enumerations))" }
}
