import FlowTranscripts
import KeywayDebugger
import KeywayLog
import KeywayReplay

extension Command {
    static let stats = Command(
        name: "stats",
        summary:
            "counts how the runs of a log ended, by provider and code too, how far they came, and where their time went",
        operands: [.log()],
        options: [
            Option(
                name: "--format", value: "text|json|csv", summary: "How the result is written; text if not said",
                choices: ["text", "json", "csv"])
        ],
        endings: [
            (.fine, "All runs are counted"), (.problem, "A run cannot be told, or the log cannot be read to its end"),
        ],
        example: "keyway stats sign-ins --format csv",
        perform: { arguments, surroundings in
            let log = try OpenedLog(arguments, in: surroundings)
            var statistics = Statistics()
            var disagreements: [String] = []
            let unreadable = try log.forEach(log.runs) { records throws(Replay.Failure) in
                let history = try log.history(of: records)
                statistics.add(history)
                if let found = history.disagreement { disagreements.append("\(log.name): \(found.sentence)") }
            }
            if statistics.shadowCount > 0 {
                let shadows = counted(statistics.shadowCount, "run")
                surroundings.console.remark(
                    "\(log.name): \(shadows) of shadows left out; 'keyway shadow' counts them".harmless)
            }
            switch arguments[.format] {
            case "json": return log.conclude(lacking: unreadable, finding: disagreements, as: statistics.json)
            case "csv": for line in statistics.csv { surroundings.console.writeLine(line) }
            default:
                let console = surroundings.console
                for line in statistics.lines(fitting: console.width) {
                    console.writeLine(line.harmless, wrappedWith: Statistics.indentation)
                }
            }
            return log.conclude(lacking: unreadable, finding: disagreements)
        })
}
