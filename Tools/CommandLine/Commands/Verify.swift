import KeywayLog

extension Command {
    static let verify = Command(
        name: "verify", summary: "reads all of a log and names every place that is not as it was written",
        operands: [Operand(name: "LOG", summary: "The log's folder, in which nothing is changed")],
        options: [.format],
        endings: [(.fine, "The log is sound"), (.problem, "Damage, a torn end, or no log")],
        example: "keyway verify runs",
        perform: { arguments, surroundings in
            guard let folder = arguments.operands.first else { preconditionFailure("the reader asks for it") }
            let report = try KeywayLog.verify(folder)
            let console = surroundings.console
            if arguments.isJSON {
                console.write(report.json(log: folder))
            } else {
                for finding in report.findings { console.writeLine("\(folder): \(finding.words)".harmless) }
                console.writeLine("\(folder): \(report.summary)".harmless)
            }
            let lines = Refusal(report.findings.map { "\(folder): \($0.words)" }).lines
            for line in lines { console.remark(line.harmless) }
            return report.isSound ? .fine : .problem
        })
}

extension VerificationReport {
    fileprivate var summary: String {
        let contents = [
            counted(segments, "segment"), counted(Int(clamping: blocks), "block"),
            counted(Int(clamping: records), "record"), counted(runs, "run"),
        ]
        let state = isSound ? "sound" : "not sound (\(counted(findings.count, "place")))"
        return "\(state): \(contents.joined(separator: ", "))"
            + (setAside > 0 ? "; \(counted(setAside, "torn end")) set aside earlier" : "")
    }

    fileprivate func json(log: String) -> JSONValue {
        .object([
            "log": .text(log), "sound": .bool(isSound), "segments": .integer(Int64(segments)),
            "blocks": .integer(Int64(clamping: blocks)), "records": .integer(Int64(clamping: records)),
            "runs": .integer(Int64(runs)), "setAside": .integer(Int64(setAside)),
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

extension Finding {
    fileprivate var words: String { "\(kind.words): \(description)" }
}

extension Finding.Kind {
    fileprivate var words: String {
        switch self {
        case .tornTail: "torn tail"
        case .damage: "damage"
        case .missingSegment: "missing segment"
        case .misplaced: "misplaced bytes"
        case .malformedRecord: "malformed record"
        case .newerFormat: "newer format"
        case .damagedRemainder: "damaged remainder"
        case .foreignFile: "foreign file"
        }
    }
}
