import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay
import KeywayRuns

extension Option {
    // A decoder is what a flow's source reads a provider's words by. A log keeps the events that were read, and not the words, so a changed
    // source makes no difference here.
    fileprivate static let with = Option(
        name: "--with", value: "FLOW",
        summary:
            "Takes every run of the log through this flow, which may be a changed one; it judges tables, not decoders")
    static let and = Option(
        name: "--and", value: "RUN", summary: "The run that --run is compared with, of OTHER where that is named")
}

extension Command {
    static let compare = Command(
        name: "compare", summary: "says which runs go another way in another log, or by a changed flow",
        operands: [
            .log(),
            Operand(
                name: "OTHER", summary: "Another log, whose runs of the same identity are compared", count: .atMostOne,
                takesAddress: true),
        ],
        options: [.with, .run, .and, .specs, .format],
        endings: [
            (.fine, "Every run goes the same way"),
            // A run parts where the other log or flow has something else for one of its records.
            (.problem, "Runs part; or one cannot be compared; or a log cannot be read to its end"),
        ],
        example: "keyway compare sign-ins --with Specs/OTPless/SNA.flow",
        perform: { arguments, surroundings in
            let other = arguments.operands.dropFirst().first
            if arguments[.run] != nil || arguments[.and] != nil {
                guard arguments[.run] != nil, arguments[.and] != nil, arguments[.with] == nil else {
                    throw UsageError(
                        "'keyway compare' compares two runs by --run and --and together, and without --with",
                        helpOf: "compare")
                }
                return try ComparedRuns(arguments, in: surroundings).perform()
            }
            guard (other == nil) != (arguments[.with] == nil) else {
                throw UsageError(
                    "'keyway compare' needs a second log, --with FLOW, or two runs by --run and --and",
                    helpOf: "compare")
            }
            let log = try OpenedLog(arguments, in: surroundings)
            if let other {
                return try log.compare(
                    with: try OpenedLog(LogPlace(other, helpOf: "compare"), in: surroundings), arguments)
            }
            let lookup = try FlowLookup(arguments, in: surroundings, log: LogPlace(of: arguments))
            let flow = try lookup.flow(arguments[.with] ?? "")
            return try log.compare(by: RunningFlow(flow.table), arguments)
        })
}

extension OpenedLog {
    /// Takes every run that the log has of the flow through this version of it, which may be another than the run was recorded with.
    fileprivate func compare(
        by flow: RunningFlow, _ arguments: Arguments
    ) throws -> ExitCode {
        var comparison = Comparison()
        let unreadable = try forEach(runs) { records throws(Replay.Failure) in
            guard try RunSummary(of: records).flow == flow.table.name else { return }
            try comparison.add(records, by: flow)
        }
        guard comparison.runCount + comparison.unknown.count + comparison.tooLong.count > 0 else {
            throw refusal(unreadable + ["\(name): no run here is of flow \(flow.table.name)"])
        }
        let words = Comparison.Words(
            way: "another way by \(flow.table.name)",
            unknown: ("has events that it does not know", "have events that it does not know"),
            judges:
                "Tables are judged, not decoders: the log has what a callback was read as, so that a changed source shows nothing"
        )
        return tell(comparison, in: words, lacking: unreadable, arguments)
    }

    /// Compares the runs that have the same identity in both logs; where each log has one run, these two are compared anyway.
    func compare(
        with other: OpenedLog, _ arguments: Arguments
    ) throws -> ExitCode {
        var comparison = Comparison()
        let partners = Set(other.runs)
        // The only run of the other log, where this log too has only one.
        let lone = runs.count == 1 && other.runs.count == 1 ? other.runs[0] : nil
        var unreadablePartners: [String] = []
        let unreadable = try forEach(runs) { records in
            let replay = try Replay(of: records)
            let run = replay.timeline.run
            guard let partner = lone ?? (partners.contains(run) ? run : nil) else {
                return comparison.addUnknown(run)
            }
            // Read as a run of its own log, so that what is wrong with it is said of that log, and the next run is compared.
            var isThere = false
            let unreadable = try other.withRecords(of: partner) { records in
                isThere = true
                comparison.add(replay, try Replay(of: records))
            }
            // The partner may have left the other log since it was listed.
            if !isThere, unreadable.isEmpty { comparison.addUnknown(run) }
            unreadablePartners += unreadable
        }
        if lone == nil {
            let own = Set(runs)
            for run in other.runs where !own.contains(run) { comparison.addUnknown(run) }
        }
        let words = Comparison.Words(way: "another way", unknown: ("is in one log only", "are in one log only"))
        // `conclude` adds what is lost of this log.
        return tell(comparison, in: words, lacking: unreadable + unreadablePartners + other.lost, arguments)
    }

    /// Writes the result, and gives the exit code. `unreadable`: a sentence for each run or log that could not be read wholly.
    func tell(
        _ comparison: Comparison, in words: Comparison.Words, lacking unreadable: [String], _ arguments: Arguments
    ) -> ExitCode {
        let found = comparison.problems(in: words).map { "\(name): \($0)" }
        if arguments.isJSON { return conclude(lacking: unreadable, finding: found, as: comparison.json) }
        let lines = comparison.lines(in: words, naming: ShortIdentities(among: runs))
        for line in lines { console.writeLine(line.harmless, wrappedWith: 2) }
        return conclude(lacking: unreadable, finding: found)
    }
}

extension Comparison {
    /// How sentences name what was found: the words differ for two logs and for two flows.
    struct Words {
        /// What a run that differs takes, after "goes": `another way by OTPlessSNA`.
        var way: String
        /// What is said of one run that cannot be compared, and of several; nil where there can be none.
        var unknown: (one: String, more: String)?
        /// What the comparison judges and what it cannot show, as a sentence without its full stop; nil where that needs no words.
        var judges: String?

        func difference(of count: Int) -> String { "\(count == 1 ? "goes" : "go") \(way)" }
        /// What is said of so many runs that cannot be compared, after their number.
        func unknown(of count: Int) -> String? { unknown.map { count == 1 ? $0.one : $0.more } }
    }

    /// What is said of runs in `tooLong`, after their number: a process had ended them when they got too many records.
    private static let tooLongWords = "ended because of too many records, and so not compared"

    /// A line for each kind of difference, which names the first record from which the first such run goes another way; then the totals.
    ///
    /// - Parameter identities: those of the log whose runs are compared.
    fileprivate func lines(in words: Words, naming identities: ShortIdentities) -> [String] {
        let changes = changes.map { change in
            let place = "record \(change.first.sequence), \(change.first.event), of run \(change.first.run)"
            let more = change.samples.dropFirst().map(identities.digits)
            let samples = more.isEmpty ? "" : "; also \(more.joined(separator: ", "))"
            let end = change.isOtherEnd ? "\(change.from) -> \(change.to)" : "\(change.from), by another way"
            return "\(end): \(counted(change.count, "run")); the first differs from \(place)\(samples)"
        }
        let sameEnd = differentCount - otherEndCount
        let ends =
            differentCount == 0
            ? ""
            : ": \(otherEndCount) \(otherEndCount == 1 ? "ends" : "end") otherwise, \(sameEnd) \(sameEnd == 1 ? "ends" : "end") as before"
        let more =
            (words.unknown(of: unknown.count).map { ["; \(unknown.count) \($0)"] } ?? [])
            + (tooLong.isEmpty ? [] : ["; \(tooLong.count) \(Self.tooLongWords)"])
        return changes + [
            "\(differentCount) of \(counted(runCount, "run")) \(words.difference(of: differentCount))\(ends)\(more.joined())"
        ] + (words.judges.map { ["\($0)."] } ?? [])
    }

    /// What is wrong, one sentence each.
    fileprivate func problems(in words: Words) -> [String] {
        (differentCount > 0 ? ["\(counted(differentCount, "run")) \(words.difference(of: differentCount))"] : [])
            + (unknown.isEmpty ? [] : ["\(counted(unknown.count, "run")) \(words.unknown(of: unknown.count) ?? "")"])
            + (tooLong.isEmpty ? [] : ["\(counted(tooLong.count, "run")) \(Self.tooLongWords)"])
    }

    fileprivate var json: JSONValue {
        .object([
            "runs": .integer(Int64(runCount)), "different": .integer(Int64(differentCount)),
            "otherEnd": .integer(Int64(otherEndCount)),
            "unknown": .integer(Int64(unknown.count)), "tooLong": .integer(Int64(tooLong.count)),
            "changes": .list(
                changes.map { change in
                    .object([
                        "from": .text(change.from), "to": .text(change.to), "count": .integer(Int64(change.count)),
                        "first": .object([
                            "run": .text(change.first.run.description),
                            "sequence": .integer(Int64(clamping: change.first.sequence)),
                            "event": .text(change.first.event),
                        ]), "samples": .texts(change.samples.map(\.description)),
                    ])
                }),
        ])
    }
}
