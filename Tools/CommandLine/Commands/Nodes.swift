import FlowTranscripts
import KeywayDebugger
import KeywayPostgres

extension Command {
    static let nodes = Command(
        name: "nodes", summary: "lists the processes that share a log in PostgreSQL, and how late they are",
        operands: [.log("The address of the database: postgresql://...")],
        options: [.format],
        endings: [
            (.fine, "A node lives, or no run waits for one"),
            (.problem, "Runs wait and no node lives, or the database has no log"),
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
            guard survey.isServed else {
                console.remark(
                    "\(database.name): \(counted(survey.overdueRuns, "run")) should have been looked at, and no node lives"
                        .harmless)
                return .problem
            }
            return .fine
        })
}

extension PostgresDatabase.NodeSurvey {
    /// Whether no run waits for a look, or a node lives that will look.
    var isServed: Bool { overdueRuns == 0 || nodes.contains { $0.restOfLease > 0 } }

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
        let looks =
            overdueRuns == 0
            ? "no run waits for a look"
            : "\(counted(overdueRuns, "run")) should have been looked at, the first \(lateness.spelled) ago"
        return table + [looks]
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
            "overdueRuns": .integer(Int64(overdueRuns)), "lateness": .seconds(lateness),
        ])
    }
}
