#if !Postgres
    /// Stands for a connection where the package was built without its trait `Postgres`: there is none.
    final class Connection: Sendable {
        /// Whether this build can connect: it was made without the trait `Postgres`.
        static let isAvailable = false

        let isBroken = true

        init(to address: ConnectionAddress, before deadline: AnswerDeadline) throws(QueryFailure) {
            throw .unanswered(reason: "this build has no PostgreSQL in it")
        }

        func perform(
            _ statement: Statement, _ parameters: [Parameter] = [], before deadline: AnswerDeadline
        ) throws(QueryFailure) -> QueryResult {
            throw .unanswered(reason: "this build has no PostgreSQL in it")
        }
    }
#endif
