import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay

/// A log that was opened for a command: it gives the runs one after the other, and in `conclude` says what is damaged.
struct OpenedLog {
    /// How sentences name the log: its folder as the command line has it, or its database without a password.
    let name: String
    /// What a page about the log is called.
    let title: String
    private let readable: any ReadableLog
    private let surroundings: Surroundings
    private let losses = Lock(Losses())

    /// What a call has missed of the runs that it read.
    private struct Losses {
        /// The runs that lack records.
        var cut: Set<RunID> = []
        /// The runs whose beginning was asked for and cannot be read.
        var unread: Set<RunID> = []
        /// One about each of these runs, which `conclude` prints.
        var sentences: [String] = []
    }

    /// The log that is the command's first operand.
    init(_ arguments: Arguments, in surroundings: Surroundings) throws {
        try self.init(LogPlace(of: arguments), in: surroundings)
    }

    init(_ place: LogPlace, in surroundings: Surroundings) throws {
        var progress = ProgressLine(on: surroundings.console)
        let readable = try place.openForReading { progress.show($0, of: $1, "segments") }
        progress.end()
        try self.init(readable, named: place.name, titled: place.title, in: surroundings)
    }

    init(
        _ readable: any ReadableLog, named name: String, titled title: String, in surroundings: Surroundings
    ) throws(CallRefusal) {
        self.name = name
        self.title = title
        self.readable = readable
        troubles = readable.troubles
        self.surroundings = surroundings
        if readable.runs.isEmpty {
            let reason = readable.remarks.first.map { ": \($0)" } ?? ""
            throw CallRefusal("this log has no runs\(reason)", at: name)
        }
    }

    /// Where the command writes.
    var console: Console { surroundings.console }

    /// In the order in which they began.
    var runs: [RunID] { readable.runs }

    /// The runs that nodes have set aside, because too many nodes died while they looked at them; in the order in which they began.
    func stuckRuns() throws(CallRefusal) -> [RunID] {
        let stuck = try readable.stuckRuns()
        return runs.filter(stuck.contains)
    }

    /// The records of a run from its beginning, up to the first that is lost in damage.
    ///
    /// - Throws: `CallRefusal` also where the beginning is lost, so that nothing can be told, and where the run has left the log.
    func records(of run: RunID) throws(CallRefusal) -> [Record] {
        guard let records = try recordsIfThere(of: run) else {
            throw CallRefusal("run \(run) has left the log since this call listed it", at: name)
        }
        return records
    }

    /// The records of a run as `records(of:)` gives them; nil where the run has left the log since it was listed, as `keyway retire` has
    /// runs do. Of a damaged log nobody knows whether it did.
    func recordsIfThere(of run: RunID) throws(CallRefusal) -> [Record]? {
        do throws(RecordsRefusal) { return try readRecords(of: run, acrossGaps: false) } catch { throw error.refusal }
    }

    /// The same.
    ///
    /// - Parameter acrossGaps: whether records behind those that are lost in damage are given as well.
    private func readRecords(of run: RunID, acrossGaps: Bool) throws(RecordsRefusal) -> [Record]? {
        let records = try readable.records(of: run)
        if records.isEmpty, troubles.isEmpty { return nil }
        return acrossGaps ? records : try recordsBeforeGap(in: records, of: run)
    }

    private func recordsBeforeGap(in records: [Record], of run: RunID) throws(RecordsRefusal) -> [Record] {
        guard let gap = records.indices.first(where: { records[$0].sequence != UInt64($0) }) else { return records }
        guard gap > 0 else {
            let reason = "record 0 is lost in the damage, so that nothing of it can be told"
            let refusal = CallRefusal("run \(run): \(reason)", at: name)
            throw .ofRun(UntoldRun(run: run, reason: reason, refusal: refusal))
        }
        let loss =
            "\(name): run \(run): record \(gap) is lost in the damage, and the run is told up to the record before it"
        losses.withLock { if $0.cut.insert(run).inserted { $0.sentences.append(loss) } }
        return Array(records[..<gap])
    }

    /// What damage has cost the run behind the records that `records(of:)` gave.
    ///
    /// The troubles of a log do not say of which runs the damaged part had the last records.
    func loss(of run: RunID) -> RecordLoss {
        if losses.withLock({ $0.cut.contains(run) }) { return .certain }
        return troubles.isEmpty ? .nothing : .possible
    }

    /// The same for the run of these records, which this log gave.
    func loss(of records: [Record]) -> RecordLoss { records.first.map { loss(of: $0.run) } ?? .nothing }

    /// What the run's first record says; nil where that record cannot be read, or the run has left the log since it was listed.
    ///
    /// `conclude` says of the run that it cannot be read: perhaps it is one that was asked for.
    func beginning(of run: RunID) throws(CallRefusal) -> Beginning? {
        do throws(RecordsRefusal) { return try readable.beginning(of: run) } catch {
            guard case .ofRun(let untold) = error else { throw error.refusal }
            losses.withLock {
                if $0.unread.insert(run).inserted { $0.sentences += untold.refusal.sentences }
            }
            return nil
        }
    }

    /// The runs, those that have a date with the newest first; any other run, as one that a transcript made, keeps its place in the log's
    /// order from behind.
    ///
    /// Imported runs stand in the order of their import, a clock may have been set back, and a database has the runs of nodes behind all
    /// others: the order of the log is not that of the dates.
    func newestFirst(_ runs: [RunID]) -> [RunID] {
        var ordered = Array(runs.reversed())
        let dated = ordered.indices.compactMap { place in
            date(of: ordered[place]).map { (place: place, run: ordered[place], date: $0) }
        }
        let sorted = dated.sorted { ($1.date, $0.place) < ($0.date, $1.place) }
        for (place, next) in zip(dated.map(\.place), sorted) { ordered[place] = next.run }
        return ordered
    }

    /// When the run began; nil for a run of a transcript, whose clock begins at 0, and where the log does not give the first record.
    private func date(of run: RunID) -> Instant? {
        guard let first = try? readable.records(of: run).first, case .began(let beginning) = first.content,
            beginning.kind != .transcript
        else { return nil }
        return first.time
    }

    /// The history of the run of these records, which this log gave.
    func history(of records: [Record]) throws(Replay.Failure) -> RunHistory {
        try RunHistory(of: records, losing: loss(of: records))
    }

    /// The history of the one run that is chosen, made by deciding its recorded events once more.
    func history(of choice: RunChoice) throws -> RunHistory {
        let run = try choice.run(in: self)
        let records = try records(of: run)
        do throws(Replay.Failure) { return try history(of: records) } catch {
            throw refusal([sentence(about: run, of: records, error)])
        }
    }

    /// Why the run cannot be told.
    private func sentence(about run: RunID, of records: [Record], _ error: Replay.Failure) -> String {
        let way = records.lackTable ? ": 'keyway replay \(name) --table FLOW' tells it by a flow that you name" : ""
        return "\(name): run \(run): \(error)\(way)"
    }

    /// Gives each run's records to the body; returns a sentence about each run of which nothing can be told, and one where the person has
    /// stopped the loop.
    ///
    /// All else is as for `untold(of:acrossGaps:_:)`.
    func forEach(_ runs: [RunID], _ body: ([Record]) throws -> Void) throws -> [String] {
        try untold(of: runs, body).sentences
    }

    /// Gives each run's records to the body; returns what the loop leaves untold: runs of which nothing can be told, and those behind the
    /// moment at which the person stopped it.
    ///
    /// A run whose records cannot be read does not stop the loop, nor does one that cannot be replayed, for which the body throws
    /// `Replay.Failure`. A log that gives no run any more does, and so does any other error of the body. A run that has left the log since
    /// it was listed is passed over.
    /// - Parameter acrossGaps: whether the body gets the records after those that are lost in damage as well.
    func untold(
        of runs: [RunID], acrossGaps: Bool = false, _ body: ([Record]) throws -> Void
    ) throws -> Untold {
        var found: [UntoldRun] = []
        let stopped = try goThrough(runs) { run in
            if let run = try untold(of: run, acrossGaps: acrossGaps, body) { found.append(run) }
        }
        return Untold(runs: found, stopped: stopped)
    }

    /// Gives the run's records to the body; returns sentences, with the log's name, where nothing of the run can be told.
    ///
    /// What these say, and what is thrown, is as for `forEach`.
    func withRecords(of run: RunID, _ body: ([Record]) throws -> Void) throws -> [String] {
        try untold(of: run, acrossGaps: false, body)?.refusal.sentences ?? []
    }

    private func untold(
        of run: RunID, acrossGaps: Bool, _ body: ([Record]) throws -> Void
    ) throws -> UntoldRun? {
        let found: [Record]?
        do throws(RecordsRefusal) { found = try readRecords(of: run, acrossGaps: acrossGaps) } catch {
            switch error {
            case .ofRun(let untold): return untold
            case .ofLog(let refusal): throw refusal
            }
        }
        guard let records = found else { return nil }
        do { try body(records) } catch let error as Replay.Failure {
            let sentence = sentence(about: run, of: records, error)
            return UntoldRun(run: run, reason: "\(error)", refusal: CallRefusal([sentence]))
        }
        return nil
    }

    /// Calls the body for each run, and shows how far it has come; returns a sentence where the person has stopped the loop.
    ///
    /// - Parameter showsProgress: false where the body writes to the terminal on which the progress would stand.
    func goThrough(
        _ runs: [RunID], showingProgress showsProgress: Bool = true, _ body: (RunID) throws -> Void
    ) throws -> [String] {
        var progress = ProgressLine(on: console)
        defer { progress.end() }
        for (position, run) in runs.enumerated() {
            try body(run)
            if position + 1 < runs.count, surroundings.isInterrupted() {
                return CallRefusal.stopped(after: position + 1, of: runs.count, "run", at: name).sentences
            }
            // The progress line asks the clock, which takes longer than a short run, so it is shown for every hundredth run only.
            if showsProgress, position % 100 == 99 { progress.show(position + 1, of: runs.count, "runs") }
        }
        return []
    }

    /// Remarks what is wrong with runs and log, and gives the exit code for it.
    ///
    /// - Parameters:
    ///   - unreadable: what the result lacks, one sentence each.
    ///   - found: what is wrong with the runs, as the result itself says it.
    ///   - result: what a script gets; the first thing that it lacks stands in it as the member `error`. Nil where the result is text, which
    ///     has been written.
    func conclude(
        lacking unreadable: [String] = [], finding found: [String] = [], as result: JSONValue? = nil
    ) -> ExitCode {
        let lost = lost
        let lacks = CallRefusal(unreadable + lost)
        if let result { console.write(lacks.problems.isEmpty ? result : result.with(lacks.json)) }
        let sentences = unreadable + found + lost
        for line in CallRefusal(sentences).lines { console.remark(line.harmless) }
        return sentences.isEmpty ? .fine : .problem
    }

    /// Why a question to the log has no answer, and behind that what damage has cost the log: perhaps the answer was lost in it.
    ///
    /// - Parameter sentences: with their places.
    func refusal(_ sentences: [String]) -> CallRefusal { CallRefusal(sentences + lost) }

    /// The same for one reason, which is about the log as a whole.
    ///
    /// - Parameter unreadable: what of the log could not be read, one sentence each: the answer may be in that.
    func refusal(_ message: String, lacking unreadable: [String] = []) -> CallRefusal {
        CallRefusal([CallRefusal.Problem(message, at: name)] + CallRefusal(unreadable + lost).problems)
    }

    /// What the runs that were read lack, and the first of the troubles, one sentence each.
    var lost: [String] { losses.withLock { $0.sentences } + trouble }

    /// The damage by which the log itself may have lost records, one sentence each.
    let troubles: [String]

    /// The first of the troubles, after the log's name; empty where there is none.
    var trouble: [String] { troubles.prefix(1).map { "\(name): \($0)" } }
}

extension [Record] {
    /// Whether damage has cost the log the flow that the run began with: a version without bytes stands in its place.
    var lackTable: Bool {
        if case .began(let beginning)? = first?.content { beginning.version.table.isEmpty } else { false }
    }
}
