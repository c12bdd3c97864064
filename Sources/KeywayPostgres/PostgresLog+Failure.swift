public import KeywayLog

extension PostgresLog {
    /// Why a log in a database cannot be opened or read. No case has a password in it.
    public enum Failure: Error, Hashable, Sendable {
        /// The package was built without its trait `Postgres`.
        case notBuilt
        /// The text is no connection string of libpq.
        case noAddress
        /// No server answers, or it lets nobody in; the reason is libpq's.
        case unreachable(database: String, reason: String)
        /// The database has no tables of a log, or lacks some of them; the reason names these, or is what the server says.
        case noTables(database: String, reason: String)
        /// The user may not do with the tables what a log needs; `rights` has `INSERT keyway.block` and the like, with commas
        /// between, or what the server says of them.
        case missingRights(database: String, rights: String)
        /// Another version of Keyway made the tables; `known` is the only form that this version reads.
        case otherFormat(database: String, found: Int64, known: Int64)
        /// The server follows another one, and writes nothing itself.
        case replica(database: String)
        /// The server is older than PostgreSQL 12; `found` is its `server_version_num`.
        case tooOld(database: String, found: Int64)
        /// A setting of the server, the database or the user is not as a log needs it; the second value is the setting's name.
        case wrongSetting(database: String, String, found: String, needed: String)
        /// A process has the log, under this label: another one, or this one, which has it open already.
        case held(database: String, by: String)
        /// What the database has is not what a log wrote; the text says where and what.
        case damaged(database: String, String)
        /// A later version of Keyway wrote something into the log that this version does not know, a kind of record for
        /// one. The tables have the same format, and the log is not damaged. The text is a sentence with the place.
        case newerContent(database: String, String)
        /// The server refused a statement, or did not answer.
        case storage(StorageFault)
    }
}

extension PostgresLog.Failure: CustomStringConvertible {
    /// One sentence that says where, what and why.
    public var description: String {
        switch self {
        case .notBuilt: "this build reads no database: build the package with --traits Postgres, which needs libpq"
        case .noAddress: "this is no address of a database, which is postgresql://USER@HOST/DATABASE"
        case .unreachable(let database, let reason): "\(database): the server cannot be reached: \(reason)"
        case .noTables(let database, let reason):
            "\(database): tables of a log are missing, which 'keyway schema --missing' prints: \(reason)"
        case .missingRights(let database, let rights):
            "\(database): the user lacks rights, which the owner of the tables can grant: \(rights)"
        case .otherFormat(let database, let found, let known):
            "\(database): the tables have format \(found), and this version of Keyway reads format \(known)"
        case .replica(let database): "\(database): this server is a standby, which writes nothing"
        case .tooOld(let database, let found):
            "\(database): the server's version is \(found), and a log needs 120000, which is PostgreSQL 12, or later"
        case .wrongSetting(let database, let setting, let found, let needed):
            "\(database): the setting \(setting) is '\(found)', and a log needs '\(needed)'"
        case .held(let database, let label): "\(database): '\(label)' has this log open"
        case .damaged(let database, let what): "\(database): the log is damaged: \(what)"
        case .newerContent(let database, let what): "\(database): \(what)"
        case .storage(let fault): "\(fault)"
        }
    }
}

extension PostgresLog.Failure {
    /// The failure of a statement that is part of opening or reading a log.
    init(_ failure: QueryFailure, of operation: String, _ address: ConnectionAddress) {
        self = .storage(StorageFault(failure, of: operation, address))
        guard case .refused(let refusal) = failure else { return }
        if refusal.isAboutRights { self = .missingRights(database: address.name, rights: refusal.message) }
        if refusal.isAboutTables { self = .noTables(database: address.name, reason: refusal.message) }
        if refusal.isAboutDamage { self = .damaged(database: address.name, failure.reason) }
    }
}

extension StorageFault {
    /// - Parameter operation: as it goes after "cannot": `append to`.
    init(_ failure: QueryFailure, of operation: String, _ address: ConnectionAddress) {
        self.init(operation: operation, subject: address.name, number: 0, reason: failure.reason)
    }
}
