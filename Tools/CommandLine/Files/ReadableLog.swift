import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayPostgres

/// A log as commands read it, whether it lies in a folder or in a database.
protocol ReadableLog {
    /// In the order in which they began; in a database first the runs that one process wrote alone, and then those of nodes.
    var runs: [RunID] { get }
    /// What is not as it should be with the log, one sentence each.
    var remarks: [String] { get }
    /// Those of the remarks that tell of damage by which the log may have lost records.
    var troubles: [String] { get }

    /// The records of a run from its beginning; none where the run has left the log since it was listed.
    func records(of run: RunID) throws(RecordsRefusal) -> [Record]

    /// The runs that nodes have set aside, because too many nodes died while they looked at them; none in a folder's log.
    func stuckRuns() throws(CallRefusal) -> Set<RunID>
}

extension ReadableLog {
    /// What the run's first record says; nil where that record is lost in damage, or the run has left the log since it was listed.
    func beginning(of run: RunID) throws(RecordsRefusal) -> Beginning? {
        guard case .began(let beginning)? = try records(of: run).first?.content else { return nil }
        return beginning
    }
}

/// A log in a folder.
struct FolderLog: ReadableLog {
    private let reader: FileLog.Reader

    /// `progress` is told after each segment how many are read, of how many.
    init(_ folder: String, progress: (_ read: Int, _ total: Int) -> Void) throws(FileLog.Failure) {
        let reader = try FileLog.Reader(folder, progress: progress)
        // Of a damaged log the runs after the damage are read as well. That takes more memory, so a sound log is not read that way.
        let isSound = reader.findings.allSatisfy(\.isHarmless)
        self.reader = isSound ? reader : try FileLog.Reader(folder, pastDamage: true, progress: progress)
    }

    var runs: [RunID] { reader.runs }
    var remarks: [String] { reader.findings.map { "\($0)" } }
    /// A foreign file in the folder takes nothing from the log; any other finding means that the last records may be missing.
    var troubles: [String] { reader.findings.filter { $0.kind != .foreignFile }.map { "\($0)" } }

    func records(of run: RunID) throws(RecordsRefusal) -> [Record] {
        do throws(FileLog.Failure) { return try reader.records(of: run) } catch {
            let refusal = CallRefusal(error)
            // Of a damaged log a file may be gone that only this run needs; of a sound one the disk gives no file.
            if case .file = error, troubles.isEmpty { throw .ofLog(refusal) }
            throw .ofRun(UntoldRun(run: run, reason: refusal.problems.first?.message ?? "", refusal: refusal))
        }
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
    /// Opening a database finds no damage: only `keyway verify` reads all of its rows.
    var remarks: [String] { [] }
    var troubles: [String] { [] }

    func records(of run: RunID) throws(RecordsRefusal) -> [Record] {
        do throws(PostgresLog.Failure) { return try reader.records(of: run) } catch {
            throw RecordsRefusal(error, of: run)
        }
    }

    func stuckRuns() throws(CallRefusal) -> Set<RunID> {
        do throws(PostgresLog.Failure) { return try database.stuckRuns() } catch { throw CallRefusal("\(error)") }
    }
}

extension RecordsRefusal {
    /// - Parameter failure: of a question for the records of the run.
    init(_ failure: PostgresLog.Failure, of run: RunID) {
        let refusal = CallRefusal("\(failure)")
        switch failure {
        case .damaged(_, let reason), .newerContent(_, let reason):
            self = .ofRun(UntoldRun(run: run, reason: reason, refusal: refusal))
        case .notBuilt, .noAddress, .unreachable, .noTables, .missingRights, .otherFormat, .replica, .tooOld,
            .wrongSetting, .held, .storage:
            self = .ofLog(refusal)
        }
    }
}
