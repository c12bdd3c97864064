import KeywayCore
import KeywayFileLog
import KeywayPostgres

extension Command {
    static let verify = Command(
        name: "verify", summary: "reads all of a log and names every place that is not as it was written",
        operands: [
            .log("The log's folder, or the address of its database: postgresql://...; nothing in it is changed")
        ],
        options: [.format],
        endings: [
            (.fine, "The log is sound"),
            (.problem, "Damage, a torn end, what a later version wrote, or no log; or the call was stopped"),
        ],
        example: "keyway verify runs",
        perform: { arguments, surroundings in
            let place = try LogPlace(of: arguments)
            let console = surroundings.console
            let (report, stopped) = try readAll(of: place, in: surroundings)
            if arguments.isJSON {
                let json = report.json(log: place.name, isWhole: stopped == nil)
                console.write(stopped.map { json.with($0.json) } ?? json)
            } else {
                for line in report.lines { console.writeLine("\(place.name): \(line)".harmless) }
                console.writeLine("\(place.name): \(report.summary(isWhole: stopped == nil))".harmless)
            }
            var sentences = stopped?.sentences ?? []
            // On a terminal the lines above have just shown the problems; elsewhere standard error repeats them.
            if arguments.isJSON || !console.isTerminal {
                sentences += report.problems.map { "\(place.name): \($0)" }
            }
            for line in CallRefusal(sentences).lines { console.remark(line.harmless) }
            return report.isSound && stopped == nil ? .fine : .problem
        })
}

/// Reads all of the log, or as much of it as was read when the person stopped that; `stopped` then says how much that is.
private func readAll(
    of place: LogPlace, in surroundings: Surroundings
) throws -> (report: any VerificationReport, stopped: CallRefusal?) {
    var progress = ProgressLine(on: surroundings.console)
    defer { progress.end() }
    var stopped: CallRefusal?
    let report: any VerificationReport =
        switch place {
        case .folder(let path):
            try FileLog.verify(path) { read, total in
                progress.show(read, of: total, "segments")
                guard read < total, surroundings.isInterrupted() else { return true }
                stopped = .stopped(after: read, of: total, "segment", at: place.name)
                return false
            }
        case .database(let database):
            try PostgresLog.verify(database) { read in
                progress.show(read, "runs")
                guard surroundings.isInterrupted() else { return true }
                stopped = CallRefusal("stopped after \(counted(read, "run"))", at: place.name)
                return false
            }
        }
    return (report, stopped)
}

/// What reading all of a log has found; a folder's log and a database's each have their own.
private protocol VerificationReport {
    var isSound: Bool { get }
    /// What was found, one line each.
    var lines: [String] { get }
    /// Those of the lines that tell of something wrong.
    var problems: [String] { get }
    /// How much was read, in words.
    var extent: String { get }
    /// What else is to be said of the log, in clauses.
    var remarks: [String] { get }
    /// How many places or runs are not as they were written, with their noun.
    var faultCount: String { get }

    /// - Parameter isWhole: whether all of the log was read, so that it is known whether it is sound.
    func json(log: String, isWhole: Bool) -> JSONValue
}

extension VerificationReport {
    /// Whether the log, or what was read of it, is sound, and how much that is, in one line.
    fileprivate func summary(isWhole: Bool) -> String {
        let state = isSound ? (isWhole ? "sound" : "sound so far") : "not sound (\(faultCount))"
        return (["\(state): \(extent)"] + remarks).joined(separator: "; ")
    }

    /// Whether the log is sound; null where that is not known, because what was read is sound and more was not read.
    fileprivate func soundness(isWhole: Bool) -> JSONValue { isSound && !isWhole ? .null : .bool(isSound) }
}

extension PostgresLog.Verification: VerificationReport {
    fileprivate var lines: [String] {
        findings.map { "run \($0.run): \($0.reason)" }
            + (strayBlocks > 0
                ? ["\(counted(strayBlocks, "row")) of records \(strayBlocks == 1 ? "is" : "are") of no run"] : [])
            + unreadableDevices.map {
                "device \($0): its row cannot be read: it is damaged, or a later version of Keyway wrote it"
            }
    }
    fileprivate var problems: [String] { lines }

    fileprivate var extent: String { "\(counted(records, "record")), \(counted(runs, "run"))" }
    fileprivate var remarks: [String] { [] }
    fileprivate var faultCount: String { counted(lines.count, "finding") }

    fileprivate func json(log: String, isWhole: Bool) -> JSONValue {
        .object([
            "log": .text(log), "sound": soundness(isWhole: isWhole), "records": .integer(Int64(records)),
            "runs": .integer(Int64(runs)), "strayBlocks": .integer(Int64(strayBlocks)),
            "unreadableDevices": .texts(unreadableDevices),
            "findings": .list(
                findings.map {
                    .object([
                        "run": .text($0.run.description), "kind": .text($0.kind.rawValue), "reason": .text($0.reason),
                    ])
                }),
        ])
    }
}

extension FileLog.Verification: VerificationReport {
    fileprivate var lines: [String] { problems + setAside.map(\.words) }
    fileprivate var problems: [String] { findings.map(\.words) }

    fileprivate var faultCount: String { counted(findings.count, "place") }

    fileprivate var extent: String {
        [
            counted(segments, "segment"), counted(Int(clamping: blocks), "block"),
            counted(Int(clamping: records), "record"), counted(runs, "run"),
        ].joined(separator: ", ")
    }

    fileprivate var remarks: [String] {
        [
            setAside.isEmpty ? nil : "\(counted(setAside.count, "torn end")) set aside earlier",
            damagedLog.map { "begun in the place of a damaged log, which is \($0) beside it" },
            isBeingWritten ? "a writer has it open, so that its end is not judged" : nil,
        ].compactMap { $0 }
    }

    fileprivate func json(log: String, isWhole: Bool) -> JSONValue {
        .object([
            "log": .text(log), "sound": soundness(isWhole: isWhole), "segments": .integer(Int64(segments)),
            "blocks": .integer(Int64(clamping: blocks)), "records": .integer(Int64(clamping: records)),
            "runs": .integer(Int64(runs)), "setAside": .integer(Int64(setAside.count)),
            "remainders": .list(
                setAside.map {
                    .object([
                        "file": .optional($0.file), "segment": .integer(Int64($0.segment)),
                        "position": .integer(Int64(clamping: $0.position)),
                        "length": .integer(Int64(clamping: $0.length)),
                    ])
                }), "damagedLog": .optional(damagedLog), "beingWritten": .bool(isBeingWritten),
            "findings": .list(
                findings.map {
                    .object([
                        "kind": .text($0.kind.rawValue), "file": .text($0.file),
                        "position": .integer(Int64(clamping: $0.position)),
                        "length": .integer(Int64(clamping: $0.length)), "reason": .text($0.reason),
                    ])
                }),
        ])
    }
}

extension FileLog.Finding {
    fileprivate var words: String { "\(kind.words): \(description)" }
}

extension FileLog.SetAside {
    fileprivate var words: String {
        let place = "\(counted(Int(clamping: length), "byte")), from byte \(position) of segment \(segment)"
        guard let file else { return "in doubt, and not set aside for want of room: \(place)" }
        return "set aside earlier: \(file) has \(place)"
    }
}

extension FileLog.Finding.Kind {
    fileprivate var words: String {
        switch self {
        case .tailInDoubt: "torn tail"
        case .damage: "damage"
        case .missingSegment: "missing segment"
        case .misplaced: "misplaced bytes"
        case .malformedRecord: "malformed record"
        case .damagedHead: "damaged head"
        case .damagedRemainder: "damaged remainder"
        case .foreignFile: "foreign file"
        }
    }
}
