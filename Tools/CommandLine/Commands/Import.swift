import KeywayFileLog
import KeywayLog

extension Option {
    fileprivate static let incomplete = Option(
        name: "--incomplete", summary: "Takes runs too of which the exported log may have lost the last records")
}

extension Command {
    static let `import` = Command(
        name: "import", summary: "puts runs that 'keyway export --jsonl' wrote into a log, without loss",
        operands: [
            Operand(name: "jsonl", summary: "What FILE is: 'jsonl' is the one kind"),
            Operand(name: "FILE", summary: "The exported file, or - for standard input"),
        ],
        options: [.log, .incomplete, .format],
        endings: [
            (.fine, "All of the runs are in the log"),
            (
                .problem,
                "FILE has something else in it, or one of its runs is in the log already: then nothing is written"
            ),
        ],
        example: "keyway import jsonl sign-ins.jsonl --log restored",
        perform: { arguments, surroundings in
            guard arguments.operands.count == 2 else { preconditionFailure("the reader asks for them") }
            let (kind, path) = (arguments.operands[0], arguments.operands[1])
            guard kind == "jsonl" else {
                throw UsageError("'keyway import' reads 'jsonl', not '\(kind.harmless)'", helpOf: "import")
            }
            guard let folder = arguments[.log] else { preconditionFailure("the reader asks for it") }
            // Nothing is written before all of the input is known to be right.
            let input = try NamedInput(path, as: "an export", in: surroundings, upTo: .max)
            let imported = try ImportedRuns(input.bytes, path: input.path)
            if let first = imported.incomplete.first, arguments[.incomplete] == nil {
                throw CallRefusal(
                    "\(counted(imported.incomplete.count, "run")) may lack the last records, because the log that was exported is damaged, as run \(first); --incomplete takes them as they are",
                    at: input.path)
            }
            let log = try LogPlace.openForWriting(folder, helpOf: "import")
            defer { try? log.closeAndWait() }
            let known = Set(log.runs)
            if let twice = imported.appends.first(where: { known.contains($0.run) }) {
                throw CallRefusal("run \(twice.run) is in this log already", at: folder)
            }
            var progress = ProgressLine(on: surroundings.console)
            for (number, append) in imported.appends.enumerated() {
                do throws(LogError) { try log.appendAndWait(append) } catch {
                    progress.end()
                    throw CallRefusal(
                        "run \(append.run): \(error); \(number) of \(counted(imported.appends.count, "run")) are in the log",
                        at: folder)
                }
                progress.show(number + 1, of: imported.appends.count, "runs")
            }
            progress.end()
            let count = imported.appends.count
            if arguments.isJSON {
                surroundings.console.write(.object(["runs": .integer(Int64(count)), "log": .text(folder)]))
            } else {
                surroundings.console.writeLine("\(counted(count, "run")) in \(folder)".harmless)
            }
            return .fine
        })
}
