import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayRuns

/// A process of the tested app: an orchestrator with one run, and what its handlers wait for.
final class TestProcess: RunWatcher {
    private struct State {
        var live: LiveRun?
        var orchestrator: Orchestrator?
        var isDead = false
        /// By the wait's identity, how each wait of a handler is ended when the process dies; before that only the test ends it.
        var waits: [ObjectIdentifier: @Sendable () -> Void] = [:]
        /// The tasks in which handlers were called, to be cancelled when the process dies: the run cancels none whose answer nobody
        /// waits for.
        var tasks: [Task<Void, Never>] = []
    }

    /// Counted from 1.
    let number: Int
    /// All calls of handlers in the test, which its processes share.
    let calls: HandlerCalls
    /// Counts what goes on in the process, so that the test can wait for more of it.
    let activity = Activity()
    private let state = Lock(State())

    init(_ number: Int, _ calls: HandlerCalls) {
        self.number = number
        self.calls = calls
    }

    /// The run; nil before it has begun, where it was over before this process, and after the process's end.
    var live: LiveRun? { state.withLock { $0.live } }

    func adopted(_ run: LiveRun) { state.withLock { $0.live = run } }

    func wentOn() { activity.note() }

    func performs(_ task: Task<Void, Never>) {
        let isAlive = state.withLock { state in
            if !state.isDead { state.tasks.append(task) }
            return !state.isDead
        }
        if !isAlive { task.cancel() }
    }

    /// Holds the orchestrator as long as the process lives.
    func hold(_ orchestrator: Orchestrator) { state.withLock { $0.orchestrator = orchestrator } }

    /// Notes the call of a handler; returns the call's place in `calls`, nil where the process is dead.
    func begin(_ order: EffectOrder, in leg: String?) -> Int? {
        state.withLock { $0.isDead ? nil : calls.begin(order, in: leg, of: number) }
    }

    /// Keeps how a wait is ended, for the process's own end.
    ///
    /// - Returns: whether the process lives.
    func add(_ wait: AnyObject, endedBy end: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if !state.isDead { state.waits[ObjectIdentifier(wait)] = end }
            return !state.isDead
        }
    }

    /// Drops how the wait is ended: the wait is over.
    func forget(_ wait: AnyObject) { state.withLock { _ = $0.waits.removeValue(forKey: ObjectIdentifier(wait)) } }

    /// Ends the process: its run decides nothing more, handlers are not called any more, and those at work are cancelled with their waits.
    func die() {
        let (live, waits, tasks) = state.withLock { state in
            defer {
                (state.live, state.orchestrator, state.isDead) = (nil, nil, true)
                (state.waits, state.tasks) = ([:], [])
            }
            return (state.live, Array(state.waits.values), state.tasks)
        }
        calls.die(number)
        // As where a log has failed: what is not durable yet is lost with the process.
        live?.stop(because: .stopped)
        for end in waits { end() }
        for task in tasks { task.cancel() }
    }
}
