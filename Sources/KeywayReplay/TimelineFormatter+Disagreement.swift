import KeywayCore
import KeywayLog

extension TimelineFormatter {
    /// The difference in the words of the spec.
    package func disagreement(_ difference: Fold.Difference) -> Replay.Disagreement {
        let table = table(ofLeg: difference.legName)
        let (field, recorded, computed) = words(for: difference, in: table)
        return Replay.Disagreement(
            run: difference.run, sequence: difference.sequence, event: event(of: difference, in: table),
            state: difference.state.map { table.states[$0].name }, field: field, recorded: recorded, computed: computed)
    }

    private func event(of difference: Fold.Difference, in table: Table) -> String {
        switch (difference.point, difference.event) {
        case (_, let event?): table.events[event].name
        case (.closed, nil): Fold.Difference.Quiet.closed.words
        case (.commandBeforeLeg, nil): Fold.Difference.Quiet.commandBeforeLeg.words
        case (.appEnded, nil): Fold.Difference.Quiet.appEnded.words
        case (.takenOver, nil): Fold.Difference.Quiet.takenOver.words
        case (.beforeOwed(let quiet), nil): quiet.words
        default: "began"
        }
    }

    /// What differs, as it was recorded, and as the flow makes it.
    private func words(for difference: Fold.Difference, in table: Table) -> (String, String, String) {
        switch difference.point {
        case .cause(let recorded, let computed): ("cause", recorded.words, computed?.words ?? "none")
        case .leg(let recorded, let computed): ("leg", "\(recorded)", "\(computed)")
        case .event(let recorded, let computed): ("event", table.events[recorded].name, table.events[computed].name)
        case .parent(let recorded, let computed): ("parent", "\(recorded)", "\(computed)")
        case .child(let recorded, let computed): ("child", "\(recorded)", "\(computed)")
        case .disposition(let recorded, let computed): ("disposition", "\(recorded)", "\(computed)")
        case .stamp(let recorded, let computed): ("stamp", "\(recorded)", "\(computed)")
        case .row(let recorded, let computed): ("row", recorded.words, computed.words)
        case .answers(let recorded, let computed): ("answers", recorded.words, computed.words)
        case .state(let recorded, let computed):
            ("state", table.states[recorded].name, table.states[computed].name)
        case .context(let position, let recorded, let computed):
            values("context", table.variables[position], recorded, computed, in: table)
        case .field(let position, let recorded, let computed):
            values("field", table.events[difference.event ?? 0].fields[position], recorded, computed, in: table)
        case .closed(let order): ("order", "\(Optional(order).words) closed", "not open")
        case .commandBeforeLeg(let leg): ("leg", "\(leg) not begun", "begun")
        case .appEnded: ("kind", "app's outcome", "none")
        case .takenOver(let orders):
            ("order", "\(orders.map { Optional($0).words }.joined(separator: ", ")) taken over", "not open")
        case .beforeOwed(let quiet): ("record", quiet.words, "another record that is owed first")
        }
    }

    /// The two values as text, of a classified one only whether it is there.
    ///
    /// Where the log has in clear a value that it should only say is present, `in the clear` says so.
    private func values(
        _ what: String, _ field: Field, _ recorded: Value?, _ computed: Value?, in table: Table
    ) -> (String, String, String) {
        let (told, made) = (
            field.described(recorded, among: table.enumerations), field.described(computed, among: table.enumerations)
        )
        return ("\(what).\(field.name)", told == made && computed == .withheld ? "in the clear" : told, made)
    }
}

extension Fold.Difference.Quiet {
    fileprivate var words: String {
        switch self {
        case .closed: "closed"
        case .resumed: "resumed"
        case .commandBeforeLeg: "turned away"
        case .appEnded: "app ended"
        case .takenOver: "taken over"
        }
    }
}

extension Int? {
    fileprivate var words: String { map { String($0) } ?? "none" }
}

extension EffectOrder.ID? {
    fileprivate var words: String { map { "\($0.sequence).\($0.index)" } ?? "none" }
}

extension Cause {
    fileprivate var words: String { if case .owed(let sequence) = self { "owed by record \(sequence)" } else { name } }
}
