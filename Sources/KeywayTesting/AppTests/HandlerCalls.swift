import KeywayCore
import KeywayLog

/// What the handlers of a test were asked to perform, in the order of the calls, over all its processes.
final class HandlerCalls: Sendable {
    /// One call of a handler.
    struct Call: Sendable {
        /// How a call ended.
        enum End: Sendable {
            case returned
            case failed(String)
            /// The process died before the handler returned.
            case died
        }

        /// The number of the process that called the handler.
        let process: Int
        /// The names of the sub-flows from the root to the leg; nil for the root.
        let leg: String?
        let order: EffectOrder
        /// How many moves the test had begun before the call; a move is one thing that a test does, as `send` or
        /// `advance`.
        let move: Int
        /// The task in which the handler was called.
        let task: Int?
        /// Nil as long as the handler is at work.
        var end: End?
        /// How many waits the handler is in that only the test can end: for a held answer, or for the test's clock.
        var waits = 0
        /// How many of these waits are of the task in which the handler was called. Where none is, a task that the handler made waits, and
        /// that tells nothing of the others: one may have an answer that was there at once, or that an actor gave.
        var ownWaits = 0
        /// Whether nothing has gone on in the process for a moment since a wait of the handler began or ended last.
        var isQuiet = false
        /// Whether a wait of the handler has ended, and no other has begun since: the handler counts as at work, even while another of its
        /// tasks still waits.
        var isAwake = false
        /// True once nothing has gone on in the whole process for as long as the test's patience: then each handler at work counts as
        /// waiting, however new its call is, until a wait of that handler ends.
        var isGivenUp = false
        /// Whether an expectation of the test has covered the call.
        var isExpected = false

        /// Whether the handler waits with some task, and no wait has ended since the last one began.
        private var isAsleep: Bool { end == nil && waits > 0 && !isAwake }

        /// Whether the handler counts as doing nothing more before the test does something.
        var isWaiting: Bool { isAsleep && (ownWaits > 0 || isQuiet) || end == nil && isGivenUp }

        /// Whether the handler does not count as waiting yet, but will once nothing has gone on for a moment (`TestProcess.moment`).
        var mayWait: Bool { isAsleep && !isWaiting }

        /// Notes that a task of the handler has what it waited for.
        mutating func wakeUp() { (isAwake, isQuiet, isGivenUp) = (true, false, false) }
    }

    private struct State {
        var calls: [Call] = []
        var move = 0
    }

    private let state = Lock(State())

    /// All calls so far.
    var all: [Call] { state.withLock { $0.calls } }

    /// Counts one move more: the test begins the next thing that it does.
    func nextMove() { state.withLock { $0.move += 1 } }

    // MARK: - What handlers do

    /// Notes that a handler is called.
    ///
    /// - Returns: the call's place: its index in `all`.
    func begin(_ order: EffectOrder, in leg: String?, of process: Int) -> Int {
        state.withLock { state in
            state.calls.append(
                Call(
                    process: process, leg: leg, order: order, move: state.move, task: HandlerCall.currentTask))
            return state.calls.count - 1
        }
    }

    /// Notes how the call at this place ended; only its first end is kept.
    func end(_ place: Int, as end: Call.End) {
        state.withLock { if $0.calls[place].end == nil { $0.calls[place].end = end } }
    }

    /// The place of the call for an order; nil where none is at work.
    func place(of order: EffectOrder.ID, in process: Int) -> Int? {
        state.withLock { state in
            state.calls.lastIndex { $0.end == nil && $0.process == process && $0.order.id == order }
        }
    }

    /// Notes that a task of the handler waits for what only the test can give; a nil place, which is no handler's, is not noted.
    func beginWait(of place: Int?, in task: Int?) {
        guard let place else { return }
        state.withLock { state in
            state.calls[place].waits += 1
            if task == state.calls[place].task { state.calls[place].ownWaits += 1 }
            state.calls[place].isAwake = false
            state.calls[place].isQuiet = false
        }
    }

    /// Notes that a wait of the handler is over, and that the handler is at work again.
    func endWait(of place: Int?, in task: Int?) {
        guard let place else { return }
        state.withLock { state in
            state.calls[place].waits -= 1
            if task == state.calls[place].task { state.calls[place].ownWaits -= 1 }
            state.calls[place].wakeUp()
        }
    }

    /// Notes that the handler asked for something that was there at once: it has not waited for it, and is at work.
    func passWait(of place: Int?) {
        guard let place else { return }
        state.withLock { $0.calls[place].wakeUp() }
    }

    // MARK: - What a test asks

    /// How many handlers of the process count as waiting.
    func waiting(in process: Int) -> Int {
        state.withLock { state in state.calls.count { $0.process == process && $0.isWaiting } }
    }

    /// How many handlers of the process count as waiting, or will once nothing has gone on for a moment.
    func perhapsWaiting(in process: Int) -> Int {
        state.withLock { state in
            state.calls.count { $0.process == process && ($0.isWaiting || $0.mayWait) }
        }
    }

    /// Notes that nothing has gone on in the process for a moment.
    func noteQuiet(in process: Int) {
        state.withLock { state in
            for place in state.calls.indices
            where state.calls[place].process == process && state.calls[place].mayWait {
                state.calls[place].isQuiet = true
            }
        }
    }

    /// Counts all handlers of the process that are at work as waiting from now on: nothing has gone on in the process for as long as the
    /// test's patience.
    func giveUp(in process: Int) {
        state.withLock { state in
            for place in state.calls.indices where state.calls[place].process == process {
                state.calls[place].isGivenUp = true
            }
        }
    }

    /// Notes of each handler of the process that is at work that it died with its process.
    func die(_ process: Int) {
        state.withLock { state in
            for place in state.calls.indices where state.calls[place].process == process {
                if state.calls[place].end == nil { state.calls[place].end = .died }
            }
        }
    }

    /// The places of those calls for the leg that no expectation has covered yet.
    func unexpected(in leg: String?) -> [Int] {
        state.withLock { state in
            state.calls.indices.filter { !state.calls[$0].isExpected && state.calls[$0].leg == leg }
        }
    }

    /// The calls that no expectation has covered yet.
    ///
    /// `beforeLastMove`: true leaves out those made since the test's last move began: the test may still expect these.
    func unexpected(beforeLastMove: Bool) -> [Call] {
        state.withLock { state in
            state.calls.filter { !$0.isExpected && (!beforeLastMove || $0.move < state.move) }
        }
    }

    /// Notes that an expectation of the test covers the calls at these places.
    func expect(_ places: some Sequence<Int>) {
        state.withLock { state in for place in places { state.calls[place].isExpected = true } }
    }
}
