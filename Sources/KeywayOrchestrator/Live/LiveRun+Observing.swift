import KeywayCore
import KeywayLog
import KeywayRuns

/// What a run tells one observer of its states: each change of the run or of a sub-flow, then the end.
struct StateObserver: Sendable {
    /// Is called with the run as it is at first, and then after each change.
    let tell: @Sendable (RunView) -> Void
    /// Is called once, at the end: with the error that stopped the run, or without one where the run has ended.
    let finish: @Sendable ((any Error)?) -> Void

    /// - Parameter following: makes of each view what the stream's reader wants; nil where it wants nothing of it.
    init<Element: Sendable>(
        _ stream: AsyncThrowingStream<Element, any Error>.Continuation,
        following: @escaping @Sendable (RunView) throws -> Element?
    ) {
        tell = { view in
            do {
                if let element = try following(view) { stream.yield(element) }
            } catch {
                stream.finish(throwing: error)
            }
        }
        finish = { stream.finish(throwing: $0) }
    }
}

typealias FailureObserver = AsyncStream<EffectFailure>.Continuation

extension LiveRun {
    /// A stream of where the run and its sub-flows are: first at present, then after each change.
    ///
    /// It ends with the run and its legs, or with the error that stopped the run. It shows only what is durable, and a
    /// slow observer misses no view. `following` makes the stream's element of each view; nil skips the view.
    func views<Element: Sendable>(
        following: @escaping @Sendable (RunView) throws -> Element?
    ) -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { continuation in
            let observer = StateObserver(continuation, following: following)
            let key = withState { $0.watchers.states.nextKey() }
            // This comes before the courier has the observer: of a run that is over it tells the end at once, and a stream that has
            // finished calls nothing that is set afterwards.
            continuation.onTermination = { [weak self] _ in
                guard let self else { return }
                // What the observer holds is let go of outside of the lock.
                _ = withState { $0.watchers.states.remove(key) }
            }
            post([.observe(key, observer)])
        }
    }

    /// A stream of the effects that failed, the first 64 of the run first.
    ///
    /// It ends when the run is over and every handler has returned. It also has the failures of which the flow hears nothing:
    /// those of orders for whose answers it does not wait.
    package var failures: AsyncStream<EffectFailure> {
        AsyncStream { continuation in
            let key = withState { $0.watchers.failures.observers.nextKey() }
            // Before the courier has the observer, as in `views`.
            continuation.onTermination = { [weak self] _ in
                guard let self else { return }
                _ = withState { $0.watchers.failures.observers.remove(key) }
            }
            post([.observeFailures(key, continuation)])
        }
    }

    // MARK: - On the thread of the courier, which carries out what follows from records

    /// Tells the observer where the run is; then keeps it for later changes, or tells it that the run has ended, or why it was stopped.
    func begin(_ observer: StateObserver, as key: Int) {
        let (last, end) = withState { state -> (RunView?, Result<Void, RunError>?) in
            if state.watchers.end == nil {
                state.watchers.states.add(observer, as: key)
            } else {
                state.watchers.states.forget(key)
            }
            return (state.watchers.lastView, state.watchers.end)
        }
        if let last { observer.tell(last) }
        switch end {
        case .success?: observer.finish(nil)
        case .failure(let error)?: observer.finish(error)
        case nil: break
        }
    }

    /// Tells the observer the failures that are kept, and keeps it for later ones; ends its stream where none can come any more.
    func begin(_ observer: FailureObserver, as key: Int) {
        // That no handler is at work is not enough: a last failure may still wait in the courier's queue, behind this item.
        let (isOver, kept) = withState { state in
            if state.hasLastHandlerReturned {
                state.watchers.failures.observers.forget(key)
            } else {
                state.watchers.failures.observers.add(observer, as: key)
            }
            return (state.hasLastHandlerReturned, state.watchers.failures.kept)
        }
        for failure in kept { observer.yield(failure) }
        if isOver { observer.finish() }
    }

    /// Tells those who observe the run's states of changes, in order.
    func publish(_ changes: [RunChange]) {
        let (lastView, all) = withState { ($0.watchers.lastView, $0.watchers.states.all) }
        // The changes of one flush may be hundreds. They are applied under no lock, because whoever delivers a callback waits for it.
        // Only the courier writes the view meanwhile: a run for which it still has a list of items is not at rest,
        // and so not kept as bytes.
        var last = lastView ?? RunView(legs: [])
        var views: [RunView] = []
        for change in changes { change.apply(to: &last) { if !all.isEmpty { views.append($0) } } }
        withState { $0.watchers.lastView = last }
        for view in views { for observer in all { observer.tell(view) } }
    }

    /// Keeps the failure of an effect, without transient arguments, and tells those who observe failures.
    func tell(_ failure: EffectFailure) {
        var kept = failure
        let table = (failure.leg.flatMap { flow.subFlow(named: $0) } ?? flow).table
        kept.order.arguments = table.effects[failure.order.effect].fields.withholdingTransient(failure.order.arguments)
        let all = withState { state in
            state.watchers.failures.add(kept)
            return state.watchers.failures.observers.all
        }
        for observer in all { observer.yield(failure) }
    }

    /// Ends the streams of those who observe the run's states; nil where the run has ended and was not stopped.
    func finishStates(with error: RunError?) {
        let all = withState { state in
            state.watchers.end = error.map { .failure($0) } ?? .success(())
            return state.watchers.states.removeAll()
        }
        for observer in all { observer.finish(error) }
    }

    /// Ends the streams of those who observe the run's failed effects: no handler is at work any more.
    func finishFailures() {
        let all = withState { $0.watchers.failures.observers.removeAll() }
        for observer in all { observer.finish() }
    }
}
