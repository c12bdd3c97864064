package import KeywayCore
package import KeywayLog

extension RunMachine {
    /// What an event meant, which is enough to answer it if it is a command.
    struct DecidedEvent {
        var disposition: Disposition
        /// Whether the leg stood in a final before the event came.
        var wasEnded: Bool

        /// The answer that a command gets.
        var answer: CommandAnswer {
            disposition == .rejected ? .rejected(wasEnded ? .ended : .notNow) : .accepted
        }
    }

    /// Decides an event of a leg, whether or not it can come there now, and then all that it brings to other legs.
    ///
    /// `isOnRecord`: whether the event gets a record in any case.
    @discardableResult
    mutating func decide(
        _ event: Event, in leg: Int, because cause: Cause, inputID: String? = nil, unread: RawValue.Unread? = nil,
        isOnRecord: Bool = false, hearing retained: RetainedCallbacks, into decision: inout RunDecision
    ) -> DecidedEvent {
        let decided = step(
            event, in: leg, because: cause, inputID: inputID, unread: unread, isOnRecord: isOnRecord, into: &decision)
        decideOwed(hearing: retained, into: &decision)
        return decided
    }

    /// Decides an event that a rehearsal has chosen, and lets no timer fire before it.
    package mutating func decide(
        _ event: Event, in leg: Int, because cause: Cause, at now: Instant, hearing retained: RetainedCallbacks
    ) -> RunDecision {
        var decision = RunDecision()
        latest = max(now, latest)
        decide(event, in: leg, because: cause, hearing: retained, into: &decision)
        return decision
    }

    /// Decides what the sources of a leg retained and the leg has not heard.
    mutating func decideRetained(_ retained: RetainedCallbacks, in leg: Int, into decision: inout RunDecision) {
        for event in takeUnheard(of: retained, in: leg) {
            decide(event, in: leg, because: .retained, hearing: retained, into: &decision)
        }
    }

    /// Decides all that is owed: the `cancel` of a scope that was left, legs that begin, finals that parents are told.
    mutating func decideOwed(hearing retained: RetainedCallbacks, into decision: inout RunDecision) {
        while true {
            if keeping.isAtChangeLimit { overrun(into: &decision) }
            if tree.isSettled { return }
            if let leg = tree.beginningLeg {
                // The leg hears retained callbacks before its first command, one at a time: a callback may end the leg, or the run, and
                // then the leg does not hear the others.
                if let event = takeUnheard(of: retained, in: leg, most: 1).first {
                    step(event, in: leg, because: .retained, into: &decision)
                    continue
                }
            }
            guard let owed = tree.decideOwed(at: latest, sequence: nextSequence) else { return }
            record(owed, because: .owed(by: owed.owedBy ?? 0), into: &decision)
        }
    }

    /// Lets the timer of the flow's `within` fire early in a run that has changed too often (`RunLimits.greatestChanges`): that of
    /// the root, and then that of each leg which its `cancel` has not ended. Such a leg could begin sub-flows for ever.
    private mutating func overrun(into decision: inout RunDecision) {
        for leg in tree.legs.indices where tree.goesOnAlone(leg) {
            let flow = tree.legs[leg].flow
            guard let session = flow.table.sessionTimer else { continue }
            step(Event(flow.table.timers[session].event), in: leg, because: .overrun, into: &decision)
        }
    }

    /// Decides one event of one leg; what it brings to other legs stays owed.
    ///
    /// `isOnRecord`: whether the event gets a record in any case.
    @discardableResult
    mutating func step(
        _ event: Event, in leg: Int, because cause: Cause, inputID: String? = nil, unread: RawValue.Unread? = nil,
        isOnRecord: Bool = false, into decision: inout RunDecision
    ) -> DecidedEvent {
        let (wasEnded, endsSomething) = tree.decide(
            event, in: leg, at: latest, sequence: nextSequence, into: &decision.step)
        let occasion = Occasion(
            leg: leg, cause: cause, inputID: inputID, unread: unread, isOnRecord: isOnRecord)
        record(event, occasion, wasEnded: wasEnded, endsSomething: endsSomething, into: &decision)
        return DecidedEvent(disposition: decision.step.disposition, wasEnded: wasEnded)
    }

    // MARK: - Retained callbacks

    /// Gives `body` which retained callbacks the leg has heard, to read or to change; returns what `body` returns.
    mutating func heardCallbacks<Result>(of leg: Int, _ body: (inout HeardCallbacks) -> Result) -> Result {
        while heard.count <= leg { heard.append(HeardCallbacks()) }
        return body(&heard[leg])
    }

    /// Notes that the leg hears a retained callback as it comes; returns false where the leg has heard it before.
    ///
    /// The callback is this leg's alone (rule 20). So the other legs that run do not hear it later, as a retained one, either: only legs
    /// that begin later do.
    mutating func noteHeard(_ number: UInt64, by listener: Int, of retained: RetainedCallbacks) -> Bool {
        guard heardCallbacks(of: listener, { $0.insert(number, of: retained) }) else { return false }
        for leg in tree.legs.indices where leg != listener && !tree.isEnded(leg) {
            _ = heardCallbacks(of: leg) { $0.insert(number, of: retained) }
        }
        return true
    }

    /// The events in retained callbacks that the leg has not heard, oldest first; from then on they count as heard.
    ///
    /// `most`: how many events are returned; `.max` is all of them.
    private mutating func takeUnheard(of retained: RetainedCallbacks, in leg: Int, most: Int = .max) -> [Event] {
        guard !retained.words.isEmpty, flow.hearsRetained else { return [] }
        let flow = tree.legs[leg].flow
        return heardCallbacks(of: leg) { $0.takeUnheard(of: retained, by: flow, most: most) }
    }

    // MARK: - Records

    /// To which leg an event came, why, and what its record says besides.
    struct Occasion {
        var leg: Int
        var cause: Cause
        /// The identity that came with a command or callback; nil for an event without one.
        var inputID: String?
        /// What the record keeps of a callback that no decoder row reads; nil for any other event.
        var unread: RawValue.Unread?
        /// Whether the event gets a record in any case: it has one in the log that is decided once more, an earlier record
        /// owed it, or it is `restored`.
        var isOnRecord = false
    }

    /// Adds the record of a step that was owed: such a step always has a record.
    mutating func record(
        _ owed: LegStep, because cause: Cause, inputID: String? = nil, unread: RawValue.Unread? = nil,
        into decision: inout RunDecision
    ) {
        switch owed.content {
        case .began(let begun): recordBeginning(owed, begun, into: &decision)
        case .decided(let event, let step):
            decision.step = step
            let occasion = Occasion(
                leg: owed.leg, cause: cause, inputID: inputID, unread: unread, isOnRecord: true)
            record(event, occasion, wasEnded: owed.wasEnded, endsSomething: owed.endsSomething, into: &decision)
        }
    }

    /// Adds what the decision's step brings: a record with its consequences if logs keep it, and the step if asked.
    ///
    /// `event`: the one that made the step. `wasEnded`: whether the leg stood in a final before. `endsSomething`: whether
    /// the event ended a timer, an order, a sub-flow or the wait for a lane.
    private mutating func record(
        _ event: Event, _ occasion: Occasion, wasEnded: Bool, endsSomething: Bool, into decision: inout RunDecision
    ) {
        let leg = occasion.leg
        let disposition = decision.step.disposition
        let kind = RecordKeeping.Kind(
            disposition: disposition, changesRun: decision.step.changesRun, endsSomething: endsSomething,
            isAfterTheEnd: wasEnded && isEnded, hasIdentity: occasion.inputID != nil)
        // A command or callback with an identity is on record whatever came of it.
        let isOnRecord = occasion.isOnRecord || occasion.inputID != nil
        // A command after the end changes nothing and is not on record, unless it has an identity (rule 13).
        let isUnrecorded = !isOnRecord && wasEnded && tree.legs[leg].flow.isCommand(event.position)
        let isRecorded = isOnRecord || keeping.keeps(kind) && !isUnrecorded
        if !isRecorded, !isUnrecorded { keeping.noteOmitted() }
        guard isRecorded || decision.tellsSteps else { return }
        let omittedSteps = isRecorded && disposition == .taken ? keeping.omittedSteps : 0
        let place: RunStep.Place =
            isRecorded ? .recorded(sequence: nextSequence) : isUnrecorded ? .notKept : .counted
        if isRecorded {
            keeping.noteKept(kind)
            let sequence = append(event, occasion, omittedSteps, to: &decision)
            cancelUnawaited(into: &decision)
            for place in decision.step.effects.indices {
                noteOrder(decision.step.order(at: place), of: leg, into: &decision)
            }
            changeLanes(decision.step.scopeChanges, of: leg, by: sequence, into: &decision)
        }
        guard decision.tellsSteps else { return }
        let clearRecord = eventRecord(
            of: event, occasion, omittedSteps, fields: event.fields, outcome: outcome(of: leg),
            decidedIn: decision.step)
        let (choices, isActedOn) = (decision.step.choices, decision.step.isActedOn)
        tell(
            .event(clearRecord), of: leg, at: place, isActedOn, choices: choices, orders: decision.step.orders,
            scopeChanges: decision.step.scopeChanges, into: &decision)
    }

    /// Adds the record of an event, without values that no log may have; returns its sequence.
    private mutating func append(
        _ event: Event, _ occasion: Occasion, _ omittedSteps: UInt64, to decision: inout RunDecision
    ) -> UInt64 {
        let leg = occasion.leg
        if decision.isRedone { return skipRecord(of: DecidedStep(leg: leg, event: event), in: &decision) }
        let flow = tree.legs[leg].flow
        return append(
            .event(
                eventRecord(
                    of: event, occasion, omittedSteps, fields: flow.loggedFields(of: event),
                    outcome: outcome(of: leg).withheld(by: flow), decidedIn: decision.step)),
            of: leg, after: Event(event.position, fields: event.fields, stamp: decision.step.stamp), to: &decision)
    }

    /// The record of the event that made the decision's step; `fields` and `outcome` are what the record says of them.
    private func eventRecord(
        of event: Event, _ occasion: Occasion, _ omittedSteps: UInt64, fields: [Value?], outcome: Outcome,
        decidedIn step: borrowing Step
    ) -> EventRecord {
        EventRecord(
            event: event.position, cause: occasion.cause, stamp: step.stamp, answers: event.answers, fields: fields,
            inputID: occasion.inputID, unread: occasion.unread, row: step.row, disposition: step.disposition,
            omittedSteps: omittedSteps, outcome: outcome)
    }

    /// Notes what is decided once more, and makes no record of it, since the log has one; returns that record's sequence.
    private mutating func skipRecord(of step: DecidedStep, in decision: inout RunDecision) -> UInt64 {
        decision.last = step
        defer { nextSequence += 1 }
        return nextSequence
    }

    /// Where the leg stands, with all values in clear.
    func outcome(of leg: Int) -> Outcome {
        Outcome(state: tree.legs[leg].run.state, context: tree.legs[leg].run.values)
    }

    private mutating func recordBeginning(_ owed: LegStep, _ begun: InitialStep, into decision: inout RunDecision) {
        guard let parent = tree.legs[owed.leg].parent else { return }
        let beginning = LegBeginning(
            owedBy: owed.owedBy ?? 0, parent: UInt32(clamping: parent.leg), child: parent.child,
            outcome: outcome(of: owed.leg))
        let sequence = append(beginning, of: owed.leg, to: &decision)
        keeping.noteChange()
        order(begun, of: owed.leg, by: sequence, into: &decision)
        guard decision.tellsSteps else { return }
        tell(
            .legBegan(beginning), of: owed.leg, at: .recorded(sequence: sequence), true, choices: [],
            orders: begun.orders, scopeChanges: begun.scopeChanges, into: &decision)
    }

    /// Adds the record of a leg that begins, without values that no log may have; returns its sequence.
    private mutating func append(
        _ beginning: LegBeginning, of leg: Int, to decision: inout RunDecision
    ) -> UInt64 {
        if decision.isRedone { return skipRecord(of: DecidedStep(leg: leg, event: nil), in: &decision) }
        var logged = beginning
        logged.outcome = beginning.outcome.withheld(by: tree.legs[leg].flow)
        return append(.legBegan(logged), of: leg, after: nil, to: &decision)
    }

    /// Adds a step to the decision's `steps`; only called where the caller asked for them (`tellsSteps`).
    private func tell(
        _ content: Record.Content, of leg: Int, at place: RunStep.Place, _ isActedOn: Bool, choices: [Int],
        orders: [EffectOrder], scopeChanges: [ScopeChange], into decision: inout RunDecision
    ) {
        var sequence = nextSequence
        if case .recorded(let recorded) = place { sequence = recorded }
        let record = Record(
            run: run, leg: UInt32(clamping: leg), sequence: sequence, time: latest, content: content)
        decision.steps.append(
            RunStep(
                place: place, record: record, legName: tree.legs[leg].flow.legName, isActedOn: isActedOn,
                choices: choices, orders: orders, scopeChanges: scopeChanges,
                timers: tree.legs[leg].run.timers.map(\.timer)))
    }

    /// Adds a record that tells of a leg to the decision, with what it tells in clear; returns its sequence.
    private mutating func append(
        _ content: consuming Record.Content, of leg: Int, after event: consuming Event?,
        to decision: inout RunDecision
    ) -> UInt64 {
        decision.recordedSteps.append(
            RecordedStep(record: decision.records.count, leg: leg, outcome: outcome(of: leg), event: event))
        return append(content, of: leg, to: &decision)
    }

    /// Adds a record to the decision; returns its sequence. Its content has no value that no log may have.
    @discardableResult
    mutating func append(
        _ content: consuming Record.Content, of leg: Int, to decision: inout RunDecision
    ) -> UInt64 {
        let sequence = nextSequence
        decision.records.append(
            Record(run: run, leg: UInt32(clamping: leg), sequence: sequence, time: latest, content: content))
        nextSequence += 1
        return sequence
    }

    // MARK: - Consequences

    /// Notes the orders and lane requests of a run or leg that began with the record of this sequence.
    mutating func order(_ begun: InitialStep, of leg: Int, by sequence: UInt64, into decision: inout RunDecision) {
        cancelUnawaited(into: &decision)
        for order in begun.orders { noteOrder(order, of: leg, into: &decision) }
        changeLanes(begun.scopeChanges, of: leg, by: sequence, into: &decision)
    }

    /// Cancels each order whose answer the flow has stopped waiting for.
    private mutating func cancelUnawaited(into decision: inout RunDecision) {
        while let order = orders.takeNoLongerAwaited(in: tree) { decision.follow(with: .cancel(key(of: order))) }
    }

    private mutating func noteOrder(_ order: EffectOrder, of leg: Int, into decision: inout RunDecision) {
        let flow = tree.legs[leg].flow
        let isAwaited = tree.isAwaited(order.id, in: leg)
        orders.open(order, of: leg, following: flow, isAwaited: isAwaited)
        noteCall(order, in: flow)
        decision.follow(
            with: .perform(LegOrder(leg: leg, flow: flow, order: order, key: key(of: order.id), isAwaited: isAwaited)))
    }

    /// Notes that from here on the run holds the singleton sources of the flow, if the order calls a provider.
    private mutating func noteCall(_ order: EffectOrder, in flow: RunningFlow) {
        guard !flow.singletons.isEmpty, flow.table.effects[order.effect].calls != nil else { return }
        for source in flow.singletons {
            sourceCalls.append(SourceCall(source: source, order: order.id))
            let same = sourceCalls.indices.filter { sourceCalls[$0].source == source }
            if same.count > SourceCall.greatestCount { sourceCalls.remove(at: same[0]) }
        }
    }

    /// Forgets the call that the order was to make, if its end by this cause says that nobody performed it: then the run
    /// holds the source by the call before, or not at all. Returns whether a call was forgotten.
    @discardableResult
    mutating func forgetCall(by order: EffectOrder.ID, endedBecause cause: Cause) -> Bool {
        guard wasCallNotMade(by: order, endedBecause: cause) else { return false }
        sourceCalls.removeAll { $0.order == order }
        return true
    }

    /// Whether the run remembers a call that the order was to make, and the order's end by this cause says that nobody made it.
    func wasCallNotMade(by order: EffectOrder.ID, endedBecause cause: Cause) -> Bool {
        let isUnperformed =
            switch cause {
            case .refused, .valueGone: true
            // An order of an earlier process may have been performed there.
            case .interrupted: orders.wasGivenSinceResuming(order)
            default: false
            }
        return isUnperformed && sourceCalls.contains { $0.order == order }
    }

    private mutating func changeLanes(
        _ changes: [ScopeChange], of leg: Int, by sequence: UInt64, into decision: inout RunDecision
    ) {
        for change in changes {
            switch change {
            case .asks(let lane):
                let provider = tree.legs[leg].flow.table.lanes[lane].provider
                let request = LaneRequest(run: run, leg: leg, lane: lane, sequence: sequence, provider: provider)
                lanes.append(request)
                decision.follow(with: .ask(request))
            case .frees(let lane):
                guard let place = lanes.firstIndex(where: { $0.leg == leg && $0.lane == lane }) else { continue }
                let request = lanes.remove(at: place)
                decision.follow(with: .free(request))
            // `LegTree` begins and cancels sub-flows itself.
            case .begins, .leaves: break
            }
        }
    }
}

extension RunningFlow {
    fileprivate func isCommand(_ event: Int) -> Bool {
        table.events.indices.contains(event) && table.events[event].origin == .command
    }
}
