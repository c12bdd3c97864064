public import KeywayCore
public import KeywayLog

extension PostgresLog {
    /// Reads what a database has without taking it, beside whoever writes there: for command lines and tests. It blocks its thread.
    ///
    /// It reads the log of one process and the log that nodes share, as if they were one.
    public final class Reader: Sendable {
        /// How many runs' records are read at once, where one run is asked for after the other.
        private static let runsAtATime = 64

        /// The runs of one process and then those of nodes, each in the order in which they began.
        public let runs: [RunID]
        private let database: PostgresDatabase
        /// The index of each run in `runs`.
        private let indices: [RunID: Int]
        /// How many of the runs are in the log of one process: so many stand first in `runs`.
        private let ofOneProcess: Int
        private let open: Set<RunID>
        private let state: Lock<State>

        private struct State {
            var query: BlockQuery
            /// The records of runs that were read together with an earlier one, until these runs are asked for.
            var ahead: [RunID: [Record]] = [:]
            /// The index in `runs` of the run that was asked for last: whoever asks for an earlier one goes backwards.
            var last = 0
        }

        /// Connects to the database, and reads which runs there are.
        ///
        /// - Parameter database: one that has a log's tables; it may be the value by which the log is open for writing.
        /// - Throws: `PostgresLog.Failure.unreachable`, `noTables`, `missingRights`, `otherFormat` and `storage`.
        public init(_ database: PostgresDatabase) throws(PostgresLog.Failure) {
            let query = try BlockQuery(reading: database)
            var runs: [RunID] = []
            var ofOneProcess = 0
            var open: Set<RunID> = []
            try database.asking { () throws(ReadingFailure) in
                try query.forEachRun { end in
                    runs.append(end.run)
                    if end.tables == .ofOneProcess { ofOneProcess += 1 }
                    if end.isOpen { open.insert(end.run) }
                    return true
                }
            }
            self.runs = runs
            self.ofOneProcess = ofOneProcess
            self.open = open
            self.database = database
            indices = Dictionary(runs.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
            state = Lock(State(query: query))
        }

        /// Whether the run needs a process that goes on with it, as it was when the reader was made; nil if the log had
        /// no such run.
        ///
        /// - Parameter run: the identity by which the log has the run.
        public func isOpen(_ run: RunID) -> Bool? { indices[run].map { _ in open.contains(run) } }

        /// The records of one run from its beginning; none if the run was not there when the reader was made, or has left the log since,
        /// as `keyway retire` has runs do.
        ///
        /// - Parameter run: the identity by which the log has the run. The records of runs beside it in `runs` are read
        ///   with it, so asking in that order, or backwards, is quickest.
        /// - Throws: `PostgresLog.Failure.damaged`, `newerContent` and `storage`.
        public func records(of run: RunID) throws(PostgresLog.Failure) -> [Record] {
            guard let index = indices[run] else { return [] }
            return try state.withLock { (state) throws(PostgresLog.Failure) in
                let isBackward = index < state.last
                state.last = index
                if let known = state.ahead.removeValue(forKey: run) { return known }
                let tables = index < ofOneProcess ? LogTables.ofOneProcess : .ofNodes
                let together = tables == .ofOneProcess ? runs[..<ofOneProcess] : runs[ofOneProcess...]
                let wanted = Array(
                    isBackward
                        ? together[...index].suffix(Self.runsAtATime) : together[index...].prefix(Self.runsAtATime))
                // Where one of them is damaged, that is thrown when that one is asked for.
                state.ahead = (try? state.query.allRecords(of: wanted, in: tables)) ?? [:]
                if let known = state.ahead.removeValue(forKey: run) { return known }
                let query = state.query
                return try database.asking { () throws(ReadingFailure) in
                    try query.allRecords(of: run, in: tables)
                }
            }
        }
    }
}

extension PostgresDatabase {
    /// Asks, and throws what cannot be read as a failure of this log.
    func asking<Answer>(
        _ question: () throws(ReadingFailure) -> Answer
    ) throws(PostgresLog.Failure) -> Answer {
        do throws(ReadingFailure) { return try question() } catch { throw PostgresLog.Failure(error, address) }
    }
}
