import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayPostgres

/// A log as commands read it, whether it lies in a folder or in a database.
protocol ReadableLog {
    /// In the order in which they began; in a database those of one process first, and then those of nodes.
    var runs: [RunID] { get }
    /// What is not as it should be, one sentence each.
    var remarks: [String] { get }
    /// What of that may have cost the log records.
    var troubles: [String] { get }

    /// The records of a run from its beginning.
    func records(of run: RunID) throws(CallRefusal) -> [Record]

    /// The runs of nodes that are set aside; none in a log that one process writes.
    func stuckRuns() throws(CallRefusal) -> Set<RunID>
}

/// A log in a folder.
struct FolderLog: ReadableLog {
    private let reader: FileLog.Reader

    /// `progress` is told after each segment how many are read, of how many.
    init(_ folder: String, progress: (_ read: Int, _ total: Int) -> Void) throws(FileLog.Failure) {
        let reader = try FileLog.Reader(folder, progress: progress)
        // The runs behind a damage are read as well. That takes more memory, so a sound log is not read so.
        let isSound = reader.findings.allSatisfy(\.isHarmless)
        self.reader = isSound ? reader : try FileLog.Reader(folder, pastDamage: true, progress: progress)
    }

    var runs: [RunID] { reader.runs }
    var remarks: [String] { reader.findings.map { "\($0)" } }
    /// A foreign file in the folder takes nothing from the log; any other finding means that the last records may be missing.
    var troubles: [String] { reader.findings.filter { $0.kind != .foreignFile }.map { "\($0)" } }

    func records(of run: RunID) throws(CallRefusal) -> [Record] {
        do throws(FileLog.Failure) { return try reader.records(of: run) } catch { throw CallRefusal(error) }
    }

    func stuckRuns() -> Set<RunID> { [] }
}

/// A log in a database.
struct DatabaseLog: ReadableLog {
    private let database: PostgresDatabase
    private let reader: PostgresLog.Reader

    init(_ database: PostgresDatabase) throws(PostgresLog.Failure) {
        self.database = database
        reader = try PostgresLog.Reader(database)
    }

    var runs: [RunID] { reader.runs }
    /// Rows are there or not; `verify` reads them all.
    var remarks: [String] { [] }
    var troubles: [String] { [] }

    func records(of run: RunID) throws(CallRefusal) -> [Record] {
        do throws(PostgresLog.Failure) { return try reader.records(of: run) } catch { throw CallRefusal("\(error)") }
    }

    func stuckRuns() throws(CallRefusal) -> Set<RunID> {
        do throws(PostgresLog.Failure) { return try database.stuckRuns() } catch { throw CallRefusal("\(error)") }
    }
}
