import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// Does what nodes want done, one thing after the other: so what a node wants first is done first, whichever threads its inputs came from.
private let outbox = SerialThread<(node: NodeCore, outputs: [NodeOutput])> { wanted in
    wanted.node.carryOut(wanted.outputs)
}

/// Drives a `NodeMachine`: hands it what comes, under a lock, and does what it wants done, outside of it.
final class NodeCore: Sendable {
    private struct State {
        var machine: NodeMachine
        /// Who waits for an answer.
        var askers: [Asker: @Sendable (NodeAnswer) -> Void] = [:]
        /// How many callers have asked so far: the next one gets the next number.
        var askings: UInt64 = 0
        /// Callers that were cancelled before they had asked, or just after they were answered.
        var cancelled: Set<Asker> = []
        /// The runs that this node performs something for, and those whose handlers it keeps meanwhile.
        var performers: [RunID: NodePerformer] = [:]
        /// Who makes the handlers for runs of each version: the node's own, and others that it has met and can serve.
        var makers: [(flow: RunningFlow, makeHandler: ServedFlow.MakeHandler)]
        /// Runs with which this node does not go on, each with the reason.
        var setAside = RunNotes<UnfoldedRun>()
        var observers = NodeObservers()
        /// When the machine is woken next, by the monotonic clock in milliseconds; nil where no task sleeps to wake it.
        var sleepsUntil: Int64?
        /// Counts the sleeps: only the last one wakes the machine.
        var sleeps: UInt64 = 0
        var phase = Phase.new
    }

    /// How far the node's life has come.
    private enum Phase {
        case new
        case running
        /// It takes nothing more, and ends what it has begun.
        case draining
        case ended
    }

    let log: any SharedLogEngine
    /// Nil for a node without a key store.
    let keys: NodeKeys?
    let handlerPriority: TaskPriority
    /// Is told what the node's runs do; nil where nobody traces them.
    let tracer: (any Orchestrator.Tracer)?
    private let id: NodeID
    private let services: [ServedFlow]
    private let state: Lock<State>

    init(
        _ id: NodeID, in log: any SharedLogEngine, serving services: [ServedFlow], keys store: (any KeyStore)?,
        terms: NodeTerms, handlerPriority: TaskPriority, tracer: (any Orchestrator.Tracer)?
    ) {
        self.id = id
        self.tracer = tracer
        keys = store.map { NodeKeys(in: $0, atMost: terms.greatestCache, tracer: tracer) }
        self.log = EncryptingLog(over: log, with: keys)
        self.services = services
        self.handlerPriority = handlerPriority
        state = Lock(
            State(
                machine: NodeMachine(id, serving: services.map(\.version), terms: terms),
                makers: services.map { ($0.flow, $0.makeHandler) }))
    }

    /// Whether this version of a flow is one of the node's own, of which it begins runs.
    func serves(_ version: FlowVersion) -> Bool { services.contains { $0.version.table == version.table } }

    /// Who makes the handlers for runs of the flow; nil where the node has none for some effect of it.
    private func makerOfHandlers(for flow: RunningFlow, in state: inout State) -> ServedFlow.MakeHandler? {
        if let known = state.makers.first(where: { $0.flow.isSameVersion(as: flow) }) { return known.makeHandler }
        for service in services {
            guard let match = EffectMatch(of: flow, by: service.flow) else { continue }
            let makeHandler: ServedFlow.MakeHandler = {
                OtherVersionHandler(service.makeHandler($0, $1), matching: match)
            }
            state.makers.append((flow, makeHandler))
            return makeHandler
        }
        return nil
    }

    // MARK: - What comes

    /// Begins: from now on the machine is woken when something is due.
    func start() {
        state.withLock { $0.phase = .running }
        give(.time)
    }

    /// Draws the identity of a run that is to begin now, by the clock of the log; nil while the node does not know that clock.
    func drawRun(using generator: inout some RandomNumberGenerator) -> RunID? {
        now.map { .dated($0, using: &generator) }
    }

    /// The present by the clock of the log; nil while the node does not know that clock.
    var now: Instant? { state.withLock { $0.machine.time(at: monotonicMilliseconds()) } }

    /// Hands the machine an input; the one thread of `outbox` does what the machine wants done, in its order.
    func give(_ input: NodeInput) {
        state.withLock { give(input, in: &$0) }
    }

    private func give(_ input: NodeInput, in state: inout State) {
        var outputs: [NodeOutput] = []
        let due = state.machine.receive(input, at: monotonicMilliseconds(), into: &outputs)
        if !outputs.isEmpty { outbox.enqueue((self, outputs)) }
        sleep(until: due, in: &state)
    }

    /// Asks the machine something; returns the run that was asked, or has begun, and the answer of a command.
    func ask(
        _ input: @Sendable (Asker) -> NodeInput
    ) async throws(NodeError) -> (run: RunID?, answer: CommandAnswer?) {
        let asker = state.withLock { state in
            state.askings += 1
            return Asker(state.askings)
        }
        let question = input(asker)
        let answer: NodeAnswer = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let isAsked = state.withLock { state in
                    guard state.phase == .running, state.cancelled.remove(asker) == nil else { return false }
                    state.askers[asker] = { continuation.resume(returning: $0) }
                    give(question, in: &state)
                    return true
                }
                if !isAsked { continuation.resume(returning: .unavailable) }
            }
        } onCancel: {
            state.withLock { state in
                if state.askers[asker] == nil {
                    state.cancelled.insert(asker)
                } else {
                    give(.withdraw(asker), in: &state)
                }
            }
        }
        _ = state.withLock { $0.cancelled.remove(asker) }
        return try answer.result()
    }

    /// The runs of a flow that began with the reference and are not over, the last one first: those of this version, and those of others
    /// that the node has met and goes on with.
    func runs(referenced reference: String, of version: FlowVersion) async throws(NodeError) -> [RunID] {
        let served = state.withLock { state -> [FlowVersion]? in
            state.phase == .running ? state.machine.servedVersions(like: version) : nil
        }
        guard let versions = served else { throw .unavailable }
        let answer: EngineAnswer
        do throws(EngineFailure) {
            answer = try await log.perform(.runs(referenced: reference, of: versions), for: id)
        } catch {
            throw .unavailable
        }
        guard case .runs(let runs) = answer else {
            preconditionFailure("the engine's answer is of another kind than the statement")
        }
        return runs
    }

    /// What the node has done since it began.
    var counts: NodeCounts {
        var counts = state.withLock { $0.machine.counts }
        counts.unerasedKeys = keys?.unerasedCount ?? 0
        return counts
    }

    /// The run as this node knows it to be in the log.
    ///
    /// - Throws: `NodeError.otherFlow` or `otherVersion`; `unavailable` where the node has forgotten the run.
    func view(of run: RunID, following flow: RunningFlow) throws(NodeError) -> RunView {
        guard let machine = state.withLock({ $0.machine.machine(of: run) }) else { throw .unavailable }
        if let mismatch = machine.flow.mismatch(asReadBy: flow) { throw mismatch }
        return RunView(of: machine)
    }

    // MARK: - Observers

    /// The run after each change that this node hears of, the present first; what changes twice at once is told once.
    ///
    /// - Parameter convert: makes of each view what the stream's reader wants; nil where it wants nothing of it.
    func views<Element: Sendable>(
        of run: RunID, following flow: RunningFlow, _ convert: @escaping @Sendable (RunView) throws -> Element?
    ) -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let observer = StateObserver(continuation, following: convert)
            let number = state.withLock { $0.observers.nextNumber() }
            // This comes before the observer is added: of a run that is over it is told the end at once, by another thread, and a stream
            // that has finished calls nothing that is set afterwards.
            continuation.onTermination = { [weak self] _ in self?.endObserving(run, number) }
            // Under one lock with the machine, as in `endObserving`: else a first observer could come between the two.
            let isAdded = state.withLock { state in
                guard state.phase == .running else { return false }
                state.observers.add(observer, as: number, of: run, following: flow)
                give(.observe(run), in: &state)
                return true
            }
            if !isAdded { continuation.finish(throwing: NodeError.unavailable) }
        }
    }

    private func endObserving(_ run: RunID, _ number: Int) {
        let removed = state.withLock { state in
            let (removed, isLast) = state.observers.remove(number, of: run)
            // The machine of a node that has not begun is given nothing.
            if isLast, state.phase != .new { give(.endObserving(run), in: &state) }
            return removed
        }
        // What the observer holds is let go of outside of the lock.
        withExtendedLifetime(removed) {}
    }

    /// Tells those who observe the run where the run is now.
    private func tellObservers(of run: RunID) {
        let told = state.withLock { state -> [NodeObservers.Telling] in
            guard let machine = state.machine.machine(of: run) else { return [] }
            return state.observers.tell(machine, of: run)
        }
        for telling in told { telling.perform() }
    }

    private func endObservers(of run: RunID, with error: NodeError) {
        for observer in state.withLock({ $0.observers.removeAll(of: run) }) { observer.finish(error) }
    }

    /// The runs with which this node does not go on, each with the reason.
    var setAside: [RunID: NodeError] { state.withLock { $0.setAside.notes }.mapValues { NodeError($0) } }

    // MARK: - What follows

    /// Carries out what the machine wants done, and then lets the handlers begin for whose orders the turn has come: so the orders of one
    /// decision begin together.
    fileprivate func carryOut(_ outputs: [NodeOutput]) {
        for output in outputs { carryOut(output) }
        for case .perform(let order, _) in outputs { performer(of: order.key.run)?.begin() }
    }

    private func carryOut(_ output: NodeOutput) {
        switch output {
        case .send(let statement, let number):
            // Detached, so that the statement inherits nothing from whoever asked first.
            Task.detached { [log, id] in
                let answer: Result<EngineAnswer, EngineFailure>
                do throws(EngineFailure) {
                    answer = .success(try await log.perform(statement, for: id))
                } catch {
                    answer = .failure(error)
                }
                self.give(.answered(number, answer))
            }
        case .perform(let order, let end): performer(expecting: order)?.add(order, before: end)
        case .cancel(let key): performer(of: key.run)?.cancel(key)
        case .letGo(let run): letGo(of: run)
        case .setAside(let run, let reason): state.withLock { $0.setAside.note(reason, of: run) }
        case .eraseKey(let run): keys?.erase(run)
        case .recorded(let records, let flow, let wait):
            tracer?.recorded(records, of: flow, after: .milliseconds(wait))
        case .changed(let run): tellObservers(of: run)
        case .lost(let run, let reason): endObservers(of: run, with: reason.error ?? .unavailable)
        case .answer(let asker, let answer):
            let receiver = state.withLock { state in
                // The run may have been set aside because its key was not to be had: the node goes on with it now.
                if case .decided(let run, _) = answer { state.setAside.remove(run) }
                return state.askers.removeValue(forKey: asker)
            }
            receiver?(answer)
        }
    }

    private func performer(of run: RunID) -> NodePerformer? { state.withLock { $0.performers[run] } }

    /// The performer of the run's orders, told to expect this one; nil if there is none yet, and the run or its handlers are
    /// unknown here.
    private func performer(expecting order: LegOrder) -> NodePerformer? {
        state.withLock { state in
            let run = order.key.run
            if let known = state.performers[run] {
                known.expect()
                return known
            }
            guard let flow = state.machine.machine(of: run)?.flow,
                let makeHandler = makerOfHandlers(for: flow, in: &state)
            else { return nil }
            let made = NodePerformer(
                of: run, following: flow, named: state.machine.reference(of: run), in: self, makeHandler: makeHandler)
            made.expect()
            state.performers[run] = made
            return made
        }
    }

    /// Forgets the performer of a run, and with it the app's handlers, if none of them is at work and the node keeps them no longer.
    func letGo(of run: RunID) {
        let forgotten = state.withLock { state -> NodePerformer? in
            guard let performer = state.performers[run], performer.isIdle else { return nil }
            if state.phase != .ended, state.machine.keepsHandlers(of: run) { return nil }
            return state.performers.removeValue(forKey: run)
        }
        // Releasing the app's handlers may run code of the app. A task does it, so that no thread of all nodes is held up.
        if let forgotten { Task.detached { withExtendedLifetime(forgotten) {} } }
    }

    // MARK: - Time

    /// Sleeps until the machine is due, unless a sleep ends before that.
    private func sleep(until due: Int64, in state: inout State) {
        guard state.phase != .new, state.phase != .ended else { return }
        if let until = state.sleepsUntil, until <= due { return }
        state.sleepsUntil = due
        state.sleeps += 1
        let number = state.sleeps
        Task.detached {
            try? await Task.sleep(for: .milliseconds(max(0, due - monotonicMilliseconds())))
            self.wake(number)
        }
    }

    private func wake(_ number: UInt64) {
        let isLast = state.withLock { state in
            guard state.sleeps == number else { return false }
            state.sleepsUntil = nil
            return true
        }
        if isLast { give(.time) }
    }

    // MARK: - The end

    /// Returns when the task is cancelled.
    func untilCancelled() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3_600)) }
    }

    /// Refuses whoever asks from now on, and waits, `limit` at most, for what is begun: handlers that are at work, what they lead to, and
    /// the erasing of keys. Meanwhile the node keeps its lease.
    func drain(for limit: Duration) async {
        let end = ContinuousClock.now.advanced(by: limit)
        state.withLock { state in
            state.phase = .draining
            give(.drain, in: &state)
        }
        // The machine knows all open orders except those of `volatile` effects, which only the performers know.
        await wait(until: end) {
            state.withLock { $0.performers.values.allSatisfy(\.isIdle) && $0.machine.isDrained }
        }
        let observers = state.withLock { state in
            for asker in state.askers.keys { give(.withdraw(asker), in: &state) }
            return state.observers.removeAll()
        }
        for observer in observers { observer.finish(NodeError.unavailable) }
        await wait(until: end) { keys?.isErasing != true }
        let idle = state.withLock { state in
            state.phase = .ended
            return Array(state.performers.keys)
        }
        for run in idle { letGo(of: run) }
    }

    /// Waits until `holds` is true, at most until `end`, also in a task that is cancelled.
    private func wait(until end: ContinuousClock.Instant, for holds: () -> Bool) async {
        while ContinuousClock.now < end, !holds() {
            await Task.detached { try? await Task.sleep(for: .milliseconds(5)) }.value
        }
    }
}

extension NodeAnswer {
    fileprivate func result() throws(NodeError) -> (run: RunID?, answer: CommandAnswer?) {
        if let error { throw error }
        return if case .decided(let run, let answer) = self { (run, answer) } else { (nil, nil) }
    }

    /// Why nothing was decided; nil where something was, or a word was kept.
    fileprivate var error: NodeError? {
        switch self {
        case .kept, .decided: nil
        case .refused(let error): .refused(error)
        case .unserved(let flow): .unserved(flow: flow)
        case .otherFlow(let flow): .otherFlow(flow)
        case .otherVersion(let flow): .otherVersion(flow: flow)
        case .notTaken(let reason): .notTaken(reason)
        case .unreadableDevice: .unreadableDevice
        case .noSuchRun: .noSuchRun
        case .unavailable: .unavailable
        case .outcomeUnknown: .outcomeUnknown
        case .overloaded: .overloaded
        case .damaged(let record): .damaged(sequence: record.sequence)
        case .newer(let sequence): .newer(sequence: sequence)
        case .locked(let error): .key(error)
        case .regressed: .regressed
        }
    }
}

extension RunningFlow {
    /// Why the generated code of the other flow cannot say where a run of this flow is; nil where it can.
    func mismatch(asReadBy other: RunningFlow) -> NodeError? {
        canBeRead(as: other) ? nil : NodeAnswer.mismatch(of: self, asked: other).error
    }
}
