package import KeywayCore

/// Asked of the shared flow, whose table is read in its place.
extension RunningFlow {
    /// The command is one of the flow's, and has the fields that it declares.
    func checkCommand(_ command: Int, _ fields: [Value?]) throws(RunError) {
        guard table.events.indices.contains(command), table.events[command].origin == .command else {
            throw .noSuchCommand(command)
        }
        try checkFields(fields, of: command)
    }

    /// The reply is one that the flow declares for the effect, with its fields; nil is an effect that is not known any more.
    func checkReply(_ reply: Int, of effect: Int?, _ fields: [Value?]) throws(RunError) {
        guard table.events.indices.contains(reply), table.events[reply].origin == .reply else {
            throw .unfit(.noReply(position: reply))
        }
        if let effect, table.effects[effect].replies?.events.contains(reply) != true {
            throw .unfit(.notAnAnswer(event: table.events[reply].name, effect: table.effects[effect].name))
        }
        try checkFields(fields, of: reply)
    }

    private func checkFields(_ values: [Value?], of event: Int) throws(RunError) {
        let fields = table.events[event].fields
        guard values.count == fields.count else {
            throw .unfit(.count(event: table.events[event].name, found: values.count, expected: fields.count))
        }
        for place in fields.indices {
            guard let value = values[place] else {
                if fields[place].isOptional { continue }
                throw .unfit(.missing(field: fields[place].name, event: table.events[event].name))
            }
            if !fields[place].kind.contains(value, among: table.enumerations) {
                throw .unfit(.value(field: fields[place].name, event: table.events[event].name))
            }
        }
    }

    /// The answer that the flow gives for an open effect which gives none.
    package func otherwise(of open: RunState.OpenEffect) -> Event? {
        guard table.effects.indices.contains(open.effect), let replies = table.effects[open.effect].replies else {
            return nil
        }
        return Event(replies.otherwise, fields: replies.otherwiseFields, answers: open.order)
    }
}
