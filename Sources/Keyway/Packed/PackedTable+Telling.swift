extension PackedTable {
    /// Decides an event of a run and tells it; false, and nothing has happened, where that is left to the table.
    func reduce(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64, into step: inout Step
    ) -> Bool {
        guard run.pack(by: self, at: now), let arriving = self.event(event) else { return false }
        let stamp = stamp(of: event, arriving, in: run.packed)
        guard let decided = reduce(&run.packed, arriving, at: now, sequence: sequence) else { return false }
        tell(decided, of: event, as: stamp, in: &run, at: sequence, into: &step)
        return true
    }

    /// The event as packed runs take it; nil for one with a value that its field cannot have.
    private func event(_ event: Event) -> PackedEvent? {
        guard isReply.indices.contains(event.position),
            let fields = isBare[event.position] ? 0 : layout.word(of: event.fields, in: event.position)
        else { return nil }
        let isStale = isCallback[event.position] && event.stamp == .stale
        return PackedEvent(event.position, fields: fields, answers: event.answers, isStale: isStale)
    }

    /// The codes of an event's fields; nil for values that they cannot have.
    public func codes(of fields: [Value?], in event: Int) -> UInt64? {
        isReply.indices.contains(event) ? layout.word(of: fields, in: event) : nil
    }

    /// Does what a decided step does besides steering and timing, and tells it.
    private func tell(
        _ decided: PackedStep, of event: Event, as stamp: Stamp, in run: inout RunState, at sequence: UInt64,
        into step: inout Step
    ) {
        step.reset(for: event)
        step.disposition = decided.disposition
        step.changesRun = decided.changesRun
        step.row = decided.row
        step.stamp = stamp
        if decided.rest < rests.count { tell(rest: Int(decided.rest), of: event, in: &run, at: sequence, into: &step) }
    }

    private func tell(
        rest: Int, of event: Event, in run: inout RunState, at sequence: UInt64, into step: inout Step
    ) {
        for moved in rests[rest].moved {
            run.open.values[moved.variable] = value(
                of: moved.operand, run.packed.variables, run.open.values, event.fields)
        }
        if !rests[rest].choices.isEmpty { step.choices += rests[rest].choices }
        var attempt = run.attempt - rests[rest].attempts
        for performed in rests[rest].performed {
            if performed.startsAttempt { attempt += 1 }
            let id = OrderID(sequence: sequence, index: UInt32(truncatingIfNeeded: step.effects.count))
            for argument in performed.arguments {
                step.arguments.append(value(of: argument, run.packed.variables, run.open.values, event.fields))
            }
            step.effects.append(
                OrderedEffect(
                    id: id, effect: performed.effect, attempt: attempt, argumentsEnd: step.arguments.count))
        }
    }

    private func value(
        of operand: Operand, _ variables: UInt64, _ kept: [Value?], _ fields: [Value?]
    ) -> Value? {
        guard case .variable(let position) = operand else { return operand.value(values: [], fields: fields) }
        let place = layout.variables[position]
        return place.isOpaque ? kept[position] : place.value(of: place.code(in: variables))
    }

    /// The stamp that the event turns out to have, by what is open before it.
    private func stamp(of event: Event, _ arriving: PackedEvent, in run: PackedRun) -> Stamp {
        if isReply[event.position] == 0 { return isCallback[event.position] ? event.stamp : .unknown }
        for lane in 0..<PackedLayout.orderLanes where run.orders[lane] == arriving.answers { return .current }
        return .stale
    }
}
