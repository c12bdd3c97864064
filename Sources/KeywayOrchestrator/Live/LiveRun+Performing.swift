import KeywayCore
import KeywayLog
import KeywayRuns

extension LiveRun {
    func note(_ task: Task<Void, Never>, performing order: LegOrder) -> Bool {
        orchestrator.watcher?.performs(task)
        guard order.isAwaited else { return true }
        return withState { state in
            let isWanted = !state.isEndedOrStopped && !state.machine.isClosed(order)
            if isWanted { state.performances.note(task, performing: order.key) }
            return isWanted
        }
    }

    /// Asks the handler, and tells the flow what it answers.
    ///
    /// Where the orchestrator has stopped its runs, the handler is not asked: whoever goes on with the run performs the order.
    nonisolated(nonsending) func perform(_ order: LegOrder) async {
        let handler = madeHandler()
        // Asked behind the app's code that makes the handler, during which the runs may be stopped.
        guard orchestrator.callsHandlers else { return abandon(order) }
        let start = orchestrator.tracer == nil ? nil : ContinuousClock.now
        do {
            let answer = try await handler.perform(order.order, of: id, in: order.legName)
            // The handler has answered. Its task is taken out, so that closing the order does not cancel it.
            withState { _ = $0.performances.remove(order.key) }
            try receive(answer, to: order)
            conclude(order, as: .returned, because: nil, begunAt: start)
        } catch {
            conclude(order, as: .failed, because: error, begunAt: start)
        }
    }

    /// Whether a handler is to be called for an order whose turn it is.
    ///
    /// Where the lease of the log has lapsed, this waits until the process has it again, or another process has taken
    /// the log.
    nonisolated(nonsending) func mayPerform(_ order: LegOrder) async -> Bool {
        switch await leaseAfterWaiting() {
        case .held:
            // The flow may have closed the order while its record, its source or the lease was waited for. It expects no call any more, and
            // an SDK that takes the call as it is made hears of no cancelling.
            let isWanted = !withState { $0.machine.isClosed(order) }
            if !isWanted { abandon(order) }
            return isWanted
        case .lost: conclude(order, as: .interrupted, because: EffectFailure.Refusal.leaseLost)
        // The orchestrator is shut down, or the run was stopped: whoever goes on with the run performs the order.
        case .lapsed: abandon(order)
        }
        return false
    }

    /// Waits until the lease is held or lost; returns `lapsed` where the orchestrator is shut down or the run was stopped meanwhile.
    private nonisolated(nonsending) func leaseAfterWaiting() async -> LogLease {
        var pause = Duration.milliseconds(10)
        while true {
            let lease = orchestrator.log.lease
            // A run that was stopped goes on in another process, or when the log is opened again.
            if lease != .lapsed || orchestrator.isShutDown || withState({ $0.failure != nil }) { return lease }
            try? await Task.sleep(for: pause)
            // The pauses grow because many runs may wait at once.
            pause = min(pause * 2, .milliseconds(200))
        }
    }

    /// Receives what a handler returned; the answer to a closed order is stale.
    ///
    /// - Throws: `EffectFailure.Refusal` where it is no answer of the effect.
    private func receive(_ answer: EffectAnswer?, to order: LegOrder) throws {
        guard order.expectsReply else { return }
        guard let answer else { throw EffectFailure.Refusal.noAnswer }
        do throws(RunError) {
            try receive(.reply(order.key, leg: order.leg, event: answer.reply, fields: answer.fields))
        } catch .invalidInput(let what) {
            throw EffectFailure.Refusal.notItsAnswer("\(what)")
        } catch {
            // The observers were told what stopped the run.
        }
    }

    /// The performance is over. Where it failed and the flow waits for an answer, the flow gets the effect's `otherwise`, the reply
    /// that it declares for this case.
    ///
    /// - Parameter start: when the handler was called; nil where it was not called, or nobody traces the runs.
    func conclude(
        _ order: LegOrder, as closing: Closing, because reason: (any Error)?,
        begunAt start: ContinuousClock.Instant? = nil
    ) {
        // A handler that gives up because nobody waits any more has not failed.
        let (isClosed, isFailure, isRecorded) = withState { state in
            _ = state.performances.remove(order.key)
            let isClosed = state.machine.isClosed(order)
            let isGivenUp = isClosed || order.isAwaited && state.isEndedOrStopped
            return (
                isClosed, reason != nil && !isGivenUp, state.machine.recordsEnd(of: order.order.id, as: closing)
            )
        }
        // Nothing is told of an order that was closed before its handler was called.
        if start != nil || !isClosed { trace(order, within: start.map { .now - $0 } ?? .zero, failure: reason) }
        if isFailure, let reason { post([.tell(EffectFailure(of: order, because: reason))]) }
        if isRecorded, !order.isAwaited {
            // Nobody waits for the record that such an order is over.
            orchestrator.backlog.add(for: orchestrator) { self.close(order, as: closing) }
        } else {
            close(order, as: isRecorded ? closing : nil)
        }
    }

    /// Tells whoever traces or observes that nobody performs an order which its run has ended already. The courier calls this.
    func tellUnperformed(_ order: LegOrder, because reason: any Error) {
        trace(order, within: .zero, failure: reason)
        tell(EffectFailure(of: order, because: reason))
    }

    private func trace(_ order: LegOrder, within time: Duration, failure: (any Error)?) {
        orchestrator.tracer?.performed(
            order.effect.name, in: order.legName, key: order.key, within: time, failure: failure)
    }

    /// Records how a performance ended, where that is to be recorded, and lets the run go if it was the last.
    private func close(_ order: LegOrder, as closing: Closing?) {
        if let closing { try? receive(.finished(order.key, leg: order.leg, closing)) }
        // Last, so that whoever waits for the handlers finds decided what followed from their ends.
        withState { $0.conclude(order.key) }
        finishIfIdle()
        orchestrator.watcher?.wentOn()
    }

    /// The run's handler; that of a run which came back is made for its first effect in this process.
    ///
    /// Performances begin one after the other, so no second handler is made beside the first.
    private func madeHandler() -> any EffectHandler {
        let kept = shard.withLock { _ in handler as? any EffectHandler }
        if let kept { return kept }
        // Under no lock: an app makes it.
        let made = service.makeHandler(id, reference)
        shard.withLock { _ in handler = made }
        return made
    }
}

extension EffectFailure {
    fileprivate init(of order: LegOrder, because reason: any Error) {
        self.init(effect: order.effect.name, leg: order.legName, order: order.order, reason: reason)
    }
}
