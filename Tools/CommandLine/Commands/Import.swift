import KeywayCore
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
                "FILE has something else in it, or one of its runs is in the log with other records: then nothing is written"
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
            let lines = try InputLines(path, as: "an export", in: surroundings)
            // Nothing is written before all of the input is known to be right: so it is gone through twice.
            let imported = try checkedRuns(of: lines, in: surroundings)
            if let first = imported.incomplete.first, arguments[.incomplete] == nil {
                throw CallRefusal(
                    "\(counted(imported.incomplete.count, "run")) may lack the last records, because the log that was exported is damaged, as run \(first); --incomplete takes such runs as they are",
                    at: lines.path)
            }
            let log = try LogPlace.openForWriting(folder, helpOf: "import")
            defer { try? log.closeAndWait() }
            let known = Set(imported.runs).intersection(log.runs)
            try checkKnown(known, among: lines, at: folder)
            let count = imported.runs.count
            try append(lines, count, besides: known, to: log, at: folder, in: surroundings)
            if arguments.isJSON {
                surroundings.console.write(.object(["runs": .integer(Int64(count)), "log": .text(folder)]))
            } else {
                surroundings.console.writeLine("\(counted(count, "run")) in \(folder)".harmless)
            }
            return .fine
        })
}

/// Reads all lines, and keeps no more of them than which runs they are.
private func checkedRuns(of lines: InputLines, in surroundings: Surroundings) throws -> ImportedRuns {
    var progress = ProgressLine(on: surroundings.console)
    defer { progress.end() }
    var imported = ImportedRuns(path: lines.path)
    try lines.goThrough { line, number in
        _ = try imported.take(line, number: number)
        if surroundings.isInterrupted() { throw CallRefusal("stopped; nothing is written", at: lines.path) }
        if number % 100 == 0 { progress.show(number, "runs read") }
    }
    if imported.runs.isEmpty { throw CallRefusal("no runs are in it", at: lines.path) }
    return imported
}

/// Refuses runs that the log has with other records than the lines: those with the same records an import that was stopped has left.
private func checkKnown(_ known: Set<RunID>, among lines: InputLines, at folder: String) throws {
    guard !known.isEmpty else { return }
    let kept = try FileLog.Reader(folder)
    var imported = ImportedRuns(path: lines.path)
    try lines.goThrough { line, number in
        let append = try imported.take(line, number: number)
        guard known.contains(append.run), try kept.records(of: append.run) != append.records else { return }
        throw CallRefusal("run \(append.run) is in this log already, with other records", at: folder)
    }
}

/// Appends the runs of all lines to the log.
///
/// - Parameters:
///   - count: how many runs there are, for the progress line and for refusals.
///   - known: the runs that the log has already.
private func append(
    _ lines: InputLines, _ count: Int, besides known: Set<RunID>, to log: FileLog, at folder: String,
    in surroundings: Surroundings
) throws {
    var progress = ProgressLine(on: surroundings.console)
    defer { progress.end() }
    var imported = ImportedRuns(path: lines.path)
    var done = 0
    func soFar() -> String { "\(done) of \(counted(count, "run")) \(done == 1 ? "is" : "are") in the log" }
    try lines.goThrough { line, number in
        let append = try imported.take(line, number: number)
        if !known.contains(append.run) {
            do throws(LogError) { try log.appendAndWait(append) } catch {
                throw CallRefusal("run \(append.run): \(error); \(soFar())", at: folder)
            }
        }
        done += 1
        if done < count, surroundings.isInterrupted() { throw CallRefusal("stopped; \(soFar())", at: folder) }
        if done % 100 == 0 { progress.show(done, of: count, "runs") }
    }
}
