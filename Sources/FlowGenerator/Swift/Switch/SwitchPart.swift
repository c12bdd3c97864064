import KeywayCore

/// The functions of the readable switch that decide fresh events, or those that decide stale ones.
struct SwitchPart {
    let model: FlowModel
    let cells: CellReader

    private var isFresh: Bool { cells.staleness == .fresh }

    func write(to writer: inout SourceWriter) {
        writer.line()
        let decided = cells.decidedStates
        let head = "mutating func verdict(in state: State, \(isFresh ? "on" : "onStale") event: Event)"
        writer.block("\(head) throws(Value.Mismatch) -> SwitchVerdict<State>") { writer in
            if decided.isEmpty { return writer.line(text(of: .stale)) }
            writer.switchBlock("state") { writer in
                for state in decided {
                    let argument = isFresh ? "event" : "stale: event"
                    writer.line("case \(member(state)): try \(function(of: state))(\(argument))")
                }
                let rest = model.states.indices.filter { !decided.contains($0) }
                if !rest.isEmpty { writer.patterns(rest.map(member), ": \(text(of: cells.verdictWithoutRow))") }
            }
        }
        for state in decided {
            writer.line()
            writer.documentation(model.states[state].documentation)
            let parameter = isFresh ? "_ event: Event" : "stale event: Event"
            let head = "private mutating func \(function(of: state))(\(parameter))"
            writer.block("\(head) throws(Value.Mismatch) -> SwitchVerdict<State>") { writer in
                writer.switchBlock("event") { writer in writeCells(of: state, to: &writer) }
            }
        }
    }

    private func member(_ state: Int) -> String { SwiftIdentifier.member(model.states[state].name) }

    /// The name of the state's function, such as `inAwaitingCode`.
    private func function(of state: Int) -> String {
        OneWord.joined(["in", OneWord.capitalized(model.states[state].name)])
    }

    private func text(of verdict: Verdict) -> String { SwitchBody.text(of: verdict, in: model) }

    // MARK: - Cells

    /// Writes the cases of a state's function. Events that mean the same stand in one case; those that change nothing come last.
    private func writeCells(of state: Int, to writer: inout SourceWriter) {
        var changing = Cases()
        var idle = Cases()
        for event in model.events {
            var text = SourceWriter(inside: writer)
            switch cells.meaning(of: event, in: state) {
            case .alone(let verdict):
                text.line("return \(self.text(of: verdict))")
                idle.add(CasePattern(event.member), bound: [], text.text)
            case .steps(let instructions, let read):
                SwitchBody(vocabulary: Vocabulary(model: model), fields: event.fields).write(instructions, to: &text)
                let bound = event.fields.filter { read.contains($0.name) }
                changing.add(pattern(of: event, binding: read), bound: bound, text.text)
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

    /// The pattern that binds the fields that are read, and no others.
    private func pattern(of event: FlowModel.Word, binding read: Set<String>) -> CasePattern {
        guard !read.isEmpty else { return CasePattern(event.member) }
        let names = BoundFields(event.fields, of: model)
        return CasePattern(
            event.member, event.fields.map { read.contains($0.name) ? "let \(names[$0.name])" : "_" })
    }
}

/// The cases of one `switch`: events with the same body that bind the same fields share a case.
private struct Cases {
    struct Entry {
        var patterns: [CasePattern]
        /// The fields that the patterns bind.
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
