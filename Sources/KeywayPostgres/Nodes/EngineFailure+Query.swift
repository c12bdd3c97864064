import KeywayNodes

extension EngineFailure {
    /// - Parameter failure: of a statement that was sent, or a part of it.
    init(_ failure: QueryFailure) {
        if case .refused(let error) = failure, error.isRolledBack {
            self = .refused
        } else {
            self = .unknown
        }
    }
}

extension ServerError {
    /// Classes of errors by which a server says that a statement was rolled back, or not begun. Source: PostgreSQL 15, documentation,
    /// appendix A.
    private static let rolledBackClasses: Set = [
        "0A",  // not supported
        "22",  // data
        "23",  // constraints
        "25",  // transaction state: a server that has become a standby is read-only
        "26",  // statement name: a pooler has lost a prepared statement
        "28",  // authorization
        "3D",  // no such database
        "3F",  // no such schema
        "42",  // syntax, rights
        "53",  // resources
        "54",  // limits
        "55",  // object state: a lock is not to be had
    ]

    /// Serialization, deadlock, and a statement that somebody cancelled. Whoever cancels the wait for a standby gets a warning instead.
    private static let rolledBackCodes: Set = ["40001", "40P01", "57014"]

    /// Whether the statement is not done and never will be. After any other error the statement may be done: a pooler, for one, gives
    /// errors of its own for a connection that it has lost.
    var isRolledBack: Bool {
        Self.rolledBackCodes.contains(code) || Self.rolledBackClasses.contains(String(code.prefix(2)))
    }
}
