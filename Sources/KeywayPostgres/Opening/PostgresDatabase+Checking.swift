package import KeywayLog

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
        if let failure = try checkUses().failures[.logOfOneProcess] { throw failure }
    }

    /// What a database can be used for, and what is acknowledged there survives.
    package struct CheckedUses: Equatable, Sendable {
        /// What it cannot be used for, each with the reason: tables are missing, or rights.
        package var failures: [Use: PostgresLog.Failure] = [:]
        /// What acknowledged records survive, by the present settings of the server.
        package var durability: Durability
        /// The setting for which acknowledged records may be lost when the server's machine fails, as `fsync is off`; nil where they are
        /// not.
        package var weakness: String?

        package init(
            failures: [Use: PostgresLog.Failure] = [:], durability: Durability, weakness: String? = nil
        ) {
            (self.failures, self.durability, self.weakness) = (failures, durability, weakness)
        }
    }

    /// Checks what the database can be used for; it blocks its thread, and changes nothing.
    ///
    /// - Throws: `PostgresLog.Failure`, as `openLog` does, where the database can be used for nothing.
    package func checkUses() throws(PostgresLog.Failure) -> CheckedUses {
        let opening = DatabaseOpening(self)
        let connection = try opening.connect()
        let server = try opening.checkServer(connection)
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
        return CheckedUses(failures: failures, durability: server.durability, weakness: server.weakness)
    }
}
