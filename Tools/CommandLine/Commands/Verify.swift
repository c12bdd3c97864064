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
            (.fine, "The log is sound"), (.problem, "Damage, a torn end, what a later version wrote, or no log"),
        ],
        example: "keyway verify runs",
        perform: { arguments, surroundings in
            let place = try LogPlace(of: arguments)
            let console = surroundings.console
            var progress = ProgressLine(on: console)
            let report: any VerificationReport =
                switch place {
                case .folder(let path): try FileLog.verify(path) { progress.show($0, of: $1, "segments") }
                case .database(let database): try PostgresLog.verify(database) { progress.show($0, "runs") }
                }
            progress.end()
            if arguments.isJSON {
                console.write(report.json(log: place.name))
            } else {
                for line in report.lines { console.writeLine("\(place.name): \(line)".harmless) }
                console.writeLine("\(place.name): \(report.summary)".harmless)
            }
            // On a terminal the lines above have just shown the problems; elsewhere standard error repeats them.
            if arguments.isJSON || !console.isTerminal {
                for line in CallRefusal(report.problems.map { "\(place.name): \($0)" }).lines {
                    console.remark(line.harmless)
                }
            }
            return report.isSound ? .fine : .problem
        })
}

/// What reading all of a log has found; a folder's log and a database's each have their own.
private protocol VerificationReport {
    var isSound: Bool { get }
    /// What was found, one line each.
    var lines: [String] { get }
    /// Those of the lines that tell of something wrong.
    var problems: [String] { get }
    /// Whether the log is sound, and how much was read, in one line.
    var summary: String { get }

    func json(log: String) -> JSONValue
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

    fileprivate var summary: String {
        let state = isSound ? "sound" : "not sound (\(counted(lines.count, "finding")))"
        return "\(state): \(counted(records, "record")), \(counted(runs, "run"))"
    }

    fileprivate func json(log: String) -> JSONValue {
        .object([
            "log": .text(log), "sound": .bool(isSound), "records": .integer(Int64(records)),
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

    fileprivate var summary: String {
        let contents = [
            counted(segments, "segment"), counted(Int(clamping: blocks), "block"),
            counted(Int(clamping: records), "record"), counted(runs, "run"),
        ]
        let state = isSound ? "sound" : "not sound (\(counted(findings.count, "place")))"
        let remarks = [
            setAside.isEmpty ? nil : "\(counted(setAside.count, "torn end")) set aside earlier",
            damagedLog.map { "begun in the place of a damaged log, which is \($0) beside it" },
            isBeingWritten ? "a writer has it open, so that its end is not judged" : nil,
        ]
        return (["\(state): \(contents.joined(separator: ", "))"] + remarks.compactMap { $0 }).joined(separator: "; ")
    }

    fileprivate func json(log: String) -> JSONValue {
        .object([
            "log": .text(log), "sound": .bool(isSound), "segments": .integer(Int64(segments)),
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
