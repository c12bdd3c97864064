package import KeywayCore

/// Checks of what a caller says. They are methods of the shared flow and not of its table, so that no table is copied.
extension RunningFlow {
    /// Throws unless the position is that of a command of the flow, and the fields are those that it declares.
    func checkCommand(_ command: Int, _ fields: [Value?]) throws(RunError) {
        guard table.events.indices.contains(command), table.events[command].origin == .command else {
            throw .noSuchCommand(command)
        }
        try checkFields(fields, of: command)
    }

    /// Throws unless the flow declares the reply, with these fields, for the effect.
    ///
    /// `effect` is nil where the order is no longer open and its effect is not known: then any reply of the flow fits.
    func checkReply(_ reply: Int, of effect: Int?, _ fields: [Value?]) throws(RunError) {
        guard table.events.indices.contains(reply), table.events[reply].origin == .reply else {
            throw .invalidInput(.noReply(position: reply))
        }
        if let effect, table.effects[effect].replies?.events.contains(reply) != true {
            throw .invalidInput(.notAnAnswer(event: table.events[reply].name, effect: table.effects[effect].name))
        }
        try checkFields(fields, of: reply)
    }

    /// The chosen values, by the parameters' positions among the variables; none where the list is empty.
    ///
    /// - Parameter values: a value for each parameter of the flow, in their order, or no value at all.
    /// - Throws: `RunError.invalidInput` where the flow has another number of parameters, or other ranges.
    package func chosen(_ values: [Value]) throws(RunError) -> [Int: Value] {
        guard !values.isEmpty else { return [:] }
        guard values.count == table.parameters.count else {
            throw .invalidInput(
                .parameterCount(flow: table.name, found: values.count, expected: table.parameters.count))
        }
        var chosen: [Int: Value] = [:]
        for (parameter, value) in zip(table.parameters, values) {
            let field = table.variables[parameter.variable]
            guard field.kind.contains(value, among: table.enumerations) else {
                throw .invalidInput(.parameter(field.name, flow: table.name))
            }
            chosen[parameter.variable] = value
        }
        return chosen
    }

    private func checkFields(_ values: [Value?], of event: Int) throws(RunError) {
        let fields = table.events[event].fields
        guard values.count == fields.count else {
            throw .invalidInput(.count(event: table.events[event].name, found: values.count, expected: fields.count))
        }
        for place in fields.indices {
            guard let value = values[place] else {
                if fields[place].isOptional { continue }
                throw .invalidInput(.missing(field: fields[place].name, event: table.events[event].name))
            }
            if !fields[place].kind.contains(value, among: table.enumerations) {
                throw .invalidInput(.value(field: fields[place].name, event: table.events[event].name))
            }
        }
    }

    /// The event that stands in for the answer of an open effect whose handler gives none: the effect's `otherwise`.
    package func otherwise(of open: RunState.OpenEffect) -> Event? {
        guard table.effects.indices.contains(open.effect) else { return nil }
        return table.effects[open.effect].replies?.otherwise(answering: open.order)
    }
}
