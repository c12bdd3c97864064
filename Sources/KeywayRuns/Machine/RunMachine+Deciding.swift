package import KeywayCore
package import KeywayLog

extension RunMachine {
    /// Decides an input and all that follows from it at once.
    ///
    /// In a run that came back the first decision begins with what follows from that, at the time of the return. Then comes what is due by
    /// `now`: timers up to that instant, and the limits of effects before it, so that an answer at the very instant of its limit is still
    /// in time. Then the input, and what it brings to other legs.
    /// - Parameters:
    ///   - now: the time by the run's clock; where it is before the last record, that record's time counts.
    ///   - retained: what the sources of the run's device retain now.
    ///   - decision: gets what is decided; what an earlier input left in it is dropped.
    /// - Throws: `RunError.noSuchCommand`, `noSuchLeg`, `invalidInput`, `identityInUse`, `identityTooLong` or `tooManyIdentities` for a
    ///   mistake of the caller; nothing was decided then, not even what was due.
    package mutating func decide(
        _ input: Input, at now: Instant, hearing retained: RetainedCallbacks = RetainedCallbacks(),
        into decision: inout RunDecision
    ) throws(RunError) {
        decision.reset()
        if let first = try firstAnswer(to: input) {
            decision.answer = first
            // The standing of the run as it is: the caller may hand in a decision with that of an earlier input.
            decision.standing = standing
            return
        }
        // The clock stands where the run came back: what falls due later, in this process, comes behind `restored`.
        if let pending = pendingResumption { resume(as: pending, hearing: retained, into: &decision) }
        latest = max(now, latest)
        passTime(endsLimits: input.endsLimits, hearing: retained, into: &decision)
        switch input {
        case .command(let command): ask(command, hearing: retained, into: &decision)
        case .callback(let reading, let call, let number, let id):
            decideCallback(reading, answering: call, number: number, id: id, hearing: retained, into: &decision)
        case .reply(let key, let leg, let event, let fields):
            guard isOwn(key, of: leg) else { break }
            let reply = Event(event, fields: fields, answers: key.order)
            decide(reply, in: leg, because: .replied, hearing: retained, into: &decision)
        case .finished(let key, let leg, let closing):
            guard isOwn(key, of: leg) else { break }
            finish(key.order, of: leg, closing, hearing: retained, into: &decision)
        case .granted(let leg, let lane, let asked):
            // What was due may have left the lane's scope, and another request may stand in its place.
            guard lanes.contains(where: { $0.leg == leg && $0.lane == lane && $0.sequence == asked }),
                tree.legs[leg].run.running.contains(.lane(lane, isHeld: false))
            else { break }
            let granted = Event(tree.legs[leg].flow.table.lanes[lane].event)
            decide(granted, in: leg, because: .granted, hearing: retained, into: &decision)
        case .retained(let leg):
            if tree.legs.indices.contains(leg), !tree.isEnded(leg) {
                decideRetained(retained, in: leg, into: &decision)
            }
        case .appEnded(let outcome): append(.appEnded(outcome), of: 0, to: &decision)
        case .takenOver(let orders): takeOver(orders, hearing: retained, into: &decision)
        case .timeReached, .instantEnded: break
        }
        decision.standing = standing
    }

    /// Decides an input as `decide(_:at:hearing:into:)` does, and returns a new decision.
    package mutating func decide(
        _ input: Input, at now: Instant, hearing retained: RetainedCallbacks = RetainedCallbacks()
    ) throws(RunError) -> RunDecision {
        var decision = RunDecision()
        try decide(input, at: now, hearing: retained, into: &decision)
        return decision
    }

    /// Throws where the caller made a mistake; returns the first answer to a command or callback that came before with the same identity,
    /// nil for any other input.
    private func firstAnswer(to input: Input) throws(RunError) -> CommandAnswer? {
        switch input {
        case .command(let command):
            guard let flow = flow(named: command.leg) else { throw .noSuchLeg(command.leg ?? "") }
            try flow.checkCommand(command.position, command.fields)
            guard let id = command.id else { return nil }
            let fields = flow.table.events[command.position].fields.withholdingClassified(command.fields)
            return try answered.answer(to: .command(command.position, leg: command.leg, fields: fields), id: id)
        case .callback(_, _, _, let id?): return try answered.answer(to: .callback, id: id)
        case .reply(let key, let leg, let event, let fields):
            guard isOwn(key, of: leg) else { return nil }
            let effect = tree.legs[leg].run.openEffects.first { $0.order == key.order }?.effect
            try tree.legs[leg].flow.checkReply(event, of: effect, fields)
            return nil
        case .callback, .finished, .granted, .retained, .appEnded, .takenOver, .timeReached, .instantEnded: return nil
        }
    }

    /// Whether the run has the leg, and the key is that of an order of this run, with the salt of the process that decided the order's
    /// record.
    ///
    /// A log may lose the records that ordered an effect whose handler is still busy. The handler's answer is dropped then, and is no
    /// mistake of the caller.
    private func isOwn(_ key: EffectOrder.Key, of leg: Int) -> Bool {
        key == self.key(of: key.order) && legs.indices.contains(leg)
    }

    // MARK: - Kinds of input

    private mutating func ask(_ command: Command, hearing retained: RetainedCallbacks, into decision: inout RunDecision)
    {
        guard let leg = leg(named: command.leg) else {
            turnAway(command, into: &decision)
            return
        }
        // The retained callbacks came before the command, so the leg hears them first.
        if !retained.words.isEmpty, !tree.isEnded(leg) { decideRetained(retained, in: leg, into: &decision) }
        let event = Event(command.position, fields: command.fields)
        let step = decide(event, in: leg, because: .asked, inputID: command.id, hearing: retained, into: &decision)
        let answer = step.answer
        decision.answer = answer
        note(answer, to: command)
    }

    /// Rejects a command for a leg that has not begun. A command with an identity gets a record; in a shadow each command does, unless
    /// the log has as many records like it as it keeps.
    private mutating func turnAway(_ command: Command, into decision: inout RunDecision) {
        decision.answer = .rejected(.notNow)
        // In a shadow the record tells that the app did what the flow rejects.
        guard let id = command.id ?? (kind == .shadow ? "" : nil), let leg = command.leg else { return }
        if command.id == nil {
            guard keeping.keeps(kindOfCommandBeforeLeg) else { return keeping.noteOmitted() }
            keeping.noteKept(kindOfCommandBeforeLeg)
        }
        let fields =
            flow.subFlow(named: leg)?.table.events[command.position].fields.withholdingClassified(command.fields) ?? []
        let early = CommandBeforeLeg(leg: leg, command: command.position, fields: fields, commandID: id)
        append(.commandBeforeLeg(early), of: 0, to: &decision)
        note(.rejected(.notNow), to: command)
    }

    /// What decides whether the log keeps a command without an identity for a leg that has not begun.
    var kindOfCommandBeforeLeg: RecordKeeping.Kind {
        RecordKeeping.Kind(
            disposition: .rejected, changesRun: false, endsSomething: false, isAfterTheEnd: isEnded, hasIdentity: false)
    }

    /// Keeps the answer to a command with an identity.
    private mutating func note(_ answer: CommandAnswer, to command: Command) {
        guard let id = command.id, let flow = flow(named: command.leg) else { return }
        let fields = flow.table.events[command.position].fields.withholdingClassified(command.fields)
        answered.note(answer, to: .command(command.position, leg: command.leg, fields: fields), id: id)
    }

    /// Decides a callback in the leg that listens to its source.
    private mutating func decideCallback(
        _ reading: CallbackReading, answering call: ProviderCall?, number: UInt64?, id: String?,
        hearing retained: RetainedCallbacks, into decision: inout RunDecision
    ) {
        let (listener, decoded) = reading.listener(in: tree, preferring: call?.leg)
        switch decoded {
        case .event(let event, let fields, _, _):
            // A retained callback that the leg has heard already does nothing.
            if let number, !noteHeard(number, by: listener, of: retained) { return }
            let heard = Event(event, fields: fields, stamp: stamp(of: reading, in: listener, from: call))
            decide(heard, in: listener, because: .heard, inputID: id, hearing: retained, into: &decision)
        case .unrecognised(let unread):
            guard let event = tree.legs[listener].flow.table.unrecognisedEvent else { return }
            decide(
                Event(event), in: listener, because: .heard, inputID: id, unread: unread, hearing: retained,
                into: &decision)
        }
        // The callback has a record with its identity, which is known again after a restart.
        if let id { answered.note(.accepted, to: .callback, id: id) }
    }

    /// Ends an order that its handler does not answer, as `closing` says.
    ///
    /// The leg that waits for the answer gets the effect's `otherwise` in its place. An open order for whose answer no leg waits gets a
    /// record `closed` instead.
    mutating func finish(
        _ order: EffectOrder.ID, of leg: Int, _ closing: Closing, hearing retained: RetainedCallbacks,
        into decision: inout RunDecision
    ) {
        if orders.closeNeverAwaited(order) {
            forgetCall(by: order, endedBecause: closing.cause)
            appendEnd(closing, of: order, in: leg, to: &decision)
        } else if let waiting = tree.leg(waitingFor: order),
            let open = tree.legs[waiting].run.openEffects.first(where: { $0.order == order }),
            let otherwise = tree.legs[waiting].flow.otherwise(of: open)
        {
            forgetCall(by: order, endedBecause: closing.cause)
            decide(otherwise, in: waiting, because: closing.cause, hearing: retained, into: &decision)
        } else if !isFinished, forgetCall(by: order, endedBecause: closing.cause) {
            // Nobody waits for the order, but without the record the run would hold the source after a restart.
            appendEnd(closing, of: order, in: leg, to: &decision)
        }
    }

    private mutating func appendEnd(
        _ closing: Closing, of order: EffectOrder.ID, in leg: Int, to decision: inout RunDecision
    ) {
        append(.closed(order, closing), of: leg, to: &decision)
        // Nobody waits for a `closed` record alone. If timers were due before it, their records must be flushed.
        decision.isLazy = decision.records.count == 1
    }

    /// Whether the run would make a record of this end of the order: the order is open, or the run holds a source because
    /// of it, and the end says that nobody performed it.
    package func recordsEnd(of order: EffectOrder.ID, as closing: Closing) -> Bool {
        orders.contains(order) || wasCallNotMade(by: order, endedBecause: closing.cause) && !isFinished
    }

    // MARK: - Time

    /// Lets everything happen that is due, the earliest first, timers before limits.
    ///
    /// - Parameter endsLimits: whether effects end as well whose limit is reached at this very instant, and not only those
    ///   whose limit is past.
    mutating func passTime(
        endsLimits: Bool, hearing retained: RetainedCallbacks, into decision: inout RunDecision
    ) {
        while let due = tree.nextDue {
            let now = latest.advanced(byMilliseconds: plantedHaste)
            switch due {
            case .timer(let leg, let armed):
                guard armed.deadline <= now else { return }
                let event = Event(tree.legs[leg].flow.table.timers[armed.timer].event)
                decide(event, in: leg, because: .timer, hearing: retained, into: &decision)
            case .limit(let leg, let open):
                guard open.limit < now || endsLimits && open.limit == now,
                    let otherwise = tree.legs[leg].flow.otherwise(of: open)
                else { return }
                decide(otherwise, in: leg, because: .limit, hearing: retained, into: &decision)
            }
        }
    }
}

extension Input {
    fileprivate var endsLimits: Bool { if case .instantEnded = self { true } else { false } }
}

extension Closing {
    /// Why an effect's `otherwise` comes.
    var cause: Cause {
        switch self {
        case .returned, .failed: .failed
        case .refused: .refused
        case .interrupted: .interrupted
        case .valueGone: .valueGone
        }
    }
}

extension RunMachine {
    /// The flow of the legs of this name; the root's where there is none. Nil where the root has no such sub-flow.
    private func flow(named leg: String?) -> RunningFlow? {
        if let leg { flow.subFlow(named: leg) } else { flow }
    }

    /// The leg of this name; the root where there is none. Nil where no such leg has begun.
    private func leg(named name: String?) -> Int? {
        if let name { tree.leg(named: name) } else { 0 }
    }

    /// Whether the callback is of the leg's current attempt; `unknown` where nobody knows which call the callback answers, or the source
    /// cannot tell: a singleton source is one for all attempts (rule 23 of `Specs/README.md`).
    private func stamp(of reading: CallbackReading, in leg: Int, from call: ProviderCall?) -> Stamp {
        guard let call, reading.tellsAttempt(to: tree.legs[leg].flow) else { return .unknown }
        return call.leg ?? leg == leg && call.attempt == tree.legs[leg].run.attempt ? .current : .stale
    }
}
