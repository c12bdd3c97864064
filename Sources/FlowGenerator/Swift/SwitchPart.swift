import FlowLanguage
import FlowMachine
import KeywayCore

/// The functions that decide events as they come, or those that decide stale ones.
struct SwitchPart {
    enum Staleness: CaseIterable {
        case fresh
        case stale
    }

    let names: Vocabulary
    let staleness: Staleness

    private var machine: Machine { names.machine }
    private var label: String { staleness == .fresh ? "on" : "onStale" }

    func write(to writer: inout SourceWriter) {
        writer.line()
        let decided = machine.liveStates.filter { staleness == .fresh || hasStaleRows($0) }
        let head = "mutating func verdict(in state: State, \(label) event: Event)"
        writer.block("\(head) throws(Value.Mismatch) -> SwitchVerdict<State>") { writer in
            if decided.isEmpty { return writer.line(".stale") }
            writer.choice("state") { writer in
                for state in decided {
                    writer.line("case \(member(state)): try \(function(of: state))(\(argument))")
                }
                let rest = machine.states.indices.filter { !decided.contains($0) }
                if !rest.isEmpty {
                    writer.patterns(rest.map(member), staleness == .fresh ? ": .undeclared" : ": .stale")
                }
            }
        }
        for state in decided {
            writer.line()
            writer.documentation(machine.states[state].documentation)
            let parameter = staleness == .fresh ? "_ event: Event" : "stale event: Event"
            let head = "private mutating func \(function(of: state))(\(parameter))"
            writer.block("\(head) throws(Value.Mismatch) -> SwitchVerdict<State>") { writer in
                writer.choice("event") { writer in writeCells(of: state, to: &writer) }
            }
        }
    }

    private var argument: String { staleness == .fresh ? "event" : "stale: event" }

    private func member(_ state: Int) -> String { SwiftIdentifier.member(machine.states[state].name.text) }

    private func function(of state: Int) -> String {
        SwiftIdentifier.joined(["in", SwiftIdentifier.capitalized(machine.states[state].name.text)])
    }

    private func hasStaleRows(_ state: Int) -> Bool {
        machine.events.indices.contains { event in
            guard case .stale = machine.events[event].signature.origin,
                case .rows = machine.decider(of: event, in: state)
            else { return false }
            return true
        }
    }

    // MARK: - Cells

    /// Events that mean the same stand in one case; those that change nothing come last.
    private func writeCells(of state: Int, to writer: inout SourceWriter) {
        var changing = Cases()
        var idle = Cases()
        for (position, name, event) in names.cases {
            let member = SwiftIdentifier.member(name)
            if let verdict = verdictAlone(of: position, in: state) {
                var text = SourceWriter(inside: writer)
                text.line("return \(verdict)")
                idle.add(CasePattern(member), bound: [], text.text)
            } else if let column = column(of: position),
                case .rows(let rows, _) = machine.decider(of: column, in: state)
            {
                let body = SwitchBody(names: names, state: state, fields: event.signature.fields)
                let read = body.fieldsRead(by: rows)
                var text = SourceWriter(inside: writer)
                body.write(rows, to: &text)
                let bound = event.signature.fields.filter { read.contains($0.name) }
                changing.add(pattern(of: member, event.signature.fields, read), bound: bound, text.text)
            }
        }
        for entry in changing.entries + idle.entries {
            if entry.patterns.count == 1 {
                writer.caseHead(entry.patterns[0])
            } else {
                writer.patterns(entry.patterns.map(\.text), ":")
            }
            writer.add(entry.body)
        }
    }

    /// What the event means where nothing is looked at and nothing done; nil where there is more to say.
    private func verdictAlone(of event: Int, in state: Int) -> String? {
        let nothing = staleness == .fresh ? ".undeclared" : ".stale"
        guard let column = column(of: event) else { return nothing }
        switch machine.decider(of: column, in: state) {
        case .nobody: return nothing
        case .claim(let claim, _): return staleness == .fresh ? verdict(of: claim.verb) : nothing
        case .rows(let rows, _): return verdictWithoutBody(of: rows)
        }
    }

    /// The machine's event that decides: the event itself, or the one that stands for it when it is stale.
    private func column(of event: Int) -> Int? {
        if staleness == .fresh { return event }
        return machine.events.firstIndex { $0.signature.origin == .stale(of: event) }
    }

    private func pattern(of member: String, _ fields: [Field], _ read: Set<String>) -> CasePattern {
        guard !read.isEmpty else { return CasePattern(member) }
        return CasePattern(
            member, fields.map { read.contains($0.name) ? "let \(SwiftIdentifier.bound($0.name))" : "_" })
    }

    private func verdictWithoutBody(of rows: [Int]) -> String? {
        guard rows.count == 1, let row = rows.first.map({ machine.rows[$0] }), case .always = row.condition else {
            return nil
        }
        return row.body.isEmpty ? SwitchBody.verdict(row.verdict) : nil
    }

    private func verdict(of verb: FlowLanguage.Row.Verb) -> String {
        switch verb {
        case .ignore: ".ignore"
        case .reject: ".reject"
        case .late, .on: ".late"
        }
    }
}

/// The cases of one `switch`: what has the same body, and binds the same, is one.
private struct Cases {
    struct Entry {
        var patterns: [CasePattern]
        var bound: [Field]
        var body: String
    }

    private(set) var entries: [Entry] = []

    mutating func add(_ pattern: CasePattern, bound: [Field], _ body: String) {
        if let place = entries.firstIndex(where: { $0.body == body && $0.bound == bound }) {
            entries[place].patterns.append(pattern)
        } else {
            entries.append(Entry(patterns: [pattern], bound: bound, body: body))
        }
    }
}
