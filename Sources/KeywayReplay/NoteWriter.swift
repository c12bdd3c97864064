package import KeywayCore
package import KeywayLog

/// Writes the notes of a replay: a sentence for each record that is of no event and begins neither the run nor a leg.
///
/// A record that speaks of an order names it by its number alone. So the writer is told each order of the run (`remember(_:of:)`),
/// and keeps the effects' names.
package struct NoteWriter: Sendable {
    private let began: Instant
    /// The flow of the root.
    private let flow: RunningFlow
    /// The names of the effects that were ordered, those of a sub-flow with the leg's name in front: `send`, `silent.send`.
    private var effects: [EffectOrder.ID: String] = [:]

    /// - Parameters:
    ///   - began: when the run began.
    ///   - flow: the flow of the root, whose sub-flows have the commands that come before a leg.
    package init(since began: Instant, of flow: RunningFlow) {
        self.began = began
        self.flow = flow
    }

    /// Keeps the names of the effects that a leg of the flow ordered.
    package mutating func remember(_ orders: [EffectOrder], of flow: RunningFlow) {
        for order in orders {
            let name = flow.table.effects[order.effect].name
            effects[order.id] = flow.legName.map { "\($0).\(name)" } ?? name
        }
    }

    /// The note on the record; nil for a record of an event, and for one with which the run or a leg begins.
    package func note(on record: Record) -> Replay.Note? {
        guard let (kind, text) = content(of: record) else { return nil }
        var note = Replay.Note(
            sequence: record.sequence, at: record.time.milliseconds &- began.milliseconds, kind: kind, text: text)
        if case .closed(let order, _) = record.content { note.effect = effects[order] }
        return note
    }

    private func content(of record: Record) -> (Replay.Note.Kind, String)? {
        switch record.content {
        case .began, .event, .legBegan: nil
        case .closed(let order, let closing):
            (
                closing.kind,
                "\(effects[order] ?? "an effect"), ordered by record \(order.sequence), \(closing.words)"
            )
        case .resumed: (.resumed, "another process went on with the run")
        case .takenOver(let orders):
            (.takenOver, "another node performs \(names(of: orders)), whose node is gone")
        case .commandBeforeLeg(let command):
            (.rejectedCommand, "\(flow.name(of: command)) was rejected: \(command.leg) had not begun")
        case .appEnded(let outcome): (.appEnded, "the app's own handler ended: \(outcome.words)")
        }
    }

    private func names(of orders: [EffectOrder.ID]) -> String {
        orders.map { effects[$0] ?? "an effect" }.joined(separator: ", ")
    }
}

extension RunningFlow {
    /// The name of a command for a leg of the run that had not begun, such as `silent.resend`.
    package func name(of early: CommandBeforeLeg) -> String {
        let events = subFlow(named: early.leg)?.table.events ?? []
        return "\(early.leg).\(events.indices.contains(early.command) ? events[early.command].name : "a command")"
    }
}

extension Closing {
    fileprivate var kind: Replay.Note.Kind {
        switch self {
        case .returned: .handlerReturned
        case .failed: .handlerFailed
        case .interrupted, .refused, .valueGone: .notPerformed
        }
    }

    /// What became of the handler, as the rest of a sentence that begins with its effect.
    fileprivate var words: String {
        switch self {
        case .returned: "has finished"
        case .failed: "failed: its handler threw"
        case .interrupted: "was cut short: its process ended, or lost its lease of the log"
        case .refused: "was not performed: another run held the SDK that it calls"
        case .valueGone: "was not performed: a value that it needs was gone when the run came back"
        }
    }
}
