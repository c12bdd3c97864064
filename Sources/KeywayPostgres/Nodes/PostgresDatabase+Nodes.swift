package import KeywayCore
package import KeywayLog

extension PostgresDatabase {
    /// A process that is, or was, a node of the log that many share.
    package struct KnownNode: Equatable, Sendable {
        package var id: NodeID
        /// How the process calls itself, as its name and number on its machine.
        package var label: String
        /// How long its lease still lasts, in milliseconds by the server's clock; 0 or less for a node that is gone.
        package var restOfLease: Int64
    }

    /// What the tables of nodes say of those who share the log.
    package struct NodeSurvey: Equatable, Sendable {
        /// The one whose lease ends last comes first; at most 1,000.
        package var nodes: [KnownNode] = []
        /// How many runs somebody should have looked at by now.
        package var overdueRuns = 0
        /// For how long the first of these has waited, in milliseconds; 0 where there is none.
        package var lateness: Int64 = 0
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
            if let row = try query.perform(.overdueRuns, []).first {
                survey.overdueRuns = Int(clamping: row.integer(0) ?? 0)
                survey.lateness = row.integer(1) ?? 0
            }
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
        "SELECT node, label, until - \(now) FROM keyway.node ORDER BY until DESC, node LIMIT 1000")

    /// How many runs are not looked at yet though their time has come, and how late the most overdue look is.
    fileprivate static let overdueRuns = Statement(
        """
        SELECT count(*), coalesce(\(now) - min(wake), 0)
        FROM keyway.shared_run WHERE wake IS NOT NULL AND wake <= \(now)
        """)

    fileprivate static let stuckRuns = Statement("SELECT run FROM keyway.shared_run WHERE is_set_aside")
}
