import KeywayCore
import KeywayLog
import KeywayRuns

/// The smallest move of one command or callback in time by which a run ends otherwise.
///
/// What came, and what the backend answered, stays. A callback stays behind the last call that the run had made before it, and a command
/// before what its calls may have brought.
package struct ShortestMove: Equatable, Sendable {
    /// A command or callback that comes at another moment, in milliseconds since the run began.
    package struct Move: Equatable, Sendable {
        /// The record that tells the event.
        package var sequence: UInt64
        package var event: String
        package var from: Int64
        package var to: Int64
    }

    /// The state that the run reached, and the one that it would have reached.
    package var from: String
    package var to: String
    package var move: Move
    /// Whether the search tried all of its candidates: each time at which something happened or was due, and the millisecond before.
    package var isComplete: Bool
}

extension ShortestMove {
    /// Why there is no answer.
    package enum Failure: Error, Equatable, Sendable {
        /// The run has not ended.
        case notEnded
        /// The run waited for a lane, or another process went on with it: such a run is not decided anew.
        case interrupted
        /// Decided anew, with each deadline at its instant, the run reaches another state. Perhaps the app fired a deadline late, or died.
        case notReproduced(state: String)
        /// No such change was found; whether all candidates were tried.
        case noChangeFound(isComplete: Bool)
    }

    /// The most steps of runs that one search decides: a second or two.
    private static let greatestStepCount = 1_000_000

    /// - Throws: `Failure`.
    package init(of history: RunHistory) throws(Failure) {
        guard history.endingStep != nil else { throw .notEnded }
        guard !history.steps.contains(where: \.isOfReturnOrLane) else { throw .interrupted }
        let search = MoveSearch(of: history)
        let states = history.flow.table.states
        let recorded = history.lastOutcome.state
        guard search.original.state == recorded, !search.original.isUnsettled else {
            throw .notReproduced(state: states[search.original.state].name)
        }
        var steps = Self.greatestStepCount
        guard let found = search.oneMove(&steps) else { throw .noChangeFound(isComplete: steps > 0) }
        let input = search.inputs.inputs[found.place]
        from = states[recorded].name
        to = states[found.state].name
        move = Move(sequence: input.sequence, event: input.name, from: input.at, to: found.at)
        isComplete = steps > 0
    }
}

extension RunHistory.Step {
    /// Whether it tells of a lane, or of another process that went on with the run.
    fileprivate var isOfReturnOrLane: Bool {
        switch told?.cause {
        case .granted, .restored, .interrupted, .refused: true
        default: false
        }
    }
}

/// The search for a move, over the times at which something happened or was due.
private struct MoveSearch {
    let inputs: RunInputs
    let original: MovedRun
    private let flow: RunningFlow
    private let parameters: [Int: Value]

    /// A move that leads to another state.
    struct Found {
        var place: Int
        var at: Int64
        var state: Int
        var distance: UInt64
    }

    init(of history: RunHistory) {
        inputs = RunInputs(of: history)
        flow = history.flow
        parameters = flow.table.parameters(in: history.beginning.outcome.context)
        original = MovedRun(inputs, of: flow, choosing: parameters)
    }

    /// The state that the run reaches with this move; the original one where it comes to none.
    private func state(moving place: Int, to at: Int64, _ steps: inout Int) -> Int {
        var edited = inputs
        edited.inputs[place].at = at
        let run = MovedRun(edited, of: flow, choosing: parameters)
        steps -= run.stepCount
        return run.isUnsettled ? original.state : run.state
    }

    private func distance(_ left: Int64, _ right: Int64) -> UInt64 { (left &- right).magnitude }

    /// The times to which an input may move, the nearest first.
    private func candidates(for input: RunInputs.Input) -> [Int64] {
        let moments = Set(original.moments.flatMap { [$0 &- 1, $0] }).filter {
            $0 >= input.earliest && $0 <= input.latest && $0 != input.at
        }
        return moments.sorted { (distance($0, input.at), $0) < (distance($1, input.at), $1) }
    }

    /// The inputs, callbacks first: where a callback's and a command's move are equally short, the callback's is reported.
    private var places: [Int] {
        let (callbacks, commands) = (
            inputs.inputs.indices.filter { !inputs.inputs[$0].isCommand },
            inputs.inputs.indices.filter { inputs.inputs[$0].isCommand }
        )
        return callbacks + commands
    }

    func oneMove(_ steps: inout Int) -> Found? {
        var best: Found?
        for place in places {
            let input = inputs.inputs[place]
            for at in candidates(for: input) {
                if steps <= 0 { return best }
                if let best, distance(at, input.at) >= best.distance { break }
                guard state(moving: place, to: at, &steps) != original.state else { continue }
                best = nearest(to: input.at, from: at, of: place, &steps)
                break
            }
        }
        return best
    }

    /// The move of the input that is as short as can be found by halving, where the move to `far` leads to another state.
    private func nearest(to near: Int64, from far: Int64, of place: Int, _ steps: inout Int) -> Found {
        var (kept, moved) = (near, far)
        while distance(moved, kept) > 1 {
            let middle = kept &+ (moved &- kept) / 2
            if state(moving: place, to: middle, &steps) == original.state { kept = middle } else { moved = middle }
        }
        return Found(
            place: place, at: moved, state: state(moving: place, to: moved, &steps), distance: distance(moved, near))
    }
}
