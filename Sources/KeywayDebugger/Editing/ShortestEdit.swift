import KeywayCore
import KeywayLog
import KeywayRuns

/// The smallest change of when things came by which a run ends otherwise.
///
/// Commands and callbacks may come at other moments; what came, and what the backend answered, stays. Fewer moves are smaller, and of as
/// many those that move less time. A callback stays behind the last call that the run had
/// made before it, and a command before what its calls may have brought.
package struct ShortestEdit: Equatable, Sendable {
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
    package var moves: [Move]
    /// Whether the search tried all of its candidates: each time at which something happened in the run, and the millisecond before.
    package var isMinimal: Bool
}

extension ShortestEdit {
    /// Why there is no answer.
    package enum Failure: Error, Equatable, Sendable {
        /// The run has not ended.
        case notEnded
        /// Decided anew, with each deadline at its instant, the run reaches another state. Perhaps the app fired a deadline late, or died.
        case notReproduced(state: String)
        /// No such change was found; whether all of one and two moves were tried.
        case noChangeFound(isComplete: Bool)
    }

    /// The most runs that one search decides.
    private static let greatestTrialCount = 20_000

    /// - Throws: `Failure`.
    package init(of history: RunHistory) throws(Failure) {
        guard history.endingStep != nil else { throw .notEnded }
        let search = EditSearch(of: history)
        let states = history.flow.table.states
        let recorded = history.machine.state.state
        guard search.original.state == recorded else {
            throw .notReproduced(state: states[search.original.state].name)
        }
        var trials = Self.greatestTrialCount
        guard let found = search.oneMove(&trials) ?? search.twoMoves(&trials) else {
            throw .noChangeFound(isComplete: trials > 0)
        }
        from = states[recorded].name
        to = states[found.state].name
        moves = found.moves.map { place, at in
            let input = search.inputs.inputs[place]
            return Move(sequence: input.sequence, event: input.name, from: input.at, to: at)
        }
        isMinimal = trials > 0
    }
}

/// The search for a change, over the moments at which something happened.
private struct EditSearch {
    let inputs: RunInputs
    let original: EditedRun
    private let flow: RunningFlow
    private let parameters: [Int: Value]

    /// A change that leads to another state.
    struct Found {
        /// Which input comes when.
        var moves: [(place: Int, at: Int64)]
        var state: Int
        /// All time that is moved.
        var distance: Int64
    }

    init(of history: RunHistory) {
        inputs = RunInputs(of: history)
        flow = history.flow
        parameters = flow.table.parameters(in: history.beginning.outcome.context)
        original = EditedRun(inputs, of: flow, choosing: parameters)
    }

    /// The state that the run reaches with these moves.
    private func state(_ moves: [(place: Int, at: Int64)], _ trials: inout Int) -> Int {
        trials -= 1
        var edited = inputs
        for move in moves { edited.inputs[move.place].at = move.at }
        return EditedRun(edited, of: flow, choosing: parameters).state
    }

    /// The moments to which an input may move, the nearest first: just before and at each moment of the run.
    private func candidates(for input: RunInputs.Input) -> [Int64] {
        let moments = Set(original.moments.flatMap { [$0 - 1, $0] }).filter {
            $0 >= input.earliest && $0 <= input.latest && $0 != input.at
        }
        return moments.sorted { (abs($0 - input.at), $0) < (abs($1 - input.at), $1) }
    }

    /// The inputs, callbacks first: where a callback's and a command's move are equally short, the callback's is reported.
    private var places: [Int] {
        let (callbacks, commands) = (
            inputs.inputs.indices.filter { !inputs.inputs[$0].isCommand },
            inputs.inputs.indices.filter { inputs.inputs[$0].isCommand }
        )
        return callbacks + commands
    }

    func oneMove(_ trials: inout Int) -> Found? {
        var best: Found?
        for place in places {
            let input = inputs.inputs[place]
            for at in candidates(for: input) {
                if trials <= 0 { return best }
                if let best, abs(at - input.at) >= best.distance { break }
                guard state([(place, at)], &trials) != original.state else { continue }
                best = nearest(to: input.at, from: at, of: place, &trials)
                break
            }
        }
        return best
    }

    /// The move of the input that is as short as can be found by halving, where the move to `far` leads to another state.
    private func nearest(to near: Int64, from far: Int64, of place: Int, _ trials: inout Int) -> Found {
        var (kept, moved) = (near, far)
        while abs(moved - kept) > 1 {
            let middle = kept + (moved - kept) / 2
            if state([(place, middle)], &trials) == original.state { kept = middle } else { moved = middle }
        }
        return Found(moves: [(place, moved)], state: state([(place, moved)], &trials), distance: abs(moved - near))
    }

    func twoMoves(_ trials: inout Int) -> Found? {
        var best: Found?
        for first in inputs.inputs.indices {
            for second in inputs.inputs.indices where second > first {
                for left in candidates(for: inputs.inputs[first]) {
                    let moved = abs(left - inputs.inputs[first].at)
                    if let best, moved >= best.distance { break }
                    for right in candidates(for: inputs.inputs[second]) {
                        if trials <= 0 { return best }
                        let distance = moved + abs(right - inputs.inputs[second].at)
                        if let best, distance >= best.distance { break }
                        let moves = [(place: first, at: left), (place: second, at: right)]
                        let state = state(moves, &trials)
                        if state != original.state { best = Found(moves: moves, state: state, distance: distance) }
                    }
                }
            }
        }
        return best
    }
}
