public import KeywayCore
import KeywayLog

extension PostgresLog {
    /// What a look at every record of a database has found.
    public struct Verification: Equatable, Sendable {
        /// A run whose rows are not as they were written, or cannot be read.
        public struct Finding: Equatable, Sendable {
            /// What kind of thing is wrong with a run.
            public enum Kind: String, Equatable, Sendable {
                /// The rows are not as they were written.
                case damage
                /// A later version of Keyway wrote something that this version does not know: only that version can tell
                /// whether the run is sound.
                case newer
            }

            public var run: RunID
            public var kind: Kind
            /// What is wrong, as a sentence without the run.
            public var reason: String
        }

        /// How many runs there are, of one process and of nodes; one that has left the log before it was read does not count.
        public var runs = 0
        /// How many records were read and found sound.
        public var records = 0
        /// One for each run that is not sound, or of which this version cannot tell; in the order in which the runs began.
        public var findings: [Finding] = []
        /// How many rows of records are of no run: their runs' own rows are lost.
        public var strayBlocks = 0

        /// The names of devices whose rows cannot be read, because they are damaged or a later version of Keyway wrote them: on such a
        /// device no run begins, and those that are there stand still.
        public var unreadableDevices: [String] = []

        /// Whether all was read, and is as it was written.
        public var isSound: Bool { findings.isEmpty && strayBlocks == 0 && unreadableDevices.isEmpty }
    }

    /// Reads all that a database has, of one process and of nodes: each block by its checksum, each run from its
    /// beginning to the end that its row says, and the rows of devices.
    ///
    /// - Parameter database: one that has a log's tables. A run that is written meanwhile may end later than its row
    ///   said before, and one that leaves the log meanwhile, as `keyway retire` has runs do, is passed over.
    /// - Throws: `PostgresLog.Failure.unreachable`, `noTables`, `missingRights`, `otherFormat` and `storage`.
    ///   Damage is no error, and neither is a run of a later version: the findings tell them.
    public static func verify(_ database: PostgresDatabase) throws(PostgresLog.Failure) -> Verification {
        try verify(database) { _ in true }
    }

    /// Verifies as `verify(_:)` does; `report` is told after each run how many are read.
    ///
    /// False stops the look: then the answer is about these runs alone, and neither stray rows nor devices are looked for.
    package static func verify(
        _ database: PostgresDatabase, reporting report: (_ runs: Int) -> Bool
    ) throws(PostgresLog.Failure) -> Verification {
        let query = try BlockQuery(reading: database)
        var found = Verification()
        try database.asking { () throws(ReadingFailure) in
            var isStopped = false
            try query.forEachRun { (end) throws(ReadingFailure) in
                do throws(ReadingFailure) {
                    found.records += try query.checked(end)
                    found.runs += 1
                } catch {
                    guard case .unreadable(let fault) = error else { throw error }
                    if try query.isThere(end) {
                        found.findings.append(Verification.Finding(end.run, fault))
                        found.runs += 1
                    }
                }
                isStopped = !report(found.runs)
                return !isStopped
            }
            if isStopped { return }
            for tables in query.tables { found.strayBlocks += try query.strayBlocks(in: tables) }
            try query.forEachDevices { rows in
                found.unreadableDevices += rows.filter { $0.state == nil }.map {
                    String(decoding: $0.device, as: UTF8.self)
                }
            }
        }
        return found
    }
}

extension PostgresLog.Verification.Finding {
    fileprivate init(_ run: RunID, _ fault: BlockFault) {
        switch fault {
        case .malformed(let reason): self.init(run: run, kind: .damage, reason: reason)
        case .newer(let reason): self.init(run: run, kind: .newer, reason: reason)
        }
    }
}

extension BlockQuery {
    /// Reads the run, which must have an unbroken history that reaches at least as far as its row; returns how many records there are.
    fileprivate func checked(_ end: RunEnd) throws(ReadingFailure) -> Int {
        let records = try allRecords(of: end.run, in: end.tables)
        var point = AppendPoint()
        for record in records {
            do throws(RecordFault) { try point.pass(record) } catch { throw .damaged("\(error)") }
        }
        guard point.next >= end.next else {
            throw .damaged("it has \(point.next) records, and its row says that the next one is \(end.next)")
        }
        return records.count
    }
}
