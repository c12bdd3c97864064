import KeywayCore
import KeywayLog

/// What is read of runs in whichever tables they are.
extension BlockQuery {
    /// The records of a run from its beginning; none of a run that is not there, or leaves the log while it is read.
    ///
    /// - Throws: `ReadingFailure.unreadable` where not all of them can be read.
    func allRecords(of run: RunID, in tables: LogTables) throws(ReadingFailure) -> [Record] {
        switch tables {
        case .ofOneProcess: return try records(of: run, from: 0, count: .max)
        case .ofNodes:
            let blocks = try sharedBlocks(of: [run])[run] ?? []
            if let fault = blocks.last?.fault { throw .unreadable(fault.reason) }
            return blocks.flatMap(\.records)
        }
    }

    /// The records of some runs. A run that cannot be read is left out: it is to be read, and judged, by itself.
    func allRecords(of runs: [RunID], in tables: LogTables) throws(ReadingFailure) -> [RunID: [Record]] {
        switch tables {
        case .ofOneProcess: try records(of: runs)
        case .ofNodes:
            try sharedBlocks(of: runs).compactMapValues { blocks in
                blocks.contains { $0.fault != nil } ? nil : blocks.flatMap(\.records)
            }
        }
    }

    private func sharedBlocks(of runs: [RunID]) throws(ReadingFailure) -> [RunID: [SharedBlock]] {
        do throws(QueryFailure) {
            return try LoadedRun.blocks(of: runs.map { ($0, 0) }, version: flow) {
                (statement, parameters) throws(QueryFailure) in
                try connection.perform(statement, parameters, before: .after(limit)).rows
            }
        } catch {
            throw .query(error)
        }
    }
}
