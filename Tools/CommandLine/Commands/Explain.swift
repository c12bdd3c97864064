import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns

extension Command {
    static let explain = Command(
        name: "explain", summary: "says in sentences why a run ended as it did, or what it waits for",
        operands: [.log()],
        options: [.run, .reference, .format],
        endings: [
            (.fine, "The run is explained"),
            (.problem, "No such run, or more than one; its records and its flow disagree; or the log cannot be read"),
        ],
        example: "keyway explain sign-ins --reference case-17",
        perform: { arguments, surroundings in
            let choice = try RunChoice(arguments)
            let log = try OpenedLog(arguments, in: surroundings)
            let history = try log.history(of: choice)
            let explanation = Explanation(of: history)
            let disagreements = history.disagreement.map { ["\(log.name): \($0.sentence)"] } ?? []
            if arguments.isJSON {
                return log.conclude(finding: disagreements, as: explanation.json(of: history, log: log.name))
            }
            let date = history.began.date(in: history.beginning.kind).map { ", began \($0)" } ?? ""
            let reference = history.beginning.reference.map { ", reference \($0)" } ?? ""
            let table = history.flow.table
            log.console.writeLine(
                "\(table.name) version \(table.version), run \(history.run)\(reference)\(date)".harmless, wrappedWith: 2
            )
            for sentence in explanation.sentences {
                log.console.writeLine(sentence.text.harmless, wrappedWith: 2)
            }
            return log.conclude(finding: disagreements)
        })
}

extension Explanation {
    fileprivate func json(of history: RunHistory, log: String) -> JSONValue {
        let table = history.flow.table
        let state = history.state
        return .object([
            "flow": .text(table.name), "version": .integer(Int64(table.version)),
            "run": .text(history.run.description), "reference": .optional(history.beginning.reference),
            "began": .optional(history.began.date(in: history.beginning.kind)),
            "kind": .text("\(history.beginning.kind)"),
            // A shadow's flow only watches: the app's own handler ends the sign-in, so the flow's final is no end of it.
            "final": .optional(state.isFinal && history.beginning.kind != .shadow ? state.name : nil),
            "state": .text(state.name), "app": .texts(history.appOutcomes.map(\.outcome.words)), "log": .text(log),
            "cause": cause?.json ?? .null, "sentences": .list(sentences.map(\.json)),
        ])
    }
}

extension Explanation.Sentence {
    fileprivate var json: JSONValue {
        .object([
            "about": .text(subject.rawValue), "text": .text(text),
            "sequence": sequence.map { .integer(Int64(clamping: $0)) } ?? .null, "event": .optional(event),
            "line": .optional(line),
        ])
    }
}
