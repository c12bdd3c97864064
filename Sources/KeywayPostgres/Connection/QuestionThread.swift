import KeywayLog

/// Asks a server for what tasks want to know, one question after the other, on a thread of its own.
///
/// A question that got no answer, or was refused, over a connection of an earlier question is asked once more over a new one, so each must
/// be one that may be asked twice.
final class QuestionThread: Sendable {
    private let thread = ConnectionThreads()
    private let database: PostgresDatabase
    /// The opening of the log that the server must know of; nil where any server will do that is no standby.
    private let opening: LogOpening?

    init(_ database: PostgresDatabase, of opening: LogOpening? = nil) {
        self.database = database
        self.opening = opening
    }

    /// Asks on the thread, and returns the answer.
    ///
    /// - Parameter question: is given a connection that has not failed.
    /// - Throws: `LogError.unavailable` where the server does not answer; `storage` where it refuses, `damaged` and `newer`.
    func answer<Answer: Sendable>(
        _ question: @escaping @Sendable (Connection) throws(ReadingFailure) -> Answer
    ) async throws(LogError) -> Answer {
        let answer: Result<Answer, LogError> = await withUnsafeContinuation { continuation in
            let isTaken = thread.enqueue { [self] slot in
                let answer: Result<Answer, LogError>
                do throws(ReadingFailure) {
                    answer = .success(try self.answer(question, slot))
                } catch {
                    answer = .failure(LogError(error, database.address))
                }
                continuation.resume(returning: answer)
            }
            // The system has no thread to give.
            if !isTaken { continuation.resume(returning: .failure(.unavailable(retryAfter: nil))) }
        }
        return try answer.get()
    }

    /// Lets the thread end, once all questions are answered.
    func stop() { thread.stop() }

    /// Asks once more over a new connection where the one that is there has failed: it may have been idle for hours, lead to a server that
    /// has become a standby, or to a pooler that has lost its prepared statements. No connection is kept over which a question has failed.
    private func answer<Answer>(
        _ question: (Connection) throws(ReadingFailure) -> Answer, _ slot: ConnectionSlot
    ) throws(ReadingFailure) -> Answer {
        if let connection = slot.connection, !connection.isBroken {
            do throws(ReadingFailure) {
                return try question(connection)
            } catch {
                guard case .query = error else { throw error }
            }
        }
        slot.drop()
        let made = try newConnection(in: slot)
        do throws(ReadingFailure) { return try question(made) } catch {
            if case .query = error { slot.drop() }
            throw error
        }
    }

    /// A new connection to a server that is no standby, and that knows of the opening, if one is given: one that was a standby may lack it.
    private func newConnection(in slot: ConnectionSlot) throws(ReadingFailure) -> Connection {
        do throws(QueryFailure) {
            let deadline = AnswerDeadline.after(database.answerLimit)
            let made = try slot.primary(at: database.address, before: deadline)
            guard let opening else { return made }
            let answer = try made.perform(.isCurrent, [.integer(Int64(opening.epoch))], before: deadline)
            guard answer.rows.first?.bool(0) == true else {
                throw .unanswered(reason: "this server is behind the one that has the log")
            }
            return made
        } catch {
            slot.drop()
            throw .query(error)
        }
    }
}
