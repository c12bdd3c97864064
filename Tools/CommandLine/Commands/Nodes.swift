import FlowTranscripts
import KeywayDebugger
import KeywayPostgres

extension Command {
    static let nodes = Command(
        name: "nodes",
        summary: "lists the processes that share a log in PostgreSQL, and how late they and its feed are",
        operands: [.log("The address of the database: postgresql://...")],
        options: [.format],
        endings: [
            (.fine, "No run waits for a look, or a node lives that will look soon; and a feed goes on"),
            (
                .problem,
                "Runs wait and no node lives, or none looks at them; the feed stands still; or the database has no log"
            ),
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
            if let stalled = survey.stalledFeed {
                console.remark("\(database.name): \(stalled.sentence)".harmless)
            }
            return survey.neglected.isEmpty && survey.stalledFeed == nil ? .fine : .problem
        })
}

extension PostgresDatabase.NodeSurvey {
    /// How late a look at a run may be while a node lives, in milliseconds, before the run counts as neglected; also how far the feed may
    /// be behind before it counts as stalled.
    ///
    /// Each node searches for all overdue runs of its flows every 30 seconds, so twice that time is enough.
    private static let greatestLateness: Int64 = 60_000

    var hasLivingNode: Bool { nodes.contains { $0.restOfLease > 0 } }

    /// The overdue runs that no node looks at: no node lives, or the runs have waited for too long.
    var neglected: [PostgresDatabase.OverdueRuns] {
        overdue.filter { !hasLivingNode || $0.lateness > Self.greatestLateness }
    }

    /// The feed, where its readers have been told nothing for so long that somebody must have left a transaction open.
    var stalledFeed: PostgresDatabase.FeedDelay? { feed.flatMap { $0.lag > Self.greatestLateness ? $0 : nil } }

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
            + [feed?.sentence ?? "the log has no feed"]
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
            "feed": feed?.json ?? .null,
        ])
    }
}

extension PostgresDatabase.FeedDelay {
    fileprivate var sentence: String {
        if lag == 0 { return "the feed has nothing to wait for" }
        let cause = oldest.map { "\($0.name) has had a transaction open for \($0.age.spelled)" }
        return "the feed is \(lag.spelled) behind: \(cause ?? "a transaction is open that this user may not see")"
    }

    fileprivate var json: JSONValue {
        .object([
            "lag": .seconds(lag),
            "waitsFor": oldest.map { .object(["transaction": .text($0.name), "age": .seconds($0.age)]) } ?? .null,
        ])
    }
}

extension PostgresDatabase.OverdueRuns {
    fileprivate var sentence: String {
        "\(counted(count, "run")) of \(flow), version \(version), should have been looked at, the first \(lateness.spelled) ago"
    }
}
