import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayReplay

extension Command {
    static let why = Command(
        name: "why", summary: "finds the smallest change of when things came by which a run would have ended otherwise",
        operands: [Operand(name: "LOG", summary: "The log's folder")],
        options: [.run, .reference, .format],
        endings: [
            (.fine, "Such a change is found"),
            (.problem, "None is, or the run cannot be decided anew; no such run; or the log cannot be read"),
        ],
        example: "keyway why sign-ins --run 93aa2b17",
        perform: { arguments, surroundings in
            guard let folder = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            let choice = try RunChoice(arguments, of: "why")
            let log = try OpenedLog(folder, in: surroundings)
            let run = try choice.run(in: log.reader, log: folder)
            let records = try log.records(of: run)
            let history: RunHistory
            do throws(Replay.Failure) { history = try RunHistory(of: records) } catch {
                throw Refusal("run \(run): \(error)", at: folder)
            }
            let edit: ShortestEdit
            do throws(ShortestEdit.Failure) { edit = try ShortestEdit(of: history) } catch {
                throw Refusal("run \(run): \(error.sentence)", at: folder)
            }
            if arguments.isJSON {
                surroundings.console.write(edit.json)
            } else {
                for line in edit.lines { surroundings.console.writeLine(line.harmless) }
            }
            return log.conclude()
        })
}

extension ShortestEdit {
    fileprivate var lines: [String] {
        ["It would have ended in \(to) instead of \(from), if only:"]
            + moves.map { move in
                let distance = (move.to - move.from).magnitude
                let direction = move.to < move.from ? "earlier" : "later"
                return "  \(move.event), record \(move.sequence), had come \(Int64(distance).spelled) \(direction),"
                    + " at \(move.to.spelled) instead of \(move.from.spelled)"
            }
            + [
                "What came and what the backend answered are left as they were. "
                    + (isMinimal
                        ? "No smaller change does it." : "The search stopped before every smaller change was tried.")
            ]
    }

    fileprivate var json: JSONValue {
        .object([
            "from": .text(from), "to": .text(to),
            "edits": .list(
                moves.map { move in
                    .object([
                        "edit": .text("move"), "sequence": .integer(Int64(clamping: move.sequence)),
                        "event": .text(move.event), "from": .seconds(move.from), "to": .seconds(move.to),
                    ])
                }), "minimal": .bool(isMinimal),
        ])
    }
}

extension ShortestEdit.Failure {
    fileprivate var sentence: String {
        switch self {
        case .notEnded: "it has not ended; 'keyway explain' says what it waits for"
        case .notReproduced(let state):
            "decided anew with each deadline at its instant it reaches \(state), perhaps because the app was late or died; so no change can be named"
        case .noChangeFound(isComplete: true):
            "no one or two commands or callbacks at another moment lead it to another end"
        case .noChangeFound(isComplete: false): "no other end was found before the search stopped"
        }
    }
}
