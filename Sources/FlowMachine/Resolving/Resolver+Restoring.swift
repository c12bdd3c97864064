import FlowLanguage
import KeywayCore

extension Resolver {
    /// The event that every flow may name without declaring it: another process goes on with the run.
    static let restored = "restored"
    /// The field of `restored` by which a guard asks whether the run has its personal and secret values again.
    static let withValues = "withValues"

    /// Declares the event `restored` if some row of the flow names it; otherwise the flow has no such event.
    ///
    /// The event has the field `withValues` only where some guard of such a row reads it: then runs of the flow may come back with
    /// their personal and secret values. An event that the flow declares under the name `restored` is reported.
    mutating func resolveRestored() {
        if let declared = events[Self.restored] {
            return report(
                "'\(Self.restored)' is the event of a run that another process goes on with, and is never declared; "
                    + "choose another name", at: events.ranges[Self.restored] ?? machine.events[declared].range,
                .reservedName)
        }
        let rows = pendingRows.compactMap { pending -> FlowLanguage.Row? in
            guard case .row(let row) = pending.content, case .events(let names) = row.subject else { return nil }
            return names.contains { $0.child == nil && $0.name.text == Self.restored } ? row : nil
        }
        guard !rows.isEmpty else { return }
        // Where the flow has a variable of this name, the guards mean the variable.
        let asksForValues =
            variables[Self.withValues] == nil
            && rows.contains { row in
                if case .when(let condition)? = row.condition { condition.names(Self.withValues) } else { false }
            }
        let fields = asksForValues ? [Field(name: Self.withValues, kind: .bool, isOptional: false)] : []
        events.insert(machine.events.count, for: Name(Self.restored, at: spec.name.range))
        machine.events.append(
            .init(
                signature: EventSignature(name: Self.restored, origin: .restored, fields: fields), documentation: [],
                range: spec.name.range))
    }

    /// Adds the row `ignore restored` to the file if the flow has this event and some state has no row that decides it.
    ///
    /// Thanks to this row a flow need name `restored` only in the states where coming back means something.
    mutating func ignoreRestoredElsewhere() {
        guard let event = machine.restoredEvent else { return }
        machine.indexRows()
        let isUndecided = machine.liveStates.contains { state in
            if case .nobody = machine.decider(of: event, in: state) { true } else { false }
        }
        guard isUndecided else { return }
        machine.rows.append(
            .init(
                scope: 0, event: event, condition: .always, verdict: .ignore, body: Body(), documentation: [],
                range: spec.name.range, eventRange: spec.name.range, isFaulty: false))
    }
}

extension Expression {
    /// Whether the condition reads a field or variable of this name.
    fileprivate func names(_ name: String) -> Bool {
        switch content {
        case .any(let parts), .all(let parts): parts.contains { $0.names(name) }
        case .not(let part): part.names(name)
        case .comparison(let left, _, let right): left.names(name) || right.names(name)
        case .membership(let operand, _), .present(let operand), .absent(let operand), .flag(let operand):
            operand.names(name)
        case .containment(let operand, let set): operand.names(name) || set.names(name)
        }
    }
}

extension FlowLanguage.Operand {
    fileprivate func names(_ name: String) -> Bool {
        if case .name(let parts) = content { parts == [name] } else { false }
    }
}
