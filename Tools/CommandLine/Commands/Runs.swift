import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay

extension Option {
    fileprivate static let flow = Option(
        name: "--flow", value: "FLOW", summary: "Only runs of this flow: its name, or a path to its .flow")
    fileprivate static let outcome = Option(
        name: "--outcome", value: "STATE",
        summary: "Only runs that ended in this final, or 'open' for those that go on; a shadow's run is neither")
    fileprivate static let state = Option(
        name: "--state", value: "STATE", summary: "Only runs whose last state this is, ended or not")
    fileprivate static let since = Option(
        name: "--since", value: "DATE",
        summary: "Only runs that began then or later, as 2026-11-24 or 2026-11-24T10:05:03Z")
    fileprivate static let before = Option(
        name: "--before", value: "DATE", summary: "Only runs that began before that")
    fileprivate static let attempts = Option(
        name: "--attempts", value: "N",
        summary: "Only runs with at least N attempts, those of sub-flows too; they are counted and listed then")
    fileprivate static let sort = Option(
        name: "--sort", value: "start|duration|events",
        summary: "Sorts by this, the greatest last; start if not said",
        choices: ["start", "duration", "events"])
    fileprivate static let stuck = Option(
        name: "--stuck",
        summary: "Only runs of nodes that are set aside, because five nodes died that looked at them")
    fileprivate static let limit = Option(name: "--limit", value: "N", summary: "Lists at most N runs")
    fileprivate static let skip = Option(name: "--skip", value: "N", summary: "Leaves out the first N")
}

extension Command {
    static let runs = Command(
        name: "runs", summary: "lists the runs of a log, so that one can be asked about",
        operands: [.log()],
        options: [
            .flow, .outcome, .state, .reference, .since, .before, .attempts, .stuck, .sort, .limit, .skip, .format,
        ],
        endings: [
            (.fine, "The runs are listed, also where none fits"),
            (.problem, "A run or the log's end cannot be read, or the list was stopped"),
        ],
        example: "keyway runs sign-ins --outcome failed --since 2026-11-24",
        perform: { arguments, surroundings in
            try RunsCall(arguments, in: surroundings).perform()
        })
}

/// One call of `keyway runs`, its arguments understood.
struct RunsCall {
    private let arguments: Arguments
    private let surroundings: Surroundings
    private let log: OpenedLog
    /// The name of the flow whose runs are listed; nil where the call names none.
    private let flow: String?
    /// Listed runs began at this moment or later; nil where the call names none.
    private let since: Instant?
    /// Listed runs began before this moment; nil where the call names none.
    private let before: Instant?
    /// The fewest attempts that a listed run has; nil where the call does not say, so that no run has to be decided anew to count them.
    private let attempts: Int?
    /// How many runs are listed at most; `.max` where the call does not say.
    private let limit: Int
    /// How many of the runs that fit are left out at the beginning of the list.
    private let skip: Int

    init(_ arguments: Arguments, in surroundings: Surroundings) throws {
        self.arguments = arguments
        self.surroundings = surroundings
        since = try arguments.date(.since)
        before = try arguments.date(.before)
        attempts = try arguments.number(.attempts).map { Int(clamping: $0) }
        limit = try arguments.number(.limit).map { Int(clamping: $0) } ?? .max
        skip = try arguments.number(.skip).map { Int(clamping: $0) } ?? 0
        flow = try arguments[.flow].map { try FlowLookup.name(of: $0, in: surroundings) }
        log = try OpenedLog(arguments, in: surroundings)
    }

    func perform() throws -> ExitCode {
        let key: SortedRuns.Key =
            switch arguments[.sort] {
            case "duration": .duration
            case "events": .events
            default: .began
            }
        let (most, isMore) = skip.addingReportingOverflow(limit)
        var found = SortedRuns(by: key, most: isMore ? .max : most)
        var known = KnownNames()
        var shadowCount = 0
        let runs = arguments[.stuck] == nil ? log.runs : try log.stuckRuns()
        // A run with a gap from damage is listed too, by the records that are left.
        let untold = try log.untold(of: runs, acrossGaps: true) { records throws(Replay.Failure) in
            let summary = try RunSummary(of: records, countingAttempts: attempts != nil)
            known.note(summary)
            if summary.kind == .shadow { shadowCount += 1 }
            if fits(summary) { found.add(summary) }
        }
        let unreadable = untold.sentences
        // Behind the place at which the list was stopped there may be runs of the flow that is asked for.
        if untold.stopped.isEmpty {
            try known.check(
                flow: flow, state: arguments[.state], outcome: arguments[.outcome], in: log, lacking: unreadable)
        }
        if shadowCount > 0, arguments[.outcome] != nil {
            surroundings.console.remark(
                "\(log.name): \(counted(shadowCount, "run")) of shadows left out; 'keyway shadow' counts them".harmless)
        }
        let shown = found.page(skipping: skip, limit: limit)
        if arguments.isJSON {
            return log.conclude(
                lacking: unreadable,
                as: .object(["runs": .list(shown.map(\.json)), "found": .integer(Int64(found.count))]))
        }
        write(shown, of: found.count)
        return log.conclude(lacking: unreadable)
    }

    private func fits(_ run: RunSummary) -> Bool {
        if let flow, run.flow != flow { return false }
        if let outcome = arguments[.outcome] {
            // A shadow's flow only watches, so that it signs nobody in, whatever it came to.
            if run.kind == .shadow { return false }
            if outcome == "open" ? run.isEnded : run.final != outcome { return false }
        }
        if let attempts, run.attemptCount ?? 0 < attempts { return false }
        if let state = arguments[.state], run.state != state { return false }
        if let reference = arguments[.reference], !reference.isSameReference(as: run.reference) {
            return false
        }
        // A run that was played from a transcript has no date: its clock begins at 0.
        if since != nil || before != nil, run.kind == .transcript { return false }
        return since.map { run.began >= $0 } ?? true && before.map { run.began < $0 } ?? true
    }

    private func write(_ runs: [RunSummary], of count: Int) {
        let identities = ShortIdentities(among: log.runs)
        let rows =
            [
                ["run", "flow", "began", "events"] + (attempts == nil ? [] : ["attempts"]) + [
                    "lasted", "state", "reference",
                ]
            ]
            + runs.map { run in
                [
                    identities.digits(of: run.run), "\(run.flow) \(run.version)",
                    run.began.date(in: run.kind) ?? "\(run.kind)", "\(run.eventCount)",
                ] + (run.attemptCount.map { ["\($0)"] } ?? []) + [
                    run.duration.spelled, run.shownState + lossWords(of: run), run.reference ?? "",
                ]
            }
        let console = surroundings.console
        // An identity keeps the digits that `--run` needs, before the ellipsis; a date that is cut has lost the time of day.
        let digits = runs.map { identities.leastCount(for: $0.run) }.max() ?? 0
        let least = ["run": digits + 1, "began": Int.max]
        for line in rows.inColumns(fitting: console.width, keeping: least) { console.writeLine(line.harmless) }
        console.writeLine(
            runs.count == count ? counted(count, "run") : "\(runs.count) of \(counted(count, "run"))")
    }

    /// What damage has cost the run, or may have, behind the state that it reached last.
    private func lossWords(of run: RunSummary) -> String {
        if run.lacksRecords { return ", records lost" }
        return log.loss(of: run.run).makesIncomplete(runThatHasEnded: run.isEnded) ? ", records may be lost" : ""
    }
}

/// The names of the flows in a log and of their states, to tell a filter that fits no run from one that is misspelled.
private struct KnownNames {
    /// For each version of a flow the lists of states that were noted; two builds of one version may have different ones.
    private var noted: [Statistics.Version: Set<[StateSignature]>] = [:]
    private var flows: Set<String> = []
    private var states: Set<String> = []
    private var finals: Set<String> = []

    mutating func note(_ run: RunSummary) {
        let version = Statistics.Version(name: run.flow, number: run.version)
        guard noted[version, default: []].insert(run.states).inserted else { return }
        flows.insert(run.flow)
        for state in run.states {
            states.insert(state.name)
            if state.isFinal { finals.insert(state.name) }
        }
    }

    /// - Parameter unreadable: a sentence for each run that cannot be read, which may be one of the flow that is asked for.
    /// - Throws: `CallRefusal` for a name that no flow of the log has; does not throw where no flow of the log can be read.
    func check(
        flow: String?, state: String?, outcome: String?, in log: OpenedLog, lacking unreadable: [String]
    ) throws(CallRefusal) {
        if flows.isEmpty { return }
        let filters = [
            (flow, flows, "flow"), (state, states, "flow with a state"),
            (outcome, finals.union(["open"]), "flow with a final"),
        ]
        for case (let word?, let names, let what) in filters where !names.contains(word) {
            throw log.refusal(
                "no run here is of a \(what) '\(word.harmless)'" + meant(word, among: names.sorted()),
                lacking: unreadable)
        }
    }
}

extension RunSummary {
    /// The state in which the run ended or stands; for a shadow also how the app's own handler ended.
    fileprivate var shownState: String {
        let state = isEnded ? state : "open: \(state)"
        return kind == .shadow ? "shadow: \(state), the app \(appOutcome?.words ?? "told no end")" : state
    }

    fileprivate var json: JSONValue {
        .object([
            "run": .text(run.description), "flow": .text(flow), "version": .integer(Int64(version)),
            "reference": .optional(reference), "kind": .text("\(kind)"), "began": .optional(began.date(in: kind)),
            "events": .integer(Int64(eventCount)), "attempts": attemptCount.map { .integer(Int64($0)) } ?? .null,
            "app": .optional(appOutcome?.words), "final": .optional(final), "state": .text(state),
            "duration": .seconds(duration), "lacksRecords": .bool(lacksRecords),
        ])
    }
}

extension Arguments {
    /// A moment in universal time, nil where the option is not given.
    func date(_ option: Option) throws(UsageError) -> Instant? {
        guard let text = self[option] else { return nil }
        guard let date = Instant(date: text) else {
            throw UsageError(
                "\(option.name) needs a date, as 2026-11-24 or 2026-11-24T10:05:03Z, not '\(text.harmless)'",
                helpOf: command)
        }
        return date
    }
}
