import KeywayFileLog

extension Command {
    static let verify = Command(
        name: "verify", summary: "reads all of a log and names every place that is not as it was written",
        operands: [Operand(name: "LOG", summary: "The log's folder, in which nothing is changed")],
        options: [.format],
        endings: [(.fine, "The log is sound"), (.problem, "Damage, a torn end, or no log")],
        example: "keyway verify runs",
        perform: { arguments, surroundings in
            guard let folder = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            let report = try FileLog.verify(folder)
            let console = surroundings.console
            if arguments.isJSON {
                console.write(report.json(log: folder))
            } else {
                for finding in report.findings { console.writeLine("\(folder): \(finding.words)".harmless) }
                for part in report.setAside { console.writeLine("\(folder): \(part.words)".harmless) }
                console.writeLine("\(folder): \(report.summary)".harmless)
            }
            let lines = Refusal(report.findings.map { "\(folder): \($0.words)" }).lines
            for line in lines { console.remark(line.harmless) }
            return report.isSound ? .fine : .problem
        })
}

extension FileLog.Verification {
    fileprivate var summary: String {
        let contents = [
            counted(segments, "segment"), counted(Int(clamping: blocks), "block"),
            counted(Int(clamping: records), "record"), counted(runs, "run"),
        ]
        let state = isSound ? "sound" : "not sound (\(counted(findings.count, "place")))"
        let remarks = [
            setAside.isEmpty ? nil : "\(counted(setAside.count, "torn end")) set aside earlier",
            beside.map { "begun in the place of a damaged log, which is \($0) beside it" },
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
                }), "beside": .optional(beside), "beingWritten": .bool(isBeingWritten),
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
        case .newerFormat: "newer format"
        case .olderFormat: "older format"
        case .damagedHead: "damaged head"
        case .damagedRemainder: "damaged remainder"
        case .foreignFile: "foreign file"
        }
    }
}
