import KeywayLog
public import KeywayNodes

extension PostgresDatabase {
    /// The text of the statement by which nodes append, for a benchmark that sends it without Keyway.
    package static var appendStatement: String { Statement.appendShared.text }

    /// Opens the log that nodes of many processes share. No process has it to itself, and opening it takes nothing from others.
    ///
    /// The tables are those that `schema` makes; they lie beside the tables of a log that one process writes.
    /// - Parameter answerLimit: how long a statement may take, with the time that it waits for its turn; then it is asked
    ///   again. It is at least 0.1 s: less counts as 0.1 s.
    /// - Throws: `PostgresLog.Failure.unreachable`, `noTables`, `missingRights`, `otherFormat`, `replica`, `tooOld`, `wrongSetting` and
    ///   `storage`.
    public func openSharedLog(
        answerLimit: Duration = .seconds(2)
    ) async throws(PostgresLog.Failure) -> SharedLog {
        let server = try await onThread { [self] () throws(PostgresLog.Failure) in
            try DatabaseOpening(self).checkShared()
        }.get()
        return SharedLog(PostgresSharedLog(self, server, answerLimit: max(answerLimit, Self.leastLimit)))
    }
}

extension DatabaseOpening {
    /// Checks that the server, the tables and the rights of the user are as nodes need them; returns how durable the server's commits are.
    fileprivate func checkShared() throws(PostgresLog.Failure) -> CommitDurability {
        let connection = try connect()
        let server = try checkServer(connection)
        try checkRights(.missingSharedRights, connection)
        return server
    }
}
