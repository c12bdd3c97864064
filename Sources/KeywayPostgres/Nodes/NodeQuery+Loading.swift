import KeywayCore
import KeywayLog
import KeywayNodes

/// What a node reads of runs.
extension NodeQuery {
    /// Of several runs all blocks have to come in the time of one statement, as one run with very many must not hold up the others: the
    /// node asks for that one by itself, and then each part of the run has that time.
    func load(_ asked: [(run: RunID, from: UInt64)]) throws(QueryFailure) -> [RunID: [SharedBlock]] {
        var query = self
        return try LoadedRun.blocks(of: asked, version: version) { (statement, parameters) throws(QueryFailure) in
            let rows = try query.ask(statement, parameters)
            if asked.count == 1 { query.prolong() }
            return rows
        }
    }

    /// The version of a flow, which is read once over each connection.
    private func version(_ number: Int64) throws(ReadingFailure) -> FlowVersion {
        guard let connection = slot.connection else { throw .query(.unanswered(reason: "the connection has failed")) }
        return try BlockQuery(connection: connection, limit: rest, flows: slot.flowVersions).flow(number)
    }
}
