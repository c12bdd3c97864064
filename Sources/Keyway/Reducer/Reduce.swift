extension Table {
    /// Begins a run: enters the initial state.
    ///
    /// `sequence` is that of the record that tells it.
    public func begin(at now: Instant, sequence: UInt64 = 0) -> (run: RunState, orders: [EffectOrder]) {
        var stepper = Stepper(
            table: self, run: RunState(state: 0, values: initialValues), fields: [], now: now, sequence: sequence)
        stepper.enter(by: beginning)
        return (stepper.run, stepper.orders)
    }

    /// Decides an event: pure, total and deterministic.
    ///
    /// `now` is the time of the event's record and `sequence` its place in the run; effects take their identity from it.
    public func reduce(_ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64) -> Step {
        reduce(&run, event, at: now, sequence: sequence) { run, column in
            row(of: column, in: run, fields: event.fields)
        }
    }

    /// The row that decides, by the table's own questions; nil where nothing is declared.
    func row(of column: Int, in run: RunState, fields: [Value?]) -> Int? {
        cells[run.state * events.count + column].flatMap { position(from: $0, values: run.values, fields: fields) }
    }

    /// Decides an event by the row that `choose` finds for a column of the run's state.
    func reduce(
        _ run: inout RunState, _ event: Event, at now: Instant, sequence: UInt64,
        choosing choose: (RunState, Int) -> Int?
    ) -> Step {
        guard events.indices.contains(event.position), states.indices.contains(run.state) else {
            return Step(disposition: .unrecognised, row: nil, stamp: event.stamp, changesRun: false)
        }
        let stamp = run.settle(event, of: events[event.position].origin)
        if states[run.state].isFinal {
            return Step(disposition: dispositionAfterTheEnd(of: event), row: nil, stamp: stamp, changesRun: false)
        }
        guard let column = stamp == .stale ? staleEvent(of: event.position) : event.position else {
            return Step(disposition: .stale, row: nil, stamp: stamp, changesRun: false)
        }
        guard let row = choose(run, column), rows.indices.contains(row) else {
            // A row for the stale event is only asked where the state has one.
            let disposition = stamp == .stale ? .stale : dispositionWhereNothingIsDeclared(of: event)
            return Step(disposition: disposition, row: nil, stamp: stamp, changesRun: false)
        }
        return take(row, in: &run, event, stamp: stamp, at: now, sequence: sequence)
    }

    private func take(
        _ row: Int, in run: inout RunState, _ event: Event, stamp: Stamp, at now: Instant, sequence: UInt64
    ) -> Step {
        let (verdict, body) = (rows[row].verdict, rows[row].body)
        var stepper = Stepper(table: self, run: run, fields: event.fields, now: now, sequence: sequence)
        switch verdict {
        case .ignore, .reject, .late:
            return Step(disposition: disposition(of: verdict, for: event), row: row, stamp: stamp, changesRun: false)
        case .stay:
            stepper.assign(body.assignments)
            stepper.carryOut(body.orders)
        case .move(let target):
            stepper.assign(body.assignments)
            let (destination, bodies) = stepper.resolve(target)
            stepper.leave(for: destination)
            stepper.carryOut(body.orders)
            for body in bodies { stepper.carryOut(body.orders) }
            stepper.enter(destination)
        }
        run = stepper.run
        return Step(
            disposition: disposition(of: verdict, for: event), row: row, stamp: stamp, choices: stepper.choices,
            orders: stepper.orders, changesRun: verdict != .stay || !body.isEmpty)
    }

    private func disposition(of verdict: Row.Verdict, for event: Event) -> Disposition {
        if case .move = verdict { return .taken }
        // An unmatched callback is called so wherever it did not move the run.
        if events[event.position].origin == .unrecognised { return .unrecognised }
        switch verdict {
        case .move: return .taken
        case .stay: return .stayed
        case .ignore: return .ignored
        case .reject: return .rejected
        case .late: return .late
        }
    }

    private func dispositionAfterTheEnd(of event: Event) -> Disposition {
        switch events[event.position].origin {
        case .command: .rejected
        case .unrecognised: .unrecognised
        default: .late
        }
    }

    /// A checked flow has no such cell; the reducer answers all the same.
    private func dispositionWhereNothingIsDeclared(of event: Event) -> Disposition {
        switch events[event.position].origin {
        case .command: .rejected
        case .unrecognised: .unrecognised
        case .timer: .ignored
        default: .late
        }
    }

    private func staleEvent(of event: Int) -> Int? {
        events.firstIndex { $0.origin == .stale(of: event) }
    }
}

extension RunState {
    /// Ends the timer that fired or the order that was answered, and says what stamp the event has.
    fileprivate mutating func settle(_ event: Event, of origin: EventSignature.Origin) -> Stamp {
        switch origin {
        case .timer(let timer):
            timers.removeAll { $0.timer == timer }
            return .unknown
        case .reply:
            guard let open = openEffects.firstIndex(where: { $0.order == event.answers }) else { return .stale }
            openEffects.remove(at: open)
            return .current
        case .callback:
            return event.stamp
        case .command, .unrecognised, .lane, .child, .stale:
            return .unknown
        }
    }
}
