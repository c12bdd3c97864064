/// Why a statement has no result.
enum QueryFailure: Error, Equatable {
    /// The server has refused the statement, and nothing of it has happened.
    case refused(ServerError)
    /// The connection ended, or no answer came in time: what the statement asks may have happened, or may happen yet.
    case unanswered(reason: String)
}

/// What a server says of a statement that it refuses.
struct ServerError: Error, Equatable {
    /// The five characters of PostgreSQL's table of error codes, `42P01` where a table is missing; none in an error of libpq itself.
    var code: String
    /// The server's sentence.
    var message: String
}

extension ServerError {
    /// Whether the server refuses values that it was given, and not the log as a whole: the classes 22 (data), 23 (constraints) and 54
    /// (limits). Source: PostgreSQL 15, documentation, appendix A.
    var isAboutValues: Bool { ["22", "23", "54"].contains { code.hasPrefix($0) } }

    /// Whether the server cannot read what it has, as where a page of its files is damaged: the class XX (internal errors, data and indexes
    /// that are corrupted), or the value itself is at fault. Source: as above.
    var isAboutContent: Bool { isAboutValues || code.hasPrefix("XX") }

    /// Whether the user may not do what the statement asks: 42501, insufficient privilege.
    var isAboutRights: Bool { code == "42501" }

    /// Whether the database lacks what the statement is about: the schema, a table or a column. Source: as above.
    var isAboutTables: Bool { ["3F000", "42P01", "42703"].contains(code) }

    /// Whether the server's files are damaged: data or an index is corrupted. The other code of the class XX is also a pooler's.
    var isAboutDamage: Bool { ["XX001", "XX002"].contains(code) }

    /// Whether it is not known what became of the statement: the server says so (40003, completion unknown), or no server said anything.
    var leavesDoubt: Bool { code.isEmpty || code == "40003" }
}

extension QueryFailure {
    /// The reason in words, without the statement and its values.
    var reason: String {
        switch self {
        case .refused(let error): "\(error.message) (\(error.code))"
        case .unanswered(let reason): reason
        }
    }
}
