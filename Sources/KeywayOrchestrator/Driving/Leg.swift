import Keyway
import KeywayLog

/// One flow's part of a stream: what decides its events, and where it stands.
struct Leg {
    let reducer: any Reducer
    /// The reducer's own, kept here because each event asks it.
    let table: Table
    var state: RunState

    /// The state reached is a final.
    var isEnded: Bool { table.states[state.state].isFinal }

    /// What the log keeps of where the leg stands.
    var outcome: Outcome { Outcome(state: state.state, context: table.variables.kept(state.values)) }

    /// When the next timer fires; a held one does not count.
    var nextTimer: RunState.ArmedTimer? { table.nextTimer(of: state) }

    /// Which open effect has taken too long first.
    var nextLimit: RunState.OpenEffect? { table.nextLimit(of: state) }

    /// The answer that the flow gives for an open effect which gives none.
    func otherwise(of open: RunState.OpenEffect) -> Event? {
        guard table.effects.indices.contains(open.effect), let replies = table.effects[open.effect].replies else {
            return nil
        }
        return Event(replies.otherwise, fields: replies.otherwiseFields, answers: open.order)
    }

    // MARK: - Mistakes of a caller

    /// The command is one of the flow's, and has the fields that it declares.
    func checkCommand(_ command: Int, _ fields: [Value?]) throws(DriverError) {
        guard table.events.indices.contains(command), table.events[command].origin == .command else {
            throw .noSuchCommand(command)
        }
        try checkFields(fields, of: table.events[command])
    }

    /// The reply is one that the order's effect declares, with its fields.
    func checkReply(_ reply: Int, to order: OrderID, _ fields: [Value?]) throws(DriverError) {
        guard table.events.indices.contains(reply), table.events[reply].origin == .reply else {
            throw .wrongFields("the flow has no reply at position \(reply)")
        }
        if let effect = state.openEffects.first(where: { $0.order == order })?.effect,
            table.effects[effect].replies?.events.contains(reply) != true
        {
            throw .wrongFields("'\(table.effects[effect].name)' does not answer with '\(table.events[reply].name)'")
        }
        try checkFields(fields, of: table.events[reply])
    }

    private func checkFields(_ values: [Value?], of event: EventSignature) throws(DriverError) {
        guard values.count == event.fields.count else {
            throw .wrongFields("'\(event.name)' takes \(event.fields.count) fields, and got \(values.count)")
        }
        for (field, value) in zip(event.fields, values) {
            guard let value else {
                if field.isOptional { continue }
                throw .wrongFields("'\(event.name)' needs '\(field.name)'")
            }
            if !field.kind.contains(value, among: table.enumerations) {
                throw .wrongFields("'\(field.name)' of '\(event.name)' is of another type or out of its range")
            }
        }
    }
}
