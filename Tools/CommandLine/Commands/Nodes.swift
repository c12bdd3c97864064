import FlowTranscripts
import KeywayDebugger
import KeywayPostgres

extension Command {
    static let nodes = Command(
        name: "nodes", summary: "lists the processes that share a log in PostgreSQL, and how late they are",
        operands: [.log("The address of the database: postgresql://...")],
        options: [.format],
        endings: [
            (.fine, "No run waits for a look, or a node lives that will look soon"),
            (.problem, "Runs wait and no node lives, or none looks at them, or the database has no log"),
        ],
        example: "keyway nodes postgresql://keyway@db.internal/signin",
        perform: { arguments, surroundings in
            let database = try LogPlace.database(
                of: arguments, because: "a log in a folder is written by one process")
            let survey = try database.surveyNodes()
            let console = surroundings.console
            if arguments.isJSON {
                console.write(survey.json)
            } else {
                for line in survey.lines(fitting: console.width) { console.writeLine(line.harmless) }
            }
            for neglected in survey.neglected {
                let why =
                    survey.hasLivingNode
                    ? "the nodes that live do not serve this version, or cannot keep up" : "no node lives"
                console.remark("\(database.name): \(neglected.sentence): \(why)".harmless)
            }
            return survey.neglected.isEmpty ? .fine : .problem
        })
}

extension PostgresDatabase.NodeSurvey {
    /// How late a look at a run may be while a node lives, in milliseconds, before the run counts as neglected.
    ///
    /// Each node searches for all overdue runs of its flows every 30 seconds, so twice that time is enough.
    private static let greatestLateness: Int64 = 60_000

    var hasLivingNode: Bool { nodes.contains { $0.restOfLease > 0 } }

    /// The overdue runs that no node looks at: no node lives, or the runs have waited for too long.
    var neglected: [PostgresDatabase.OverdueRuns] {
        overdue.filter { !hasLivingNode || $0.lateness > Self.greatestLateness }
    }

    func lines(fitting width: Int?) -> [String] {
        let rows = nodes.map { node in
            [
                "\(node.id)", node.label,
                node.restOfLease > 0
                    ? "lives, its lease ends in \(node.restOfLease.spelled)"
                    : "gone, its lease ended \((-node.restOfLease).spelled) ago",
            ]
        }
        let table =
            rows.isEmpty
            ? ["no node has ever shared this log"]
            : ([["node", "name", "state"]] + rows).inColumns(fitting: width)
        return table + (overdue.isEmpty ? ["no run waits for a look"] : overdue.map(\.sentence))
    }

    fileprivate var json: JSONValue {
        .object([
            "nodes": .list(
                nodes.map { node in
                    .object([
                        "node": .text("\(node.id)"), "name": .text(node.label), "lives": .bool(node.restOfLease > 0),
                        "lease": .seconds(node.restOfLease),
                    ])
                }),
            "overdue": .list(
                overdue.map { runs in
                    .object([
                        "flow": .text(runs.flow), "version": .integer(Int64(runs.version)),
                        "runs": .integer(Int64(runs.count)), "lateness": .seconds(runs.lateness),
                    ])
                }),
        ])
    }
}

extension PostgresDatabase.OverdueRuns {
    fileprivate var sentence: String {
        "\(counted(count, "run")) of \(flow), version \(version), should have been looked at, the first \(lateness.spelled) ago"
    }
}
