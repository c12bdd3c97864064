import KeywayCore
import KeywayLog
import KeywayRuns

/// After durability: what follows from records. It is carried out by the courier, one thread for all runs.
extension LiveRun {
    /// Carries out what was handed over for this run. Nothing here waits, and no handler of an app is called here.
    ///
    /// Other code of an app may run: its tracer, clock and log, and the run's key.
    func carryOut(_ content: CourierParcel.Content) {
        switch content {
        case .items(let items): carryOut(items)
        case .durable(let appends, let salt): carryOut(acknowledge(appends: appends, by: salt))
        case .failed(let error, let salt): carryOut(acknowledge(error, by: salt))
        }
    }

    /// Carries out the items one after the other, and then lets the handlers begin for whose orders the turn has come: so the orders of one
    /// decision begin together.
    private func carryOut(_ items: [CourierItem]) {
        for item in items { carryOut(item) }
        let queue = withState { state in
            state.uncarriedPosts -= 1
            setAlarm(in: &state)
            return state.handlerQueue
        }
        queue?.begin(for: self)
    }

    private func carryOut(_ item: CourierItem) {
        switch item {
        case .trace(let records, let since):
            orchestrator.tracer?.recorded(records.withoutSealedValues, of: flow.table.name, after: .now - since)
        case .consequence(let consequence): carryOut(consequence)
        case .performBehindRetained(let order): performBehindRetained(order)
        case .answer(let receiver, let answer): receiver(answer)
        case .publish(let changes): publish(changes)
        case .observe(let key, let observer): begin(observer, as: key)
        case .observeFailures(let key, let observer): begin(observer, as: key)
        case .tell(let failure): tell(failure)
        case .end(let error): end(error)
        case .finish: finish()
        }
    }

    private func carryOut(_ consequence: Consequence) {
        switch consequence {
        case .perform(let order): waitForSources(order)
        case .leaveUnperformed(let order): tellUnperformed(order, because: EffectFailure.Refusal.valueGone)
        case .cancel(let key): cancel(key)
        case .ask(let request): ask(request)
        case .free(let request): lanes.free(request, of: self)
        }
    }

    // MARK: - Effects

    /// Puts the order behind those that wait, so that effects begin in the order of the log, and queues the handlers of all that can begin
    /// now.
    private func waitForSources(_ order: LegOrder) {
        withState { $0.ordersBeforeSources.append(order) }
        takeSources()
    }

    /// Takes the sources for the orders that wait, the oldest first, and queues their handlers, up to an order that has to wait longer.
    private func takeSources() {
        while let order = withState({ state in
            state.isTakingSource || state.ordersBeforeSources.isEmpty ? nil : state.ordersBeforeSources.removeFirst()
        }) {
            // The run came back without a value that the order has.
            if !order.order.isComplete {
                conclude(order, as: .valueGone, because: EffectFailure.Refusal.valueGone)
                continue
            }
            let names = order.effect.calls == nil ? [] : order.flow.singletons
            if names.isEmpty {
                queueHandler(of: order)
                continue
            }
            switch take(names, toPerform: order) {
            case .taken: break
            case .busy: conclude(order, as: .refused, because: EffectFailure.Refusal.sourceBusy)
            // The run decides nothing more, but the order is durable and its source is taken: the effect is performed.
            case .stopped: queueHandler(of: order)
            }
        }
    }

    /// How the taking of sources for an order ended: `stopped` where the run decides nothing more.
    private enum Taking { case taken, busy, stopped }

    /// Takes the sources for an order, which is performed once what they retain is on record.
    private func take(_ names: [CallbackReading.SourceName], toPerform order: LegOrder) -> Taking {
        var displaced: [LiveRun] = []
        defer { withExtendedLifetime(displaced) {} }
        return withState { state in
            guard
                let taken = sources.take(
                    names, for: self, yieldsSources: handles == 0, isOver: state.isEndCarriedOut)
            else { return .busy }
            displaced = taken.displaced
            // The call is ordered and not made yet: the leg hears first what the source said to others. That is decided under
            // the same lock, so that nothing which the source says to this run from now on comes before it.
            do throws(RunError) {
                try receive(
                    .retained(leg: order.leg), in: &state, hearing: taken.retained, performing: order)
                state.isTakingSource = true
                return .taken
            } catch {
                return .stopped
            }
        }
    }

    /// Performs an effect whose leg has just heard what its source retained, and then the orders that wait behind it.
    private func performBehindRetained(_ order: LegOrder) {
        withState { $0.isTakingSource = false }
        queueHandler(of: order)
        takeSources()
    }

    /// Puts the order into the queue of the run's handlers. Its handler is called when its turn comes, unless the flow has closed the order
    /// by then.
    private func queueHandler(of order: LegOrder) {
        withState { state in
            let queue = state.handlerQueue ?? HandlerQueue()
            state.handlerQueue = queue
            queue.add(order)
        }
    }

    /// Cancels the handler that performs the order, if it is at work: nobody waits for its answer any more.
    private func cancel(_ order: EffectOrder.Key) {
        let (task, queue) = withState { ($0.performances.remove(order), $0.handlerQueue) }
        if let task { queue?.cancel([task], of: self) }
    }

    /// Gives up an order whose handler is not called: the flow has closed the order, or the orchestrator has stopped its runs.
    func abandon(_ order: LegOrder) {
        withState { $0.conclude(order.key) }
        finishIfIdle()
        orchestrator.watcher?.wentOn()
    }

    /// Puts the run into the line for a lane, unless it has given up that place since.
    ///
    /// For a run that comes back its lanes are asked for once more; by then the run may have ended or been stopped, and nobody would take
    /// it out of the line after that. The lane that a stopped run holds by its records is reserved, as in `end`.
    private func ask(_ request: LaneRequest) {
        let (isWanted, isHeld, isEnded) = withState { state in
            let machine = state.machine
            return (machine.lanes.contains(request), !machine.awaitsGrant(of: request), state.isEndCarriedOut)
        }
        guard isWanted else { return }
        if !isEnded { return lanes.ask(request, for: self) }
        if !isHeld || orchestrator.stopsAllRuns { return }
        lanes.reserve(request)
        orchestrator.noteReservedLanes(of: id, lanes)
    }

    /// Tells the flow that it holds a lane, unless it has given up that place since.
    ///
    /// Where all runs are stopped, the lane may be free only because its holder was stopped: the holder has it in the next process.
    func noteGrant(of request: LaneRequest) {
        if orchestrator.stopsAllRuns { return }
        // A run that came back asks again for a lane that it holds.
        guard withState({ $0.machine.awaitsGrant(of: request) }) else { return }
        try? receive(.granted(leg: request.leg, lane: request.lane, asked: request.sequence))
    }

    // MARK: - The end

    /// The run has ended, or was stopped: cancels unwanted handlers, frees lanes, and ends the streams of its states.
    ///
    /// Callbacks of its sources still come to it until another run takes the sources. `error` says why the run was stopped; it is nil where
    /// the run has ended.
    private func end(_ error: RunError?) {
        let unwanted = withState { state -> (tasks: [Task<Void, Never>], queue: HandlerQueue?)? in
            guard !state.isEndCarriedOut else { return nil }
            state.isEndCarriedOut = true
            return (state.performances.removeAll(keeping: error == nil ? state.machine : nil), state.handlerQueue)
        }
        guard let unwanted else { return }
        unwanted.queue?.cancel(unwanted.tasks, of: self)
        sources.leave(self)
        // A run that was stopped goes on in another process, and then it has its lanes.
        if error == nil || orchestrator.stopsAllRuns {
            lanes.leave(self)
        } else if lanes.reserveLanes(of: self) {
            orchestrator.noteReservedLanes(of: id, lanes)
        }
        finishStates(with: error)
        finishIfIdle()
    }

    /// Posts `finish` if the run has ended and no handler is at work. Until then the last handlers may still fail.
    func finishIfIdle() {
        let isIdle = withState { $0.isEndCarriedOut && $0.performances.unfinished == 0 }
        if isIdle { post([.finish]) }
    }

    /// Ends the stream of failures, and releases the run and the app's handler, which may hold the run itself.
    private func finish() {
        finishFailures()
        let hasEnded = withState { state in
            state.hasLastHandlerReturned = true
            // A failure after the end changes nothing of it.
            if case .success? = state.watchers.end { return true }
            return false
        }
        // A run that was stopped goes on in another process, which needs the key.
        if hasEnded, flow.takesValuesBack { orchestrator.eraseKey(of: id) }
        orchestrator.forget(id)
        // Releasing the app's handler may run code of the app. A task does it, so that the courier is not held up.
        let handler = shard.withLock { _ in
            defer { self.handler = nil }
            return self.handler as? any EffectHandler
        }
        if let handler { Task.detached { withExtendedLifetime(handler) {} } }
    }
}
