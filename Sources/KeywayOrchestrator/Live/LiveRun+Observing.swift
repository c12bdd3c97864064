import Keyway
package import KeywayLog
import KeywayRuns

/// What a run tells one observer of its states: each state of the run itself, then the end.
struct StateObserver: Sendable {
    let tell: @Sendable (Outcome) -> Void
    /// Without an error the run has ended.
    let finish: @Sendable (RunError?) -> Void
}

typealias FailureObserver = AsyncStream<EffectFailure>.Continuation

extension LiveRun {
    /// The run's durable states from now on, the present one first; it ends with the run and its legs, or with the error that
    /// stopped it.
    ///
    /// An observer that is slow misses none. `following` makes of each state what the observer wants. With the name of a sub-flow
    /// its states are told in the place of the run's.
    func states<Element: Sendable>(
        of leg: String? = nil, following: @escaping @Sendable (Outcome) throws -> Element?
    ) -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream { continuation in
            let observer = StateObserver(
                tell: { outcome in
                    do {
                        if let element = try following(outcome) { continuation.yield(element) }
                    } catch {
                        continuation.finish(throwing: error)
                    }
                },
                finish: { continuation.finish(throwing: $0) })
            let key = observers.withLock { $0[statesOf: leg].nextKey() }
            continuation.onTermination = { [observers] _ in observers.withLock { $0[statesOf: leg].remove(key) } }
            Courier.take([.observe(key, observer, leg: leg)], for: self)
        }
    }

    /// The same, as they are.
    package var states: AsyncThrowingStream<Outcome, any Error> { states { $0 } }

    /// The effects that failed, the first 64 of the run first; it ends when the run is over and every handler has returned.
    ///
    /// What the flow itself does not hear of is told here.
    package var failures: AsyncStream<EffectFailure> {
        AsyncStream { continuation in
            let key = observers.withLock { $0.failures.observers.nextKey() }
            continuation.onTermination = { [observers] _ in observers.withLock { $0.failures.observers.remove(key) } }
            Courier.take([.observeFailures(key, continuation)], for: self)
        }
    }

    // MARK: - On the courier's thread

    func begin(_ observer: StateObserver, as key: Int, of leg: String?) {
        let (told, end) = observers.withLock { watchers -> (Outcome?, Result<Void, RunError>?) in
            if watchers.end == nil { watchers[statesOf: leg].add(observer, as: key) }
            return (leg.map { watchers.toldOfLegs[$0] } ?? watchers.told, watchers.end)
        }
        if let told { observer.tell(told) }
        switch end {
        case .success?: observer.finish(nil)
        // The first error was told to those who observed the run when it came.
        case .failure?: observer.finish(.stopped)
        case nil: break
        }
    }

    func begin(_ observer: FailureObserver, as key: Int) {
        // Not whether the last handler has returned: what it failed with may be told behind this.
        let isOver = state.withLock { $0.isLetGo }
        let kept = observers.withLock { watchers in
            if !isOver { watchers.failures.observers.add(observer, as: key) }
            return watchers.failures.kept
        }
        for failure in kept { observer.yield(failure) }
        if isOver { observer.finish() }
    }

    func publish(_ outcome: Outcome) {
        let all = observers.withLock { watchers in
            watchers.told = outcome
            return watchers.states.all
        }
        for observer in all { observer.tell(outcome) }
    }

    func publish(_ outcome: Outcome, of leg: String) {
        let all = observers.withLock { watchers in
            watchers.toldOfLegs[leg] = outcome
            return watchers.legs[leg]?.all ?? []
        }
        for observer in all { observer.tell(outcome) }
    }

    func tell(_ failure: EffectFailure) {
        let all = observers.withLock { watchers in
            watchers.failures.keep(failure)
            return watchers.failures.observers.all
        }
        for observer in all { observer.yield(failure) }
    }

    func finishStates(with error: RunError?) {
        let all = observers.withLock { watchers in
            watchers.end = error.map { .failure($0) } ?? .success(())
            let legs = watchers.legs.keys.sorted().flatMap { watchers[statesOf: $0].removeAll() }
            return legs + watchers.states.removeAll()
        }
        for observer in all { observer.finish(error) }
    }

    func finishFailures() {
        let all = observers.withLock { $0.failures.observers.removeAll() }
        for observer in all { observer.finish() }
    }
}

extension Watchers {
    /// Who observes the run itself, or its sub-flow of this name.
    fileprivate subscript(statesOf leg: String?) -> Observers<StateObserver> {
        get { leg.map { legs[$0] ?? Observers() } ?? states }
        set { if let leg { legs[leg] = newValue } else { states = newValue } }
    }
}

extension RunMachine {
    /// Where these records left the sub-flows that they tell of.
    func legSituations(after records: [Record]) -> [Outgoing] {
        // A run without sub-flows, as most are, makes no list.
        guard legs.count > 1 else { return [] }
        return records.compactMap { record in
            guard let name = legs[Int(clamping: record.leg)].name else { return nil }
            return switch record.content {
            case .legBegan(let beginning): .publishLeg(name, beginning.outcome)
            case .event(let told): .publishLeg(name, told.outcome)
            case .began, .closed, .resumed, .turnedAway: nil
            }
        }
    }
}
