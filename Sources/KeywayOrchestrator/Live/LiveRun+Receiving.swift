import Keyway
import KeywayLog
import KeywayRuns

/// Before durability: what comes is decided in memory, and handed to the log.
extension LiveRun {
    /// Lets the machine decide a command; who asked hears the answer once it is durable.
    func ask(_ command: Command, _ asker: @escaping Asker) {
        guard !log.isOverloaded else { return asker(.failure(.log(.overloaded))) }
        do throws(RunError) {
            try receive(.command(command), asker: asker)
        } catch {
            asker(.failure(error))
        }
    }

    /// Lets the machine decide a callback that was read, with what its source retains.
    func receive(
        _ reading: CallbackReading, answering call: ProviderCall?,
        _ heard: (number: UInt64?, retained: RetainedCallbacks)?
    ) {
        // A callback is no mistake of anybody's; where the run is stopped, its observers were told.
        try? receive(
            .callback(reading, answering: call, number: heard?.number), hearing: heard?.retained ?? retained)
    }

    /// Lets the machine decide what comes, and hands the records to the log; it returns at once.
    ///
    /// - Throws: `RunError` for a mistake of the caller, and `stopped`; `asker` hears nothing then.
    func receive(
        _ input: Input, hearing retained: RetainedCallbacks? = nil, asker: Asker? = nil
    ) throws(RunError) {
        let retained = retained ?? self.retained
        try state.withLock { (state) throws(RunError) in
            try receive(input, in: &state, at: time.now, hearing: retained, asker: asker)
        }
        setAlarm()
    }

    /// The same under the run's lock.
    ///
    /// `launching` is an order that is performed when this input's records are durable.
    func receive(
        _ input: Input, in state: inout LiveState, at now: Instant, hearing retained: RetainedCallbacks,
        asker: Asker? = nil, launching: LegOrder? = nil
    ) throws(RunError) {
        if state.failure != nil { throw .stopped }
        var decision = RunDecision(tellsSteps: false)
        swap(&decision, &state.decision)
        defer { swap(&decision, &state.decision) }
        try state.machine.decide(input, at: now, hearing: retained, into: &decision)
        submit(decision, in: &state, asker: asker, launching: launching)
    }

    private var retained: RetainedCallbacks { flow.hearsRetained ? sources.retained : RetainedCallbacks() }

    /// Hands a decision's records to the log, and keeps what follows from them until they are durable.
    func submit(
        _ decision: RunDecision, in state: inout LiveState, asker: Asker? = nil, launching: LegOrder? = nil,
        isBeginning: Bool = false
    ) {
        var outgoing = decision.consequences.map(Outgoing.consequence)
        if let launching { outgoing.append(.launch(launching)) }
        for case .perform in decision.consequences { state.performances.noteOrdered() }
        var entry = Undurable.Entry(
            isAwaited: false, outgoing: outgoing, shown: decision.records.isEmpty ? nil : state.machine.state,
            asker: asker, answer: isBeginning ? .accepted : decision.answer)
        if !decision.records.isEmpty {
            let append = Append(
                run: id, records: state.machine.withheld(decision.records), standing: decision.standing,
                isLazy: decision.isLazy)
            do throws(LogError) {
                entry.isAwaited = try log.append(append) { [self] in acknowledge($0) } == .pending
            } catch {
                fail(.log(error), of: entry, in: &state)
                return
            }
        }
        if state.machine.isOver, !state.isEndPosted {
            state.isEndPosted = true
            entry.outgoing.append(.end(nil))
        }
        state.undurable.append(entry)
        release(state.undurable.takeUnawaited(), in: &state)
    }

    /// The log takes the run's records no more. What it took before may still become durable, and is carried out then.
    private func fail(_ error: RunError, of entry: Undurable.Entry, in state: inout LiveState) {
        state.failure = error
        var ending = entry.outgoing.filter(\.isOnRecord)
        if let asker = entry.asker { ending.append(.answer(asker, .failure(error))) }
        if !state.isEndPosted {
            state.isEndPosted = true
            ending.append(.end(error))
        }
        // The machine is ahead of the log, and decides nothing more.
        state.performances.forgetOrdered(entry.outgoing.count(where: \.isPerformance))
        state.undurable.append(Undurable.Entry(isAwaited: false, outgoing: ending, shown: nil))
        release(state.undurable.takeUnawaited(), in: &state)
    }
}

/// At durability: the log's own thread tells, in the order of deciding.
extension LiveRun {
    /// Takes the log's word for the first records that were not durable; it returns at once.
    func acknowledge(_ error: LogError?) {
        state.withLock { state in
            if let error {
                abandon(because: error, in: &state)
            } else {
                release(state.undurable.takeDurable(), in: &state)
            }
        }
    }

    /// Shows what became durable, and hands what follows to the courier.
    private func release(_ entries: [Undurable.Entry], in state: inout LiveState) {
        var items: [Outgoing] = []
        for entry in entries {
            if let shown = entry.shown { state.shown = shown }
            items += entry.outgoing
            if let asker = entry.asker {
                items.append(.answer(asker, entry.answer.map { .success($0) } ?? .failure(.stopped)))
            }
        }
        Courier.take(items, for: self)
    }

    /// Forgets everything that is not durable, and tells everybody who waits for it.
    private func abandon(because error: LogError, in state: inout LiveState) {
        let entries = state.undurable.takeAll()
        // What the log did not take before was told with an error of its own.
        guard !entries.isEmpty else { return }
        if state.failure == nil { state.failure = .log(error) }
        var items: [Outgoing] = []
        for entry in entries {
            state.performances.forgetOrdered(entry.outgoing.count(where: \.isPerformance))
            items += entry.outgoing.filter(\.isOnRecord)
            if let asker = entry.asker { items.append(.answer(asker, .failure(.log(error)))) }
        }
        // An end among the forgotten entries was not carried out.
        state.isEndPosted = true
        items.append(.end(.log(error)))
        Courier.take(items, for: self)
    }
}

extension Outgoing {
    /// Whether a handler is to be called for a record that this entry is about.
    fileprivate var isPerformance: Bool { if case .consequence(.perform) = self { true } else { false } }

    /// Whether it follows from what is durable already, whatever becomes of the records that it waits for.
    fileprivate var isOnRecord: Bool {
        switch self {
        case .launch, .answer: true
        case .consequence, .observe, .observeFailures, .tell, .end, .letGo: false
        }
    }
}
