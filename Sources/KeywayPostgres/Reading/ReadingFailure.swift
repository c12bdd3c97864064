import KeywayLog

/// Why something cannot be read.
enum ReadingFailure: Error {
    /// The server refused the question, or did not answer it.
    case query(QueryFailure)
    /// What the database has is not what a log wrote, or a newer version of Keyway wrote it; the fault says where.
    case unreadable(BlockFault)

    /// What the database has is not what a log wrote; the text says where and what.
    static func damaged(_ what: String) -> ReadingFailure { .unreadable(.malformed(what)) }

    /// - Parameter failure: of a statement that reads. Where the server itself cannot read what it has, that is damage: it would refuse the
    ///   statement each time.
    init(_ failure: QueryFailure) {
        if case .refused(let error) = failure, error.isAboutContent {
            self = .damaged("the server cannot read it: \(failure.reason)")
        } else {
            self = .query(failure)
        }
    }
}

extension LogError {
    init(_ failure: ReadingFailure, _ address: ConnectionAddress) {
        switch failure {
        case .query(.unanswered): self = .unavailable(retryAfter: nil)
        case .query(let refusal): self = .storage(StorageFault(refusal, of: "read", address))
        case .unreadable(.malformed(let what)): self = .damaged("\(address.name): \(what)")
        case .unreadable(.newer(let what)): self = .newer("\(address.name): \(what)")
        }
    }
}

extension PostgresLog.Failure {
    init(_ failure: ReadingFailure, _ address: ConnectionAddress) {
        switch failure {
        case .query(let failure): self.init(failure, of: "read", address)
        case .unreadable(.malformed(let what)): self = .damaged(database: address.name, what)
        case .unreadable(.newer(let what)): self = .newerContent(database: address.name, what)
        }
    }
}
