extension PostgresDatabase {
    /// What a program may keep in a database, each in tables of its own, so that one may be usable and another not.
    package enum Use: String, CaseIterable, Sendable {
        case logOfOneProcess = "the log of one process"
        case logOfNodes = "the log that nodes share"
        case keys = "the keys of runs"

        /// Gives a row for each right that it needs and the user lacks.
        var missingRights: Statement {
            switch self {
            case .logOfOneProcess: .missingRights
            case .logOfNodes: .missingSharedRights
            case .keys: .missingRightsToKeys
            }
        }
    }

    /// Checks that the server, the tables and the rights of the user are as the log of one process needs them; it blocks its thread, and
    /// changes nothing.
    ///
    /// - Throws: `PostgresLog.Failure`, as `openLog` does.
    public func check() throws(PostgresLog.Failure) {
        if let failure = try checkUses()[.logOfOneProcess] { throw failure }
    }

    /// What the database cannot be used for, each with the reason: tables are missing, or rights. It blocks its thread, and changes
    /// nothing.
    ///
    /// - Throws: `PostgresLog.Failure`, as `openLog` does, where the database can be used for nothing.
    package func checkUses() throws(PostgresLog.Failure) -> [Use: PostgresLog.Failure] {
        let opening = DatabaseOpening(self)
        let connection = try opening.connect()
        _ = try opening.checkServer(connection)
        var failures: [Use: PostgresLog.Failure] = [:]
        for use in Use.allCases {
            do throws(PostgresLog.Failure) {
                try opening.checkRights(use.missingRights, connection)
            } catch {
                switch error {
                case .noTables, .missingRights: failures[use] = error
                default: throw error
                }
            }
        }
        return failures
    }
}
