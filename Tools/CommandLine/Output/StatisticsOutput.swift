import FlowTranscripts
import KeywayDebugger

extension Statistics {
    /// How many blanks further lines begin with where a line is broken, because the terminal is too narrow for it.
    static let indentation = 18

    /// - Parameter width: how many characters a line may have, to which the table of times is fitted; nil where it may have any number.
    func lines(fitting width: Int?) -> [String] {
        flows.flatMap { version, counts -> [String] in
            let tables = counts.tables.filter { !$0.rows.isEmpty }.flatMap { table in
                ["", "  \(table.name)"]
                    + table.rows.map { row in
                        let share = table.countsRuns ? " \(counts.percent(of: row.count))%" : ""
                        return "\("\(row.count)".aligned(to: 10))\(share.aligned(to: 6))  \(row.text)"
                    }
            }
            let stays = counts.stayTimes.map { row in
                [row.state, "\(row.count)", row.median.spelled, row.p95.spelled, row.p99.spelled]
            }
            let times =
                stays.isEmpty
                ? []
                : ["", "  time in state"]
                    + ([["state", "stays", "p50", "p95", "p99"]] + stays).inColumns(fitting: width.map { $0 - 6 }).map {
                        "      \($0)"
                    }
            // Steps past those that a run records one by one.
            let omittedSteps =
                counts.omittedSteps > 0 ? ["", "  only counted in the log: \(counts.omittedSteps) more"] : []
            return ["\(version.name) version \(version.number): \(counted(counts.runCount, "run"))"] + tables + times
                + omittedSteps + [""]
        }
    }

    /// The figures of all flows; `shadows` counts runs that only listen, beside an app's own sign-in code.
    var json: JSONValue {
        .object([
            "runs": .integer(Int64(runCount)), "shadows": .integer(Int64(shadowCount)), "outcomes": outcomes.json,
            "providers": providers.json,
            "flows": .list(
                flows.map { version, counts in
                    let tables = counts.tables.map { table in
                        JSONValue.Member(
                            name: table.key,
                            value: .object(table.rows.map { .init(name: $0.text, value: .integer(Int64($0.count))) }))
                    }
                    let states = counts.stayTimes.map { row in
                        JSONValue.object([
                            "state": .text(row.state), "stays": .integer(Int64(row.count)), "p50": .seconds(row.median),
                            "p95": .seconds(row.p95), "p99": .seconds(row.p99),
                        ])
                    }
                    return .object(
                        [
                            .init(name: "flow", value: .text(version.name)),
                            .init(name: "version", value: .integer(Int64(version.number))),
                            .init(name: "runs", value: .integer(Int64(counts.runCount))),
                        ] + tables + [
                            .init(name: "states", value: .list(states)),
                            .init(name: "leftOut", value: .integer(Int64(clamping: counts.omittedSteps))),
                        ])
                }),
        ])
    }

    /// One row for each number: the flow, its version, the table, what is counted in it, and the number; times are in seconds.
    ///
    /// The row of the shadows, which is the last, is of all flows together.
    var csv: [String] {
        func row(_ version: Version?, _ table: String, _ word: String, _ value: String) -> String {
            [version?.name ?? "", version.map { "\($0.number)" } ?? "", table, word, value].map(\.inCSV)
                .joined(separator: ",")
        }
        let rows = flows.flatMap { version, counts -> [String] in
            let tables = counts.tables.flatMap { table in
                table.rows.map { row(version, table.key, $0.text, "\($0.count)") }
            }
            let times = counts.stayTimes.flatMap { stay in
                [row(version, "stays", stay.state, "\(stay.count)")]
                    + [("p50", stay.median), ("p95", stay.p95), ("p99", stay.p99)].map {
                        row(version, "seconds \($0.0)", stay.state, $0.1.seconds)
                    }
            }
            return [row(version, "runs", "", "\(counts.runCount)")] + tables + times
                + [row(version, "leftOut", "", "\(counts.omittedSteps)")]
        }
        return ["flow,version,table,word,value"] + rows + [row(nil, "shadows", "", "\(shadowCount)")]
    }
}

extension Tally {
    var json: JSONValue {
        .object(sorted.map { .init(name: $0.text, value: .integer(Int64($0.count))) })
    }
}

extension String {
    /// The text as a field of a CSV line. Source: RFC 4180.
    ///
    /// Where the text begins with =, +, - or @, a quote before it keeps a spreadsheet from taking it for a formula.
    fileprivate var inCSV: String {
        let text = first.map { "=+-@".contains($0) } == true ? "'\(harmless)" : harmless
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
