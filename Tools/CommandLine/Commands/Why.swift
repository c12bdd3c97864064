import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayReplay

extension Command {
    static let why = Command(
        name: "why",
        summary: "finds the smallest move of one command or callback in time by which a run would have ended otherwise",
        operands: [Operand(name: "LOG", summary: "The log's folder")],
        options: [.run, .reference, .format],
        endings: [
            (.fine, "Such a move is found"),
            (.problem, "None is, or the run cannot be decided anew; no such run; or the log cannot be read"),
        ],
        example: "keyway why sign-ins --run 93aa2b17",
        perform: { arguments, surroundings in
            guard let folder = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            let choice = try RunChoice(arguments)
            let log = try OpenedLog(folder, in: surroundings)
            let history = try log.history(of: choice)
            let found: ShortestMove
            do throws(ShortestMove.Failure) { found = try ShortestMove(of: history) } catch {
                throw Refusal("run \(history.run): \(error.sentence)", at: folder)
            }
            if arguments.isJSON { return log.conclude(as: found.json) }
            for line in found.lines { log.console.writeLine(line.harmless) }
            return log.conclude()
        })
}

extension ShortestMove {
    fileprivate var lines: [String] {
        let direction = move.to < move.from ? "earlier" : "later"
        let distance = Int64(clamping: (move.to &- move.from).magnitude)
        return [
            "It would have ended in \(to) instead of \(from), if only \(move.event), record \(move.sequence), had come"
                + " \(distance.seconds)s \(direction), at \(move.to.seconds)s instead of \(move.from.seconds)s.",
            "What came and what the backend answered are left as they were. "
                + (isComplete
                    ? "No smaller move was found among the times at which something happened or was due."
                    : "The search stopped before it had tried every time."),
        ]
    }

    fileprivate var json: JSONValue {
        .object([
            "from": .text(from), "to": .text(to),
            "edits": .list([
                .object([
                    "edit": .text("move"), "sequence": .integer(Int64(clamping: move.sequence)),
                    "event": .text(move.event), "from": .seconds(move.from), "to": .seconds(move.to),
                ])
            ]),
            // Candidates are times of the run; that there is no smaller move between them is not proved.
            "minimal": .bool(false), "complete": .bool(isComplete),
        ])
    }
}

extension ShortestMove.Failure {
    fileprivate var sentence: String {
        switch self {
        case .notEnded: "it has not ended; 'keyway explain' says what it waits for"
        case .interrupted:
            "it waited in a provider's queue, or another process went on with it: such a run is not decided anew"
        case .notReproduced(let state):
            "decided anew with each deadline at its instant it reaches \(state), perhaps because the app was late; so no move can be named"
        case .noChangeFound(isComplete: true): "no one command or callback at another time leads it to another end"
        case .noChangeFound(isComplete: false): "no other end was found before the search stopped"
        }
    }
}
