import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay

/// A log that was opened for a command: it gives the runs one after the other, and says last what is damaged.
struct OpenedLog {
    /// How sentences name the log: its folder as the command line has it, or its database without a password.
    let name: String
    /// What a page about the log is called.
    let title: String
    private let readable: any ReadableLog
    private let surroundings: Surroundings

    /// The log that is the command's first operand.
    init(_ arguments: Arguments, in surroundings: Surroundings, pastDamage: Bool = false) throws {
        try self.init(LogPlace(of: arguments), in: surroundings, pastDamage: pastDamage)
    }

    init(_ place: LogPlace, in surroundings: Surroundings, pastDamage: Bool = false) throws {
        name = place.name
        title = place.title
        self.surroundings = surroundings
        var progress = ProgressLine(on: surroundings.console)
        readable = try place.openForReading(pastDamage: pastDamage) { progress.show($0, of: $1, "segments") }
        progress.end()
        if readable.runs.isEmpty {
            let reason = readable.remarks.first.map { ": \($0)" } ?? ""
            throw Refusal("this log has no runs\(reason)", at: name)
        }
    }

    /// Where the command writes.
    var console: Console { surroundings.console }

    /// In the order in which they began.
    var runs: [RunID] { readable.runs }

    /// The runs of nodes that are set aside, in the order in which they began.
    func stuckRuns() throws(Refusal) -> [RunID] {
        let stuck = try readable.stuckRuns()
        return runs.filter(stuck.contains)
    }

    /// The records of a run from its beginning.
    func records(of run: RunID) throws(Refusal) -> [Record] { try readable.records(of: run) }

    /// The one run that is chosen, decided once more.
    func history(of choice: RunChoice) throws -> RunHistory {
        let run = try choice.run(in: self)
        let records = try records(of: run)
        do throws(Replay.Failure) { return try RunHistory(of: records) } catch {
            throw Refusal("run \(run): \(error)", at: name)
        }
    }

    /// Gives each run's records to the body; returns a sentence about each run that the body could not replay, and one where the person
    /// has stopped the loop.
    ///
    /// A run that cannot be replayed does not stop the loop, and a file that cannot be read does.
    func forEach(
        _ runs: [RunID], _ body: ([Record]) throws(Replay.Failure) -> Void
    ) throws -> [String] {
        var untold: [String] = []
        var progress = ProgressLine(on: console)
        defer { progress.end() }
        for (position, run) in runs.enumerated() {
            let records = try records(of: run)
            do throws(Replay.Failure) { try body(records) } catch { untold.append("\(name): run \(run): \(error)") }
            // The clock is asked for every hundredth run only: the question takes longer than a short run.
            guard position % 100 == 99 else { continue }
            if position + 1 < runs.count, surroundings.isInterrupted() {
                return untold + ["\(name): stopped after \(position + 1) of \(counted(runs.count, "run"))"]
            }
            progress.show(position + 1, of: runs.count, "runs")
        }
        return untold
    }

    /// Remarks what is wrong with runs and log, and gives the exit code for it.
    ///
    /// - Parameters:
    ///   - untold: what the result lacks, one sentence each.
    ///   - found: what is wrong with the runs, as the result itself says it.
    ///   - result: what a script gets; the first thing that it lacks stands in it as the member `error`. Nil where the result is text, which
    ///     has been written.
    func conclude(
        lacking untold: [String] = [], finding found: [String] = [], as result: JSONValue? = nil
    ) -> ExitCode {
        let lacks = Refusal(untold + trouble)
        if let result { console.write(lacks.problems.isEmpty ? result : result.with(lacks.json)) }
        let sentences = untold + found + trouble
        for line in Refusal(sentences).lines { console.remark(line.harmless) }
        return sentences.isEmpty ? .fine : .problem
    }

    /// What may have cost the log itself records, one sentence each.
    var troubles: [String] { readable.troubles }

    /// What is wrong with the log itself: nothing, or one sentence.
    var trouble: [String] { troubles.prefix(1).map { "\(name): \($0)" } }
}
