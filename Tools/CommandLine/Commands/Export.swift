import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay

extension Option {
    fileprivate static let jsonl = Option(
        name: "--jsonl", value: "FILE",
        summary:
            "One line for each run, as 'replay --format json' tells it, which 'keyway import' reads; - is standard output"
    )
    fileprivate static let otlp = Option(
        name: "--otlp", value: "FILE",
        summary: "A span for each run and an event for each record, as OTLP's JSON; - is standard output")
    static let force = Option(name: "--force", summary: "Replaces FILE where it is there already")
}

extension Command {
    static let export = Command(
        name: "export", summary: "writes the runs of a log for other tools, without any secret in clear",
        operands: [.log()],
        options: [.jsonl, .otlp, .run, .reference, .force, .format],
        endings: [
            (.fine, "The runs are written"),
            (.problem, "FILE is there already; or a run cannot be told, or the log not be read"),
        ],
        example: "keyway export sign-ins --otlp sign-ins.json",
        perform: { arguments, surroundings in
            let files = [arguments[.jsonl], arguments[.otlp]].compactMap { $0 }
            guard files.count == 1 else {
                throw UsageError("'keyway export' needs either --jsonl FILE or --otlp FILE", helpOf: "export")
            }
            let choice = try RunChoice(arguments)
            try OutputFile.check(files[0], isForced: arguments[.force] != nil)
            let log = try OpenedLog(arguments, in: surroundings)
            let runs = try choice.runs(in: log)
            var parts: [JSONValue] = []
            var disagreements: [String] = []
            var stored = StoredRuns()
            let isOTLP = arguments[.otlp] != nil
            let unreadable = try log.forEach(runs) { records throws(Replay.Failure) in
                let replay = try Replay(of: records)
                if let found = replay.disagreement { disagreements.append("\(log.name): \(found.sentence)") }
                if isOTLP { return parts.append(replay.timeline.span(of: records)) }
                // What a damaged log has lost may be the end of any run that goes on.
                let isComplete = log.trouble.isEmpty || replay.timeline.isEnded
                let members = JSONValue.object(replay.members(log: log.name))
                let found = JSONValue.list([replay.disagreement].compactMap { $0?.json })
                parts.append(
                    members.with(
                        .object([
                            "disagreements": found,
                            "stored": stored.next(records, isComplete: isComplete)?.json ?? .null,
                        ])))
            }
            let text = isOTLP ? JSONValue.traces(parts).compact + "\n" : parts.map { $0.compact + "\n" }.joined()
            try OutputFile.put(Array(text.utf8), at: files[0], or: log.console)
            if OutputFile.isStandardOutput(files[0]) {
                return log.conclude(lacking: unreadable, finding: disagreements)
            }
            if arguments.isJSON {
                let result = JSONValue.object(["runs": .integer(Int64(parts.count)), "file": .text(files[0])])
                return log.conclude(lacking: unreadable, finding: disagreements, as: result)
            }
            log.console.writeLine("\(counted(parts.count, "run")) in \(files[0])".harmless)
            return log.conclude(lacking: unreadable, finding: disagreements)
        })
}
