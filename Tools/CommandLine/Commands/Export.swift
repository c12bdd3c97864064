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
            let file = files[0]
            if arguments[.otlp] == nil { try OutputFile.check(file, beside: arguments, what: "the export") }
            let choice = try RunChoice(arguments)
            try OutputFile.check(file, of: arguments)
            let log = try OpenedLog(arguments, in: surroundings)
            let runs = try choice.runs(in: log)
            let replacesFile = try OutputFile.stands(at: file)
            // From here on Ctrl-C asks the command to stop: if it ended the process, the file that grows beside FILE would stay.
            _ = surroundings.isInterrupted()
            var output = try OutputFile.Parts(file, or: log.console)
            var count = 0
            var disagreements: [String] = []
            var stored = StoredRuns()
            // For --otlp: the JSON before the first span and after the last one.
            let frame = arguments[.otlp] == nil ? nil : JSONValue.traceFrame
            if let frame { try output.append(frame.beginning) }
            let unreadable = try log.forEach(runs) { records in
                let replay = try Replay(of: records)
                if let found = replay.disagreement { disagreements.append("\(log.name): \(found.sentence)") }
                if frame != nil {
                    try output.append((count > 0 ? ", " : "") + replay.timeline.span(of: records).compact)
                } else {
                    let loss = log.loss(of: records)
                    let isComplete = !loss.makesIncomplete(runThatHasEnded: replay.timeline.isEnded)
                    let line = replay.line(
                        of: records, storing: stored.next(records, isComplete: isComplete), log: log.name)
                    try output.append(line.compact + "\n")
                }
                count += 1
            }
            if let frame { try output.append(frame.end + "\n") }
            if replacesFile, surroundings.isInterrupted() {
                return log.conclude(
                    lacking: unreadable + ["\(file): this is left as it was, for the export was stopped"],
                    finding: disagreements, as: arguments.isJSON ? .object(["runs": .integer(0)]) : nil)
            }
            try output.finish()
            if OutputFile.isStandardOutput(file) { return log.conclude(lacking: unreadable, finding: disagreements) }
            if arguments.isJSON {
                let result = JSONValue.object(["runs": .integer(Int64(count)), "file": .text(file)])
                return log.conclude(lacking: unreadable, finding: disagreements, as: result)
            }
            log.console.writeLine("\(counted(count, "run")) in \(file)".harmless)
            return log.conclude(lacking: unreadable, finding: disagreements)
        })
}

extension Replay {
    /// A line of an export: what `keyway replay --format json` tells of the run, and in `stored` the bytes of its records.
    fileprivate func line(of records: [Record], storing stored: StoredRun?, log: String) -> JSONValue {
        let snapshot = timeline.final == nil ? (try? RunHistory(of: records)).map { RunSnapshot(of: $0) } : nil
        return JSONValue.object(members(log: log) + (snapshot?.members ?? [])).with(
            .object([
                "disagreements": .list([disagreement].compactMap { $0?.json }), "stored": stored?.json ?? .null,
            ]))
    }
}
