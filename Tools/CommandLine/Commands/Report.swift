import FlowReports
import KeywayCore
import KeywayDebugger
import KeywayFileLog
import KeywayLog
import KeywayReplay

extension Option {
    fileprivate static let out = Option(
        name: "--out", value: "FILE", summary: "Where the page is written", isRequired: true)
}

extension Command {
    static let report = Command(
        name: "report", summary: "writes the runs of a log as one page to look at in a browser, offline",
        operands: [.log()],
        options: [.out, .run, .reference, .force, .format],
        endings: [
            (.fine, "The page is written; of a log too long for one page, the oldest runs are only counted"),
            (
                .problem,
                "FILE is there already, or LOG cannot be read: no page is written; or the page lacks runs, or the log is"
                    + " damaged, or a run disagrees with its flow"
            ),
        ],
        example: "keyway report sign-ins --out sign-ins.html",
        perform: { arguments, surroundings in
            guard let file = arguments[.out] else {
                preconditionFailure("the reader asks for it")
            }
            try OutputFile.check(file, beside: arguments, what: "the page")
            let choice = try RunChoice(arguments)
            try OutputFile.check(file, of: arguments)
            let log = try OpenedLog(arguments, in: surroundings)
            var report = LogReport(of: log.title)
            for trouble in log.troubles { report.remark(trouble) }
            // The newest first: where a log is too long for one page, its oldest runs are only counted.
            let runs = log.newestFirst(try choice.runs(in: log))
            var disagreements: [String] = []
            let untold = try log.untold(of: runs) { records throws(Replay.Failure) in
                if let found = try report.add(records, losing: log.loss(of: records)) {
                    disagreements.append("\(log.name): \(found.sentence)")
                }
            }
            for run in untold.runs { report.addUnreadable(run.run, because: run.reason) }
            if !untold.stopped.isEmpty {
                let read = report.runCount + report.unreadableCount
                report.remark("The command was stopped: these are the newest \(read) of \(counted(runs.count, "run")).")
            }
            let unreadable = untold.sentences
            let page = report.page
            // Whoever stops the command keeps the page that was there, for the new one lacks runs.
            if !untold.stopped.isEmpty, try OutputFile.stands(at: file) {
                return log.conclude(
                    lacking: unreadable + ["\(file): this is left as it was, for the report was stopped"],
                    finding: disagreements, as: arguments.isJSON ? .object(["runs": .integer(0)]) : nil)
            }
            try OutputFile.put(page, at: file, or: log.console)
            if OutputFile.isStandardOutput(file) { return log.conclude(lacking: unreadable, finding: disagreements) }
            if arguments.isJSON {
                return log.conclude(
                    lacking: unreadable, finding: disagreements,
                    as: .object([
                        "runs": .integer(Int64(report.runCount)), "onlyCounted": .integer(Int64(report.omittedRuns)),
                        "bytes": .integer(Int64(page.count)),
                        "file": .text(file),
                    ]))
            }
            let omitted = report.omittedRuns > 0 ? ", the oldest \(report.omittedRuns) only counted" : ""
            log.console.writeLine("\(counted(report.runCount, "run")) in \(file)\(omitted)".harmless)
            return log.conclude(lacking: unreadable, finding: disagreements)
        })
}
