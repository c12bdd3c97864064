package import KeywayCore
package import KeywayLog

extension PostgresDatabase {
    /// A process that is, or was, a node of the log that many share.
    package struct KnownNode: Equatable, Sendable {
        package var id: NodeID
        /// How the process calls itself: the `label` of its `PostgresDatabase`, by default the machine's name and the number of the
        /// process.
        package var label: String
        /// How long its lease still lasts, in milliseconds by the server's clock; 0 or less for a node that is gone.
        package var restOfLease: Int64
    }

    /// What the tables of nodes say of those who share the log.
    package struct NodeSurvey: Equatable, Sendable {
        /// The one whose lease ends last comes first; at most 1,000.
        package var nodes: [KnownNode] = []
        /// The runs that somebody should have looked at by now, by their flows; the flow whose runs wait longest comes first.
        package var overdue: [OverdueRuns] = []
        /// How far the log's feed is behind; nil where it has none.
        package var feed: FeedDelay?
    }

    /// Runs of one version of a flow whose look is overdue.
    package struct OverdueRuns: Equatable, Sendable {
        package var flow: String
        /// As the header of the spec has it; several versions of a flow may have one.
        package var version: Int
        package var count: Int
        /// For how long the first of them has waited, in milliseconds.
        package var lateness: Int64
    }

    /// Asks who shares the log of this database; it blocks its thread.
    ///
    /// - Throws: `PostgresLog.Failure.unreachable`, `noTables`, `otherFormat` and `storage`.
    package func surveyNodes() throws(PostgresLog.Failure) -> NodeSurvey {
        let query = try BlockQuery(reading: self)
        return try asking { () throws(ReadingFailure) in
            var survey = NodeSurvey()
            for row in try query.perform(.knownNodes, []) {
                guard let id = row.node(0), let label = row.text(1), let rest = row.integer(2) else { continue }
                survey.nodes.append(KnownNode(id: id, label: label, restOfLease: rest))
            }
            for row in try query.perform(.overdueRuns, []) {
                guard let number = row.integer(0), let count = row.integer(1), let lateness = row.integer(2) else {
                    continue
                }
                let table = try? query.flow(number).flow().table
                survey.overdue.append(
                    OverdueRuns(
                        flow: table?.name ?? "unreadable flow \(number)", version: table?.version ?? 0,
                        count: Int(clamping: count), lateness: lateness))
            }
            survey.feed = try query.feedDelay()
            return survey
        }
    }

    /// The runs that are set aside because `greatestLooks` nodes that looked at them have died; it blocks its thread.
    ///
    /// - Throws: `PostgresLog.Failure.unreachable`, `noTables`, `otherFormat` and `storage`.
    package func stuckRuns() throws(PostgresLog.Failure) -> Set<RunID> {
        let query = try BlockQuery(reading: self)
        return try asking { () throws(ReadingFailure) in
            Set(try query.perform(.stuckRuns, []).compactMap { $0.identity(0) })
        }
    }
}

extension Statement {
    fileprivate static let knownNodes = Statement(
        "SELECT node, label, until - \(now) FROM keyway.node WHERE until > 0 ORDER BY until DESC, node LIMIT 1000")

    /// By the version of their flow: how many runs are not looked at yet though their time has come, and how late the most overdue look is.
    fileprivate static let overdueRuns = Statement(
        """
        SELECT flow::bigint, count(*), \(now) - min(wake)
        FROM keyway.shared_run WHERE wake IS NOT NULL AND wake <= \(now)
        GROUP BY flow ORDER BY min(wake)
        """)

    fileprivate static let stuckRuns = Statement("SELECT run FROM keyway.shared_run WHERE is_set_aside")
}
