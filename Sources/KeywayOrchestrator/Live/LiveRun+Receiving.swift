import KeywayCore
import KeywayLog
import KeywayRuns

/// Before durability: what comes is decided in memory, and handed to the log.
extension LiveRun {
    /// Lets the machine decide a command; the receiver is given the answer once that is durable.
    func ask(_ command: Command, _ receiver: @escaping AnswerReceiver) {
        let refusal = withState { state -> RunError? in
            if orchestrator.isShutDown { return .shutDown }
            let isOverloaded =
                state.isSuspended ? state.undurable.count >= Self.greatestWaitingDecisions : state.log.isOverloaded
            return isOverloaded ? .log(.overloaded) : nil
        }
        if let refusal { return receiver(.failure(refusal)) }
        do throws(RunError) {
            try receive(.command(command), receiver: receiver)
        } catch {
            receiver(.failure(error))
        }
    }

    /// Lets the machine decide a callback that was read.
    ///
    /// `kept`: what the device's sources have retained by now, with the callback's number among it, nil where the callback is not retained.
    /// `kept` itself may be nil only for a flow whose sources retain nothing.
    func receive(
        _ reading: CallbackReading, answering call: ProviderCall?,
        _ kept: (number: UInt64?, retained: RetainedCallbacks)?
    ) {
        // `receive` throws for a caller's mistake, which a callback never is, or because the run is stopped, as observers know.
        try? receive(
            .callback(reading, answering: call, number: kept?.number), hearing: kept?.retained ?? retained)
    }

    /// Lets the machine decide what comes, and hands the records to the log; it returns at once.
    ///
    /// - Throws: `RunError` for a mistake of the caller, and `stopped`; `receiver` hears nothing then.
    func receive(
        _ input: Input, hearing retained: RetainedCallbacks? = nil, receiver: AnswerReceiver? = nil
    ) throws(RunError) {
        let retained = retained ?? self.retained
        try withState { (state) throws(RunError) in
            defer { setAlarm(in: &state) }
            try receive(input, in: &state, hearing: retained, receiver: receiver)
        }
        orchestrator.watcher?.wentOn()
    }

    /// Decides as `receive(_:hearing:receiver:)` does, for a caller that holds the run's lock.
    ///
    /// `performing`: an order, durable already, that has just taken its source. It is performed behind this input's
    /// records, also where they are lost, unless this input has closed it.
    func receive(
        _ input: Input, in state: inout LiveState, hearing retained: RetainedCallbacks,
        receiver: AnswerReceiver? = nil, performing order: LegOrder? = nil
    ) throws(RunError) {
        if state.failure != nil { throw .stopped }
        var decision = RunDecision(tellsSteps: false)
        swap(&decision, &state.decision)
        defer {
            // The next decision uses this one's memory again, in which no transient value may stay until then.
            if decision.mayHaveTransientValues(of: state.machine) { decision = RunDecision(tellsSteps: false) }
            swap(&decision, &state.decision)
        }
        try state.machine.decide(input, at: now(state), hearing: retained, into: &decision)
        submit(decision, in: &state, receiver: receiver, performing: order)
    }

    private var retained: RetainedCallbacks { flow.hearsRetained ? sources.retained : RetainedCallbacks() }

    /// Hands a decision's records to the log, and keeps what follows from them until they are durable.
    ///
    /// `performing`: as in `receive(_:in:hearing:receiver:performing:)`. `isBeginning`: whether this is the run's first decision, which
    /// answers no command, so that the receiver is told `accepted`.
    func submit(
        _ decision: RunDecision, in state: inout LiveState, receiver: AnswerReceiver? = nil,
        performing order: LegOrder? = nil, isBeginning: Bool = false
    ) {
        state.decisions += 1
        var outgoing = decision.consequences.map(CourierItem.consequence)
        if let change = RunChange(by: decision.recordedSteps, in: state.machine.legs, aheadBy: state.lead) {
            outgoing.append(.publish([change]))
        }
        if let order { outgoing.append(.performBehindRetained(order)) }
        for case .perform in decision.consequences { state.performances.noteOrdered() }
        let answer = receiver.map { receiver in
            let told = isBeginning ? .accepted : decision.answer
            return CourierItem.answer(receiver, told.map { .success($0) } ?? .failure(.stopped))
        }
        let entry = Undurable.Entry(
            outgoing: outgoing, state: decision.records.isEmpty ? nil : state.machine.state)
        var opening: UInt64?
        var awaitsReport = false
        if !decision.records.isEmpty {
            do throws(RunError) {
                let append = try append(of: decision, in: state)
                entry.append = append
                if orchestrator.tracer != nil { entry.outgoing.insert(.trace(append.records, since: .now), at: 0) }
                awaitsReport = try handOver(append, in: &state)
                if !state.isSuspended { opening = state.log.salt }
            } catch {
                if let answer { entry.outgoing.append(answer) }
                fail(error, of: entry, in: &state)
                return
            }
        }
        if state.machine.isOver, !state.isEndPosted {
            state.isEndPosted = true
            entry.outgoing.append(.end(nil))
        }
        if let answer { entry.outgoing.append(answer) }
        // A decision without records that nobody waits for has nothing to wait for.
        if entry.append == nil, entry.outgoing.isEmpty { return }
        state.undurable.append(entry, takenBy: opening, awaitsReport: awaitsReport)
        post(noteDurable(state.undurable.takeWithoutReport(), in: &state), in: &state)
    }

    /// The decision's records as the log gets them.
    ///
    /// - Throws: `RunError.key` where the run's key encrypts nothing.
    private func append(of decision: RunDecision, in state: LiveState) throws(RunError) -> Append {
        do throws(KeyError) {
            let records = try state.machine.sealed(decision, by: sealer)
            return Append(run: id, records: records, standing: decision.standing, isLazy: decision.isLazy)
        } catch {
            throw .key(error)
        }
    }

    /// How many decisions of a run may wait for a log that is opened again.
    ///
    /// While so many wait, commands are refused, with room left for callbacks and replies, which cannot be refused. While twice as many
    /// wait, one more decision that has records stops the run.
    private static let greatestWaitingDecisions = 1000

    /// Hands records to an opening of the log; returns whether it will report when they are durable.
    func hand(_ append: Append, to log: any EventLog) throws(LogError) -> Bool {
        let salt = log.salt
        let receipt = try log.append(append) { [self] error in
            if let error { stopAtOnce(because: error, by: salt) }
            postReport(error, by: salt)
        }
        return receipt == .pending
    }

    /// Stops deciding where the log has refused records.
    ///
    /// This must not wait until the courier comes to the report: no other record may follow those that were refused.
    private func stopAtOnce(because error: LogError, by salt: UInt64) {
        switch error {
        case .conflict, .invalid, .damaged, .newer:
            withState { if $0.failure == nil, $0.log.salt == salt { $0.failure = .log(error) } }
        case .overloaded, .unavailable, .fenced, .inDoubt, .storage, .closed: break
        }
    }

    /// Hands records to the present opening; returns whether it, or a later one, will report when they are durable.
    ///
    /// While the log is opened again they wait, behind those that wait already.
    private func handOver(_ append: Append, in state: inout LiveState) throws(RunError) -> Bool {
        if !state.isSuspended {
            do throws(LogError) {
                return try hand(append, to: state.log)
            } catch {
                let isBehind = state.undurable.firstUnsure != nil
                guard suspend(because: error.behindOthers(isBehind), in: &state) else {
                    // Why the log lacks records before these is in its report on them, which is on its way and stops the run.
                    if isBehind, error.isLack(ofRecordsBefore: append) { return true }
                    throw .log(error)
                }
            }
        }
        if state.undurable.count >= 2 * Self.greatestWaitingDecisions { throw .log(.overloaded) }
        return true
    }

    /// Stops the run, because the log does not take the records of `entry`, or the run's key does not encrypt them. What the log took
    /// before may still become durable, and is carried out then.
    private func fail(_ error: RunError, of entry: Undurable.Entry, in state: inout LiveState) {
        state.failure = error
        if let suspension = state.suspension {
            // Records that wait for another opening of the log are with no log that would report on them. Where too many wait, whoever
            // waits hears why the log failed; any other reason has nothing to do with that failure, and is told itself.
            let reason = if case .log = error { RunError.log(suspension) } else { error }
            state.undurable.append(entry, awaitsReport: false)
            post(abandon(because: reason, in: &state), in: &state)
            return
        }
        var ending = entry.outgoing.compactMap { $0.afterLoss(error) }
        if !state.isEndPosted {
            state.isEndPosted = true
            ending.append(.end(error))
        }
        // What the lost decision ordered is performed by nobody.
        state.performances.forgetOrdered(entry.outgoing.count(where: \.isPerformance))
        state.undurable.append(Undurable.Entry(outgoing: ending), awaitsReport: false)
        post(noteDurable(state.undurable.takeWithoutReport(), in: &state), in: &state)
    }
}

/// At durability: the log's thread reports, and the courier's thread carries out what follows, in the order of deciding.
extension LiveRun {
    /// Takes the log's report that so many appends are durable, the oldest that it has not reported on; returns what the courier is to do.
    ///
    /// `salt` is the random number of the opening that reports. A report of an earlier opening is dropped: the records were handed to
    /// the new opening, which reports on them itself.
    func acknowledge(appends: Int, by salt: UInt64) -> [CourierItem] {
        let durable = withState { state -> [Undurable.Entry] in
            state.uncarriedPosts += 1
            return salt == state.log.salt
                ? noteState(of: state.undurable.takeDurable(appends: appends), in: &state) : []
        }
        // Under no lock: releasing the records of many entries takes longer than all that was done under it.
        return Self.items(following: durable)
    }

    /// Takes the log's report that an append may not be durable; returns what the courier is to do. A report of an earlier opening is
    /// dropped here as well.
    func acknowledge(_ error: LogError, by salt: UInt64) -> [CourierItem] {
        withState { state in
            state.uncarriedPosts += 1
            guard salt == state.log.salt else { return [] }
            return suspend(because: error, in: &state) ? [] : abandon(because: .log(error), in: &state)
        }
    }

    /// Notes that these entries are durable, and returns what follows.
    func noteDurable(_ entries: [Undurable.Entry], in state: inout LiveState) -> [CourierItem] {
        Self.items(following: noteState(of: entries, in: &state))
    }

    /// Notes where the run stands after these entries, which are durable; returns them.
    private func noteState(of entries: [Undurable.Entry], in state: inout LiveState) -> [Undurable.Entry] {
        if let durable = entries.last(where: { $0.state != nil })?.state { state.durable = durable }
        return entries
    }

    /// What the courier is to do once these entries are durable.
    private static func items(following entries: [Undurable.Entry]) -> [CourierItem] {
        var items: [CourierItem] = []
        for entry in entries {
            for item in entry.outgoing {
                // Changes that follow one another are told together.
                if case .publish(let changes) = item, case .publish(var joined)? = items.last {
                    // They are taken out first, so that the array has one owner and grows in place.
                    items.removeLast()
                    joined += changes
                    items.append(.publish(joined))
                } else {
                    items.append(item)
                }
            }
        }
        return items
    }

    /// Forgets everything that is not durable, and tells everybody who waits for it.
    func abandon(because error: RunError, in state: inout LiveState) -> [CourierItem] {
        let entries = state.undurable.takeAll()
        // An earlier report of the same failure has abandoned the entries already.
        guard !entries.isEmpty else { return [] }
        if state.failure == nil { state.failure = error }
        var items: [CourierItem] = []
        for entry in entries {
            state.performances.forgetOrdered(entry.outgoing.count(where: \.isPerformance))
            items += entry.outgoing.compactMap { $0.afterLoss(error) }
        }
        // An end among the forgotten entries was not carried out.
        state.isEndPosted = true
        items.append(.end(error))
        return items
    }
}

extension CourierItem {
    /// Whether the item has a handler called for an order.
    fileprivate var isPerformance: Bool { if case .consequence(.perform) = self { true } else { false } }

    /// What is carried out in place of the item where the records of its entry are lost; nil where nothing is.
    ///
    /// An order that has taken its source is durable already, and is performed; an answer tells the loss.
    fileprivate func afterLoss(_ error: RunError) -> CourierItem? {
        switch self {
        case .answer(let receiver, .success): .answer(receiver, .failure(error))
        case .performBehindRetained, .answer(_, .failure): self
        case .trace, .consequence, .publish, .observe, .observeFailures, .tell, .end, .finish: nil
        }
    }
}
