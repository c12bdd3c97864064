import FlowLanguage
import KeywayCore

extension Resolver {
    /// The event that every flow may name without declaring it: another process goes on with the run.
    static let restored = "restored"

    /// Declares the event `restored` if some row of the flow names it; otherwise the flow has no such event.
    ///
    /// Reports an event of the flow's own that is called so.
    mutating func resolveRestored() {
        if let declared = events[Self.restored] {
            return report(
                "'\(Self.restored)' is the event of a run that another process goes on with, and is never declared; "
                    + "choose another name", at: events.ranges[Self.restored] ?? machine.events[declared].range,
                .reservedName)
        }
        let isNamed = pendingRows.contains { pending in
            guard case .row(let row) = pending.content, case .events(let names) = row.subject else { return false }
            return names.contains { $0.child == nil && $0.name.text == Self.restored }
        }
        guard isNamed else { return }
        events.insert(machine.events.count, for: Name(Self.restored, at: spec.name.range))
        machine.events.append(
            .init(
                signature: EventSignature(name: Self.restored, origin: .restored), documentation: [],
                range: spec.name.range))
    }

    /// Adds the row `ignore restored` to the file if the flow has this event and some state has no row that decides it.
    ///
    /// So a flow names `restored` only in the states where coming back means something.
    mutating func ignoreRestoredElsewhere() {
        guard let event = machine.restored else { return }
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
