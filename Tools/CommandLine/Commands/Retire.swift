import KeywayCore
import KeywayLog
import KeywayPostgres

extension Option {
    fileprivate static let endedBefore = Option(
        name: "--before", value: "DATE",
        summary: "Only runs whose last record stands before that, as 2026-11-24 or 2026-11-24T10:05:03Z",
        isRequired: true)
    fileprivate static let archive = Option(
        name: "--export", value: "FOLDER",
        summary: "Puts the runs into this folder's log first, where every command finds them; made if need be")
    fileprivate static let dryRun = Option(
        name: "--dry-run", summary: "Says what would leave the log, and changes nothing")
}

extension Command {
    static let retire = Command(
        name: "retire", summary: "takes runs that ended long ago out of a log in PostgreSQL, while others use it",
        operands: [.log("The address of the database: postgresql://...; its user must have the right to delete")],
        options: [.endedBefore, .archive, .dryRun, .format],
        endings: [
            (.fine, "The runs are out of the log, or would be with --dry-run; or none had ended"),
            (
                .problem,
                "A run cannot be read; FOLDER or the database cannot be written to; or the call was stopped: nothing is lost"
            ),
        ],
        example: "keyway retire postgresql://owner@db.internal/signin --before 2026-10-01 --export archive",
        perform: { arguments, surroundings in
            let database = try LogPlace.database(of: arguments, because: "a log in a folder is removed as a whole")
            guard let moment = try arguments.date(.endedBefore) else {
                preconditionFailure("the reader asks for it")
            }
            return try RetireCall(of: database, before: moment, arguments, in: surroundings).perform()
        })
}

/// One call of `keyway retire`, its arguments understood.
private struct RetireCall {
    private let database: PostgresDatabase
    /// Runs leave the log only if they ended, and their last record stands before this moment.
    private let moment: Instant
    /// The folder whose log gets the runs first; nil where the call names none.
    private let folder: String?
    /// Whether the call says `--dry-run`: nothing is changed.
    private let isTrial: Bool
    private let isJSON: Bool
    private let surroundings: Surroundings

    init(
        of database: PostgresDatabase, before moment: Instant, _ arguments: Arguments, in surroundings: Surroundings
    ) throws {
        self.database = database
        self.moment = moment
        self.surroundings = surroundings
        folder = arguments[.archive]
        isTrial = arguments[.dryRun] != nil
        isJSON = arguments.isJSON
    }

    /// How many runs, nodes and devices have left the log, or with `--dry-run` would leave it, and what went wrong.
    private struct Result {
        var runs = 0
        /// How many weeks went as a whole, with the table of their records.
        var weeks = 0
        /// How many keys had no run, because it never began.
        var keys = 0
        var nodes = 0
        var devices = 0
        /// Whether the person has stopped the call before all was done.
        var isStopped = false
        var problems: [String] = []
    }

    func perform() throws -> ExitCode {
        var retirement = try Retirement(of: database, endedBefore: moment, isTrial: isTrial)
        guard moment <= retirement.began else {
            throw CallRefusal("--before lies in the future, by the database's clock", at: database.name)
        }
        let archive = isTrial ? nil : try folder.map { try RunArchive(in: $0) }
        var result = Result()
        do {
            try retireRuns(by: &retirement, into: archive, &result)
            result.weeks = retirement.droppedWeeks
            if !result.isStopped {
                result.keys = try retirement.removeUnusedKeys()
                result.nodes = try retirement.removeNodes()
                result.devices = try retirement.removeDevices()
            }
            try archive?.close()
        } catch {
            try? archive?.close()
            let unreadable = retirement.unreadable.map { "\(database.name): \($0)" }
            let sentences = (error as? CallRefusal)?.sentences ?? ["\(error)"]
            let count = counted(result.runs, "run")
            let soFar = isTrial ? "\(count) would leave, as far as was looked" : "\(count) had left the log by then"
            throw CallRefusal(sentences + [soFar] + unreadable)
        }
        if result.isStopped { result.problems.append("\(database.name): stopped; call it again for the rest") }
        result.problems += retirement.unreadable.map { "\(database.name): \($0)" }
        return tell(result, openRuns: retirement.openRuns)
    }

    private func retireRuns(
        by retirement: inout Retirement, into archive: RunArchive?, _ result: inout Result
    ) throws {
        var progress = ProgressLine(on: surroundings.console)
        defer { progress.end() }
        while let set = try retirement.nextSet() {
            // A run leaves the database only once the folder has it.
            try archive?.take(set.runs)
            result.runs += try isTrial ? set.runs.count : retirement.remove(set)
            progress.show(result.runs, "runs")
            if surroundings.isInterrupted() {
                result.isStopped = true
                return
            }
        }
    }

    private func tell(_ result: Result, openRuns: Int) -> ExitCode {
        let console = surroundings.console
        if isJSON {
            let members: JSONValue = .object([
                "runs": .integer(Int64(result.runs)), "weeks": .integer(Int64(result.weeks)),
                "keys": .integer(Int64(result.keys)), "nodes": .integer(Int64(result.nodes)),
                "devices": .integer(Int64(result.devices)), "openRuns": .integer(Int64(openRuns)),
                "folder": .optional(folder), "dryRun": .bool(isTrial),
            ])
            console.write(result.problems.isEmpty ? members : members.with(CallRefusal(result.problems).json))
        } else {
            let verb = isTrial ? "would leave" : "left"
            let rest = folder.map { isTrial ? ", to be archived in \($0)" : ", archived in \($0)" } ?? ""
            console.writeLine("\(counted(result.runs, "run")) \(verb) \(database.name)\(rest)".harmless)
            console.writeLine(
                "\(counted(result.nodes, "node")) and \(counted(result.devices, "device")) that nothing needs \(verb) as well"
            )
            if result.weeks > 0 {
                console.writeLine("\(counted(result.weeks, "week")) went as a whole, with the table of its records")
            }
            if result.keys > 0 {
                console.writeLine("\(counted(result.keys, "key")) of runs that never began \(verb) as well")
            }
            if openRuns > 0 {
                console.writeLine("\(counted(openRuns, "run")) in between \(openRuns == 1 ? "goes" : "go") on")
            }
        }
        for line in CallRefusal(result.problems).lines { console.remark(line.harmless) }
        return result.problems.isEmpty ? .fine : .problem
    }
}
