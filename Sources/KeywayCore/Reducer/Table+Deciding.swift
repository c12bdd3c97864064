extension Table {
    /// The verdict on an event in the run's state; nil where no row decides.
    ///
    /// Changes nothing. A run that comes back uses it to find the legs that do not ignore `restored`.
    /// - Parameter fields: the event's fields; those that are left out are read as absent.
    package func verdict(of event: Int, in run: RunState, fields: [Value?] = []) -> Row.Verdict? {
        guard events.indices.contains(event), states.indices.contains(run.state) else { return nil }
        return row(of: event, in: run, fields: fields).flatMap { rows.indices.contains($0) ? rows[$0].verdict : nil }
    }

    /// The row that decides; nil where no row is declared.
    ///
    /// `column`: the event's position, or for a stale event the position of the event `stale e` by which rows name it.
    private func row(of column: Int, in run: RunState, fields: [Value?]) -> Int? {
        guard let entry = cells[run.state * events.count + column] else { return nil }
        return position(from: entry, values: run.values, fields: fields)
    }

    /// Decides an event, and returns what it did.
    package func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> Step {
        var step = Step()
        reduce(&run, event, at: now, sequence: sequence, into: &step)
        return step
    }

    /// Decides an event, pure, total and deterministic, and writes what the event did over what `step` held before: looks up the event's
    /// cell, and asks the guards there until one row is left.
    ///
    /// `now`: the time of the event's record. `sequence`: the record's place in the run, from which effects take their
    /// identity.
    package func reduce(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64, into step: inout Step
    ) {
        step.reset(for: event)
        guard events.indices.contains(event.position), states.indices.contains(run.state) else {
            step.disposition = .unrecognised
            return
        }
        let origin = events[event.position].origin
        step.stamp = run.noteArrival(of: event, from: origin)
        if states[run.state].isFinal {
            step.disposition = origin.dispositionAfterTheEnd
            return
        }
        guard let column = step.stamp == .stale ? staleEvent(of: event.position) : event.position else {
            step.disposition = .stale
            return
        }
        guard let row = row(of: column, in: run, fields: event.fields), rows.indices.contains(row) else {
            // A state without a row for the `stale` event drops the event as stale.
            step.disposition = step.stamp == .stale ? .stale : origin.dispositionWhereNothingIsDeclared
            return
        }
        step.row = row
        step.disposition = rows[row].verdict.disposition(of: origin)
        carryOut(row, in: &run, &step, on: StepInputs(fields: event.fields, now: now, sequence: sequence))
    }

    private func carryOut(_ row: Int, in run: inout RunState, _ step: inout Step, on inputs: borrowing StepInputs) {
        switch rows[row].verdict {
        case .ignore, .reject, .late: break
        case .stay:
            step.changesRun = !rows[row].body.isEmpty
            carryOut(rows[row].body, in: &run, &step, on: inputs)
        case .move(let target):
            step.changesRun = true
            run.assign(rows[row].body.assignments, on: inputs)
            let destination = resolve(target, in: &run, &step, on: inputs)
            // The table has a `Move` for each pair of states that a row connects, also from a state to itself.
            let move = move(from: run.state, to: destination)
            if let move { leave(by: move, in: &run, &step, on: inputs) }
            carryOut(rows[row].body.orders, in: &run, &step, on: inputs)
            for branch in step.followed { carryOut(branches[branch].body.orders, in: &run, &step, on: inputs) }
            step.followed.empty()
            enter(destination, by: move, in: &run, &step, on: inputs)
        }
    }

    /// The event `stale e` of the event e; nil where no row of the flow names it.
    private func staleEvent(of event: Int) -> Int? {
        events.firstIndex { $0.origin == .stale(of: event) }
    }
}

extension Step {
    /// Clears what an earlier event left, and keeps the memory of the arrays; the reducer sets the disposition in any
    /// case.
    mutating func reset(for event: Event) {
        row = nil
        stamp = event.stamp
        changesRun = false
        choices.empty()
        effects.empty()
        arguments.empty()
        scopeChanges.empty()
    }
}

extension Table.Row.Verdict {
    package func disposition(of origin: EventSignature.Origin) -> Disposition {
        if case .move = self { return .taken }
        // A callback that no decoder row matches keeps the disposition `unrecognised` unless it moves the run.
        if origin == .unrecognised { return .unrecognised }
        switch self {
        case .move: return .taken
        case .stay: return .stayed
        case .ignore: return .ignored
        case .reject: return .rejected
        case .late: return .late
        }
    }
}

extension EventSignature.Origin {
    /// What an event means to a run that has ended.
    package var dispositionAfterTheEnd: Disposition {
        switch self {
        case .command: .rejected
        case .unrecognised: .unrecognised
        default: .late
        }
    }

    /// The disposition of an event in a state that has no row for it. In a checked flow no event comes to such a state: what cannot come
    /// there needs no row.
    package var dispositionWhereNothingIsDeclared: Disposition {
        switch self {
        case .command: .rejected
        case .unrecognised: .unrecognised
        case .timer, .restored: .ignored
        default: .late
        }
    }
}

extension RunState {
    /// Makes the changes that an event brings in any state: the timer that fired, the order that was answered and the sub-flow that
    /// ended are no longer there, and the lane that was granted is held. Returns the event's stamp.
    fileprivate mutating func noteArrival(of event: Event, from origin: EventSignature.Origin) -> Stamp {
        switch origin {
        case .timer(let timer):
            endTimer(timer)
            return .unknown
        case .reply:
            guard let open = openEffects.firstIndex(where: { $0.order == event.answers }) else { return .stale }
            openEffects.remove(at: open)
            return .current
        case .callback:
            return event.stamp
        case .lane(let lane):
            grant(lane: lane)
            return .unknown
        case .child(let child):
            end(child: child)
            return .unknown
        case .command, .unrecognised, .stale, .restored:
            return .unknown
        }
    }
}
