import KeywayCore
import KeywayLog
import KeywayNodes

/// What a node reads of runs.
extension NodeQuery {
    func load(_ asked: [(run: RunID, from: UInt64)]) throws(QueryFailure) -> [RunID: [SharedBlock]] {
        try LoadedRun.blocks(of: asked, version: version) { (statement, parameters) throws(QueryFailure) in
            try ask(statement, parameters)
        }
    }

    /// The version of a flow, which is read once over each connection.
    private func version(_ number: Int64) throws(ReadingFailure) -> FlowVersion {
        guard let connection = slot.connection else { throw .query(.unanswered(reason: "the connection has failed")) }
        return try BlockQuery(connection: connection, limit: rest, flows: slot.flowVersions).flow(number)
    }
}
