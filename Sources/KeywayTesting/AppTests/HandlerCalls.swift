import KeywayCore
import KeywayLog

/// What the handlers of a test were asked to perform, in that order, over all its processes.
final class HandlerCalls: Sendable {
    /// One call of a handler.
    struct Call: Sendable {
        /// How a call ended.
        enum End: Sendable {
            case returned
            case failed(String)
            /// The process died before it returned.
            case died
        }

        /// The number of the process that made it.
        let process: Int
        /// The names of the sub-flows from the root to the leg; nil for the root.
        let leg: String?
        let order: EffectOrder
        /// How many things the test had done before.
        let move: Int
        /// Nil as long as the handler is at work.
        var end: End?
        /// How many waits of it only the test ends.
        var waits = 0
        /// Whether it has been at work for so long that it counts as waiting.
        var isGivenUp = false
        /// Whether the test has said that it must come.
        var isExpected = false

        /// Whether nothing comes of it unless the test does something.
        var isWaiting: Bool { end == nil && (waits > 0 || isGivenUp) }
    }

    private struct State {
        var calls: [Call] = []
        var move = 0
    }

    private let state = Lock(State())

    /// All of them.
    var all: [Call] { state.withLock { $0.calls } }

    /// The test does the next thing.
    func nextMove() { state.withLock { $0.move += 1 } }

    // MARK: - What handlers do

    /// A handler is called.
    ///
    /// - Returns: the call's place.
    func begin(_ order: EffectOrder, in leg: String?, of process: Int) -> Int {
        state.withLock { state in
            state.calls.append(Call(process: process, leg: leg, order: order, move: state.move))
            return state.calls.count - 1
        }
    }

    /// The handler has returned, or its process has died; the first end counts.
    func end(_ place: Int, as end: Call.End) {
        state.withLock { if $0.calls[place].end == nil { $0.calls[place].end = end } }
    }

    /// The place of the call for an order; nil where none is at work.
    func place(of order: EffectOrder.ID, in process: Int) -> Int? {
        state.withLock { state in
            state.calls.lastIndex { $0.end == nil && $0.process == process && $0.order.id == order }
        }
    }

    func beginWait(of place: Int?) {
        if let place { state.withLock { $0.calls[place].waits += 1 } }
    }

    /// The handler is at work again.
    func endWait(of place: Int?) {
        guard let place else { return }
        state.withLock { state in
            state.calls[place].waits -= 1
            state.calls[place].isGivenUp = false
        }
    }

    // MARK: - What a test asks

    /// How many handlers of the process wait.
    func waiting(in process: Int) -> Int {
        state.withLock { state in state.calls.count { $0.process == process && $0.isWaiting } }
    }

    /// Handlers of the process that are at work count as waiting from now on.
    func giveUp(in process: Int) {
        state.withLock { state in
            for place in state.calls.indices where state.calls[place].process == process {
                state.calls[place].isGivenUp = true
            }
        }
    }

    /// The process is no more.
    func die(_ process: Int) {
        state.withLock { state in
            for place in state.calls.indices where state.calls[place].process == process {
                if state.calls[place].end == nil { state.calls[place].end = .died }
            }
        }
    }

    /// The places of the calls for a leg that nobody has expected.
    func unexpected(in leg: String?) -> [Int] {
        state.withLock { state in
            state.calls.indices.filter { !state.calls[$0].isExpected && state.calls[$0].leg == leg }
        }
    }

    /// The calls that nobody has expected and that came before the last thing that the test did, or all that nobody has expected.
    func unexpected(beforeLastMove: Bool) -> [Call] {
        state.withLock { state in
            state.calls.filter { !$0.isExpected && (!beforeLastMove || $0.move < state.move) }
        }
    }

    /// The test has expected these.
    func expect(_ places: some Sequence<Int>) {
        state.withLock { state in for place in places { state.calls[place].isExpected = true } }
    }
}
