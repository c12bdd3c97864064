import Keyway
import KeywayLog
import KeywayReplay

extension Option {
    fileprivate static let run = Option(name: "--run", value: "RUN", summary: "Only this run")
    fileprivate static let until = Option(
        name: "--until", value: "N", summary: "Tells a run up to its record N, that one included")
    fileprivate static let with = Option(
        name: "--with", value: "FLOW", summary: "Asks where this flow would have decided otherwise")
}

extension Command {
    static let replay = Command(
        name: "replay", summary: "tells runs from their log alone, and checks every record against the flow in the log",
        operands: [Operand(name: "LOG", summary: "The log's folder")],
        options: [.run, .until, .with, .specs, .format],
        endings: [
            (.fine, "Every record is what the flow makes of the events"),
            (.problem, "A disagreement or a departure; or the log cannot be read to its end"),
        ],
        example: "keyway replay runs --until 4",
        perform: { arguments, surroundings in
            guard let folder = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            let last = try arguments.number(.until)
            let wanted = try arguments[.run].map { try runIdentity($0) }
            if arguments[.with] != nil, last != nil {
                throw UsageError("--until does not go with --with", helpOf: "replay")
            }
            let log = try ReplayedLog(folder, only: wanted)
            if let word = arguments[.with] {
                let flow = try FlowLookup(arguments, in: surroundings, log: folder).flow(word)
                return try log.compare(with: flow.table, asJSON: arguments.isJSON, to: surroundings.console)
            }
            return try log.tell(until: last, asJSON: arguments.isJSON, to: surroundings.console)
        })
}

/// The run that is printed so.
private func runIdentity(_ text: String) throws(UsageError) -> RunID {
    guard let run = RunID(text) else {
        throw UsageError("'\(text.harmless)' is not a run's identity, which is 32 hexadecimal digits", helpOf: "replay")
    }
    return run
}

/// A log that is asked what its runs were.
struct ReplayedLog {
    let folder: String
    let reader: LogReader
    /// In the order in which they began.
    let runs: [RunID]

    init(_ folder: String, only wanted: RunID? = nil) throws {
        self.folder = folder
        reader = try LogReader(folder)
        if let wanted, !reader.runs.contains(wanted) { throw Refusal("\(folder): run \(wanted) is not in this log") }
        runs = wanted.map { [$0] } ?? reader.runs
        if runs.isEmpty {
            let reason = reader.report.findings.first.map { ": \($0)" } ?? ""
            throw Refusal("\(folder): this log has no runs\(reason)")
        }
    }

    /// What is wrong with the log, so that its end cannot be trusted; a file that does not belong there is not.
    private var trouble: Finding? { reader.report.findings.first { $0.kind != .foreignFile } }

    /// Tells the run up to the record with this sequence; nil tells all of it.
    func replayed(_ run: RunID, until last: UInt64? = nil) throws -> Replay {
        do { return try KeywayReplay.replay(try reader.records(of: run), until: last) } catch let error as ReplayError {
            throw Refusal("\(folder): run \(run): \(error)")
        }
    }

    /// Tells every run, and what is wrong with any of them or with the log last.
    func tell(until last: UInt64?, asJSON: Bool, to console: Console) throws -> ExitCode {
        var objects: [[JSONValue.Member]] = []
        var disagreements: [Replay.Disagreement] = []
        var untold: [String] = []
        for (index, run) in runs.enumerated() {
            let replay: Replay
            do { replay = try replayed(run, until: last) } catch let refusal as Refusal {
                // The other runs are unharmed.
                guard runs.count > 1 else { throw refusal }
                untold += refusal.sentences
                continue
            }
            disagreements += [replay.disagreement].compactMap { $0 }
            if asJSON {
                objects.append(replay.timeline.members(log: folder))
            } else {
                if index > 0 { console.writeLine("") }
                tell(replay, to: console)
            }
        }
        if asJSON {
            let found = JSONValue.Member(name: "disagreements", value: .list(disagreements.map(\.json)))
            let members =
                runs.count == 1 ? objects[0] : [.init(name: "runs", value: .list(objects.map { .object($0) }))]
            console.write(.object(members + [found]))
        }
        return conclude(untold + disagreements.map { "\(folder): \($0.sentence)" }, on: console)
    }

    private func tell(_ replay: Replay, to console: Console) {
        console.writeLine(TimelineText.header(of: replay.timeline))
        console.writeLine(TimelineText.beginning(of: replay.timeline))
        for entry in replay.timeline.entries { console.writeLine(TimelineText.line(of: entry)) }
        let agreement = replay.disagreement.map(\.sentence) ?? "every record is as the flow in the log decides"
        console.writeLine("\(TimelineText.ending(of: replay.timeline)); \(agreement)".harmless)
    }

    /// Takes every run of the flow through another version of it.
    func compare(with table: Table, asJSON: Bool, to console: Console) throws -> ExitCode {
        var departures: [Departure] = []
        var count = 0
        for run in runs {
            let records = try reader.records(of: run)
            do throws(ReplayError) {
                guard try KeywayReplay.replay(records, until: 0).timeline.flow == table.name else { continue }
                count += 1
                departures += [try departure(of: records, from: table)].compactMap { $0 }
            } catch {
                throw Refusal("\(folder): run \(run): \(error)")
            }
        }
        guard count > 0 else { throw Refusal("\(folder): no run here is of flow \(table.name)") }
        let conforming = count - departures.count
        if asJSON {
            console.write(
                .object([
                    "runs": .integer(Int64(count)), "conforming": .integer(Int64(conforming)),
                    "departures": .list(departures.map(\.json)),
                ]))
        } else {
            for departure in departures { console.writeLine(departure.sentence.harmless) }
            console.writeLine("\(conforming) of \(counted(count, "run")) conform to \(table.name)")
        }
        return conclude(departures.map { "\(folder): \($0.sentence)" }, on: console)
    }

    private func conclude(_ sentences: [String], on console: Console) -> ExitCode {
        let sentences = sentences + [trouble].compactMap { $0 }.map { "\(folder): \($0)" }
        for line in Refusal(sentences).lines { console.remark(line.harmless) }
        return sentences.isEmpty ? .fine : .problem
    }
}

extension Departure {
    fileprivate var sentence: String {
        "run \(run), record \(sequence), event \(event): the flow parts from what was recorded, which reached \(state)"
    }
}
