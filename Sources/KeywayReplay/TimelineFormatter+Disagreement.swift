import KeywayCore
import KeywayLog

extension TimelineFormatter {
    /// The difference as a replay tells it: with the spec's names, where `Fold.Difference` has positions in tables.
    package func disagreement(_ difference: Fold.Difference) -> Replay.Disagreement {
        let table = table(ofLeg: difference.legName)
        let (field, recorded, computed) = texts(for: difference, in: table)
        return Replay.Disagreement(
            run: difference.run, sequence: difference.sequence, event: event(of: difference, in: table),
            state: difference.state.map { table.states[$0].name }, field: field, recorded: recorded, computed: computed)
    }

    private func event(of difference: Fold.Difference, in table: Table) -> String {
        switch (difference.point, difference.event) {
        case (_, let event?): table.events[event].name
        case (.closed, nil): Fold.Difference.RecordWithoutStep.closed.text
        case (.commandBeforeLeg, nil): Fold.Difference.RecordWithoutStep.commandBeforeLeg.text
        case (.appEnded, nil): Fold.Difference.RecordWithoutStep.appEnded.text
        case (.takenOver, nil): Fold.Difference.RecordWithoutStep.takenOver.text
        case (.inPlaceOfOwed(let record), nil): record.text
        // Only the records with which a run or leg begins are left.
        default: "began"
        }
    }

    /// Which part of the record differs, that part as it was recorded, and as the flow computes it.
    private func texts(for difference: Fold.Difference, in table: Table) -> (String, String, String) {
        switch difference.point {
        case .cause(let recorded, let computed): ("cause", recorded.text, computed?.text ?? "none")
        case .leg(let recorded, let computed): ("leg", "\(recorded)", "\(computed)")
        case .event(let recorded, let computed): ("event", table.events[recorded].name, table.events[computed].name)
        case .parent(let recorded, let computed): ("parent", "\(recorded)", "\(computed)")
        case .child(let recorded, let computed): ("child", "\(recorded)", "\(computed)")
        case .disposition(let recorded, let computed): ("disposition", "\(recorded)", "\(computed)")
        case .stamp(let recorded, let computed): ("stamp", "\(recorded)", "\(computed)")
        case .row(let recorded, let computed): ("row", recorded.text, computed.text)
        case .answers(let recorded, let computed): ("answers", recorded.text, computed.text)
        case .state(let recorded, let computed):
            ("state", table.states[recorded].name, table.states[computed].name)
        case .context(let position, let recorded, let computed):
            values("context", table.variables[position], recorded, computed, in: table)
        case .field(let position, let recorded, let computed):
            values("field", table.events[difference.event ?? 0].fields[position], recorded, computed, in: table)
        case .closed(let order): ("order", "\(Optional(order).text) closed", "not open")
        case .commandBeforeLeg(let leg): ("leg", "\(leg) not begun", "begun")
        case .appEnded: ("kind", "app's outcome", "none, as the run is no shadow")
        case .takenOver(let orders):
            ("order", "\(orders.map { Optional($0).text }.joined(separator: ", ")) taken over", "not open")
        case .inPlaceOfOwed(let record): ("record", record.text, "another record that is owed first")
        }
    }

    /// Which field differs, and its two values as text; of a personal, secret or transient value only whether it is present.
    ///
    /// Of such a value a log may keep only that it is present. Where the record has the value itself, both texts would be the same, so the
    /// recorded text is `in the clear`.
    private func values(
        _ what: String, _ field: Field, _ recorded: Value?, _ computed: Value?, in table: Table
    ) -> (String, String, String) {
        let recordedText = field.described(recorded, among: table.enumerations)
        let computedText = field.described(computed, among: table.enumerations)
        let isInTheClear = recordedText == computedText && computed == .withheld
        return ("\(what).\(field.name)", isInTheClear ? "in the clear" : recordedText, computedText)
    }
}

extension Fold.Difference.RecordWithoutStep {
    /// What such a record tells, in the place of an event's name.
    package var text: String {
        switch self {
        case .closed: "closed"
        case .resumed: "resumed"
        // A command for a leg that had not begun.
        case .commandBeforeLeg: "turned away"
        case .appEnded: "app ended"
        case .takenOver: "taken over"
        }
    }
}

extension Int? {
    fileprivate var text: String { map { String($0) } ?? "none" }
}

extension EffectOrder.ID? {
    fileprivate var text: String { map { "\($0.sequence).\($0.index)" } ?? "none" }
}

extension Cause {
    fileprivate var text: String { if case .owed(let sequence) = self { "owed by record \(sequence)" } else { name } }
}
