import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay

extension Option {
    fileprivate static let until = Option(
        name: "--until", value: "N", summary: "Tells a run up to its record N, that one included")
    fileprivate static let with = Option(
        name: "--with", value: "FLOW",
        summary: "Asks where this flow reaches other states or orders other effects; no times or values are compared")
    fileprivate static let step = Option(
        name: "--step", summary: "Goes through one run record by record, as the lines of standard input say")
    fileprivate static let then = Option(
        name: "--then", value: "TRANSCRIPT",
        summary: "Goes on from record N as this transcript says, its times on the run's clock, and not as the log does")
    fileprivate static let newLog = Option(
        name: "--log", value: "NEW",
        summary: "With --then: the folder that the forked run is appended to; made if need be",
        takesAddress: true)
    fileprivate static let table = Option(
        name: "--table", value: "FLOW",
        summary: "Tells runs whose own flow is lost in damage by this one")
}

extension Command {
    static let replay = Command(
        name: "replay", summary: "tells runs from their log alone, and checks every record against the flow in the log",
        operands: [.log()],
        options: [.run, .reference, .until, .step, .then, .newLog, .with, .table, .specs, .format],
        endings: [
            (.fine, "Every record is what the flow makes of the events"),
            (
                .problem,
                "A disagreement or a divergence; the log cannot be read to its end; a flow does not fit; or a forked run is not"
                    + " as its transcript expects"
            ),
        ],
        example: "keyway replay runs --until 4",
        perform: { arguments, surroundings in
            let place = try LogPlace(of: arguments)
            let last = try arguments.number(.until)
            let choice = try RunChoice(arguments)
            if arguments[.with] != nil, last != nil {
                throw UsageError("--until does not go with --with", helpOf: "replay")
            }
            if arguments[.with] != nil, arguments[.table] != nil {
                throw UsageError("--table does not go with --with", helpOf: "replay")
            }
            let lookup = try FlowLookup(arguments, in: surroundings, log: place)
            if let transcript = arguments[.then] {
                guard let last, let new = arguments[.newLog] else {
                    throw UsageError("--then needs --until N and --log NEW", helpOf: "replay")
                }
                for other in [Option.with, .table, .step] where arguments[other] != nil {
                    throw UsageError("--then does not go with \(other.name)", helpOf: "replay")
                }
                if place.isFolder(new) {
                    throw CallRefusal(
                        "this is the log that is asked, and a question changes nothing in it: --log NEW is another one",
                        at: new)
                }
                return try ForkCall(
                    log: OpenedLog(place, in: surroundings), choice: choice, last: last,
                    transcript: NamedInput(transcript, as: "a transcript", in: surroundings), folder: new,
                    lookup: lookup, isJSON: arguments.isJSON
                ).perform()
            }
            if arguments[.newLog] != nil { throw UsageError("--log goes with --then", helpOf: "replay") }
            if arguments[.step] != nil {
                for other in [Option.with, .table, .format] where arguments[other] != nil {
                    throw UsageError("--step does not go with \(other.name)", helpOf: "replay")
                }
            }
            let given = try arguments[.table].map { try lookup.flow($0) }
            let log = try ReplayedLog(place, only: choice, givenFlow: given, in: surroundings)
            if arguments[.step] != nil {
                let run = try choice.run(in: log.opened)
                var steps = try StepThrough(log.opened.records(of: run), at: last)
                try steps.perform(in: surroundings)
                return log.opened.conclude(
                    finding: steps.disagreement.map { ["\(place.name): \($0.sentence)"] } ?? [])
            }
            if let word = arguments[.with] {
                let flow = try lookup.flow(word)
                return try log.compare(with: flow.table, asJSON: arguments.isJSON, to: surroundings.console)
            }
            return try log.tell(until: last, asJSON: arguments.isJSON, to: surroundings.console)
        })
}

/// A log that is read to tell its runs, or to compare them with another version of their flow.
struct ReplayedLog {
    let opened: OpenedLog
    /// In the order in which they began.
    let runs: [RunID]
    /// The flow that `--table` names; nil where the call does not say it.
    private let givenFlow: GivenFlow?
    /// Whether the call names one run by its identity: the JSON result is then that run's object. Else it is a list, also for one run.
    private let isOne: Bool

    private var name: String { opened.name }

    /// Opens the log; runs whose own flow is lost in damage are told by the flow that is given.
    init(
        _ place: LogPlace, only choice: RunChoice? = nil, givenFlow: RunnableFlow? = nil, in surroundings: Surroundings
    ) throws {
        try self.init(OpenedLog(place, in: surroundings), only: choice, givenFlow: givenFlow)
    }

    init(_ log: OpenedLog, only choice: RunChoice? = nil, givenFlow: RunnableFlow? = nil) throws {
        self.givenFlow = givenFlow.map(GivenFlow.init)
        runs = try choice.map { try $0.runs(in: log) } ?? log.runs
        isOne = choice?.isOne == true && runs.count == 1
        opened = log
    }

    /// What the records of a run tell, and what is wrong with the run.
    struct Told {
        /// All records of the run, also those behind the last that is told.
        var records: [Record]
        var replay: Replay
        /// The flow by which the run is told, as a sentence names it; nil for the flow in the log.
        var decider: String?

        /// What is wrong with the run, one sentence each.
        var sentences: [String] {
            let disagreement = replay.disagreement.map { found in
                decider.map { "run \(found.run): \($0) does not fit its records: \(found.sentence)" } ?? found.sentence
            }
            return disagreement.map { [$0] } ?? []
        }
    }

    /// Tells the run up to the record with this sequence; nil tells all of it.
    func told(_ run: RunID, until last: UInt64? = nil) throws(CallRefusal) -> Told {
        try told(run, of: opened.records(of: run), until: last)
    }

    private func told(_ run: RunID, of records: [Record], until last: UInt64?) throws(CallRefusal) -> Told {
        let given = records.lackTable ? givenFlow : nil
        do throws(Replay.Failure) {
            let replay =
                if let given {
                    try Replay(
                        of:
                            records, by: given.flow, annotated: given.annotations, until: last)
                } else {
                    try Replay(of: records, until: last)
                }
            return Told(records: records, replay: replay, decider: given?.words)
        } catch {
            guard let given, case .malformed(let sequence) = error else {
                throw CallRefusal("run \(run): \(error)", at: name)
            }
            throw CallRefusal(
                "run \(run): \(given.words) does not fit its records: record \(sequence) names something that"
                    + " this flow does not have", at: name)
        }
    }

    /// Tells every run, and at the end what is wrong with any of them or with the log.
    func tell(until last: UInt64?, asJSON: Bool, to console: Console) throws -> ExitCode {
        var objects: [[JSONValue.Member]] = []
        var disagreements: [Replay.Disagreement] = []
        var unreadable: [String] = []
        var wrong: [String] = []
        var isFirst = true
        let stopped = try opened.goThrough(runs, showingProgress: asJSON || !console.isTerminal) { run in
            let told: Told
            do throws(CallRefusal) {
                // Of several runs one that has left the log meanwhile is passed over.
                let found = runs.count > 1 ? try opened.recordsIfThere(of: run) : try opened.records(of: run)
                guard let found else { return }
                told = try self.told(run, of: found, until: last)
            } catch {
                // And where one cannot be told, the others are told all the same.
                guard runs.count > 1 else { throw error }
                unreadable += error.sentences
                return
            }
            disagreements += [told.replay.disagreement].compactMap { $0 }
            wrong += told.sentences.map { "\(name): \($0)" }
            // The state, values and deadlines are shown for a run that goes on, and where --until asks for them at a record.
            let isOpen = told.replay.timeline.final == nil
            let snapshot = isOpen || last != nil ? self.snapshot(of: told.records, until: last) : nil
            if asJSON {
                objects.append(told.replay.members(log: name) + (snapshot?.members ?? []))
            } else {
                if !isFirst { console.writeLine("") }
                isFirst = false
                // Where the record that --until names is in the log, what is lost behind it does not matter.
                let endsAtLast = last.map { $0 < UInt64(told.records.count) } ?? false
                tell(told, losing: endsAtLast ? .nothing : opened.loss(of: run), to: console)
                for line in snapshot?.lines ?? [] { console.writeLine(line.harmless) }
            }
        }
        unreadable += stopped
        if asJSON {
            let found = JSONValue.Member(name: "disagreements", value: .list(disagreements.map(\.json)))
            let members =
                isOne ? objects[0] : [.init(name: "runs", value: .list(objects.map { .object($0) }))]
            return opened.conclude(lacking: unreadable, finding: wrong, as: .object(members + [found]))
        }
        return opened.conclude(lacking: unreadable, finding: wrong)
    }

    /// Where the run of these records stands after the one with this sequence, or after the last; nil where the run's own flow is lost.
    private func snapshot(of records: [Record], until last: UInt64?) -> RunSnapshot? {
        (try? RunHistory(of: records, until: last)).map { RunSnapshot(of: $0) }
    }

    /// - Parameter loss: what damage has cost the run behind the last record that is told.
    private func tell(_ told: Told, losing loss: RecordLoss, to console: Console) {
        let replay = told.replay
        for line in TimelineText.lines(of: replay) { console.writeLine(line, wrappedWith: TimelineText.indentation) }
        let decider = told.decider ?? "the flow in the log"
        let agreement = replay.disagreement.map(\.sentence) ?? "every record is as \(decider) decides"
        let ending = TimelineText.ending(of: replay.timeline, losing: loss)
        console.writeLine("\(ending); \(agreement)".harmless)
    }

    /// Takes every run of the flow through another version of it.
    func compare(with table: Table, asJSON: Bool, to console: Console) throws -> ExitCode {
        let flow = RunningFlow(table)
        var divergences: [Replay.Divergence] = []
        var count = 0
        let unreadable = try opened.forEach(runs) { records throws(Replay.Failure) in
            guard try RunSummary(of: records).flow == table.name else { return }
            count += 1
            divergences += [try Replay.divergence(of: records, from: flow)].compactMap { $0 }
        }
        guard count > 0 else {
            throw opened.refusal(unreadable + ["\(name): no run here is of flow \(table.name)"])
        }
        let conforming = count - divergences.count
        let found = divergences.map { "\(name): \($0.sentence)" }
        if asJSON {
            return opened.conclude(
                lacking: unreadable, finding: found,
                as: .object([
                    "runs": .integer(Int64(count)), "conforming": .integer(Int64(conforming)),
                    "departures": .list(divergences.map(\.json)),
                ]))
        }
        for divergence in divergences { console.writeLine(divergence.sentence.harmless) }
        console.writeLine(
            "\(conforming) of \(counted(count, "run")) \(conforming == 1 ? "conforms" : "conform") to \(table.name)")
        console.writeLine(
            "Times, limits and values are not compared; 'keyway compare LOG --with FLOW' does that.", wrappedWith: 2)
        return opened.conclude(lacking: unreadable, finding: found)
    }
}

/// The flow that `--table` names, by which runs are told whose own table is lost in damage.
private struct GivenFlow {
    let flow: RunningFlow
    let annotations: Table.Annotations

    init(_ flow: RunnableFlow) {
        self.flow = RunningFlow(flow.table)
        annotations = flow.annotations
    }

    /// The flow as a sentence names it.
    var words: String { "\(flow.table.name) version \(flow.table.version), which --table names," }
}

extension Replay.Divergence {
    fileprivate var sentence: String {
        "run \(run), record \(sequence), event \(event): the flow parts from what was recorded, which reached \(state)"
    }
}
