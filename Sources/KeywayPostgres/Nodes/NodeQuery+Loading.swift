import KeywayCore
import KeywayLog
import KeywayNodes

/// What a node reads of runs.
extension NodeQuery {
    /// How many blocks one question gives at most, so that an answer comes in time and takes little memory.
    private static let greatestCount = 2048

    func load(_ asked: [(run: RunID, from: UInt64)]) throws(QueryFailure) -> [RunID: [SharedBlock]] {
        var loaded = Dictionary(asked.map { ($0.run, LoadedRun($0.run, from: $0.from)) }) { first, _ in first }
        var wanted = loaded.values.map { ($0.run, $0.next) }
        while !wanted.isEmpty {
            let rows = try ask(.blocksOfShared(limit: Self.greatestCount), Parameter.ends(wanted))
            for row in rows {
                guard let run = row.identity(0) else { continue }
                try loaded[run]?.take(row, version: version)
            }
            guard rows.count == Self.greatestCount else { break }
            wanted = loaded.values.filter { !$0.isComplete }.map { ($0.run, $0.next) }
        }
        return loaded.compactMapValues { $0.isKnown ? $0.allBlocks : nil }
    }

    /// The version of a flow, which is read once.
    private func version(_ number: Int64) throws(ReadingFailure) -> FlowVersion {
        guard let connection = slot.connection else { throw .query(.unanswered(reason: "the connection has failed")) }
        return try BlockQuery(connection: connection, limit: rest, flows: terms.flows).flow(number)
    }
}
