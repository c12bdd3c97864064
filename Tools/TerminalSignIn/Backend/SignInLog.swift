import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayPostgres

/// Where the app's log is: in a folder, or in a database.
///
/// `open` gives the log to one process at a time. Only the processes that serve sign-ins (`SignInServer`) share the log of a database.
enum SignInLog: Sendable {
    case folder(String)
    case database(PostgresDatabase)

    /// The lease of a database's log: how long others wait for a process that has the log and is silent. It is short, because the clock of
    /// the sign-ins that are killed runs fast.
    static let lease = Duration.milliseconds(400)

    /// All of the log, as the judge reads it.
    struct Contents {
        struct Entry {
            var run: RunID
            var records: [Record]
            /// Whether the log lists the run among the open ones.
            var isOpen: Bool
        }

        var runs: [Entry] = []
        /// What is wrong with the log itself, a sentence for each fault.
        var findings: [String] = []
    }

    /// Opens the log for writing; while another process has the database's log, waits for it, a minute at most.
    func open() async throws -> any EventLog {
        switch self {
        case .folder(let path): try FileLog(path)
        case .database(let database): try await database.openLog(waitingAtMost: .seconds(60))
        }
    }

    /// All that the log has; nil where the folder has no log.
    func contents() throws -> Contents? {
        switch self {
        case .folder(let path):
            do {
                let verification = try FileLog.verify(path)
                let reader = try FileLog.Reader(path)
                return Contents(
                    runs: try reader.runs.map { run in
                        Contents.Entry(
                            run: run, records: try reader.records(of: run), isOpen: reader.isOpen(run) ?? true)
                    },
                    // An unfinished end is no fault: a process that is killed while it writes leaves one.
                    findings: verification.findings.filter { $0.kind != .tailInDoubt }.map { "\($0)" })
            } catch FileLog.Failure.absent, FileLog.Failure.notALog {
                return nil
            }
        case .database(let database):
            let verification = try PostgresLog.verify(database)
            let reader = try PostgresLog.Reader(database)
            return Contents(
                runs: try reader.runs.map { run in
                    Contents.Entry(run: run, records: try reader.records(of: run), isOpen: reader.isOpen(run) ?? true)
                },
                findings: verification.findings.map { "run \($0.run): \($0.reason)" }
                    + (verification.strayBlocks > 0 ? ["\(verification.strayBlocks) rows are of no run"] : [])
                    + verification.unreadableDevices.map { "the row of device \($0) cannot be read" })
        }
    }
}
