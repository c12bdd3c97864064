import Keyway
import KeywayLog

extension Leg {
    /// What the log keeps of where a leg of this flow stands.
    func outcome(of run: RunState) -> Outcome {
        Outcome(state: run.state, context: table.variables.kept(run.values))
    }

    /// The answer that the flow gives for an open effect which gives none.
    func otherwise(of open: RunState.OpenEffect) -> Event? {
        guard table.effects.indices.contains(open.effect), let replies = table.effects[open.effect].replies else {
            return nil
        }
        return Event(replies.otherwise, fields: replies.otherwiseFields, answers: open.order)
    }

    /// The reply is one that the order's effect declares, with its fields.
    func checkReply(_ reply: Int, to order: OrderID, _ fields: [Value?]) throws(DriverError) {
        guard table.events.indices.contains(reply), table.events[reply].origin == .reply else {
            throw .wrongFields("the flow has no reply at position \(reply)")
        }
        if let effect = run.openEffects.first(where: { $0.order == order })?.effect,
            table.effects[effect].replies?.events.contains(reply) != true
        {
            throw .wrongFields("'\(table.effects[effect].name)' does not answer with '\(table.events[reply].name)'")
        }
        try table.checkFields(fields, of: table.events[reply])
    }
}

extension Table {
    /// The command is one of the flow's, and has the fields that it declares.
    func checkCommand(_ command: Int, _ fields: [Value?]) throws(DriverError) {
        guard events.indices.contains(command), events[command].origin == .command else {
            throw .noSuchCommand(command)
        }
        try checkFields(fields, of: events[command])
    }

    fileprivate func checkFields(_ values: [Value?], of event: EventSignature) throws(DriverError) {
        guard values.count == event.fields.count else {
            throw .wrongFields("'\(event.name)' takes \(event.fields.count) fields, and got \(values.count)")
        }
        for (field, value) in zip(event.fields, values) {
            guard let value else {
                if field.isOptional { continue }
                throw .wrongFields("'\(event.name)' needs '\(field.name)'")
            }
            if !field.kind.contains(value, among: enumerations) {
                throw .wrongFields("'\(field.name)' of '\(event.name)' is of another type or out of its range")
            }
        }
    }
}
