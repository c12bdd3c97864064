import KeywayLog
package import KeywayNodes

/// The feed of a shared log, over a connection of its own: who reads it takes no time from nodes.
final class PostgresFeed: Sendable {
    private let context: SharedLogContext
    private let answerLimit: Duration
    private let reader = ConnectionThreads()

    /// - Parameter answerLimit: how long a page may take, with the time that it waits for its turn.
    init(_ context: SharedLogContext, answerLimit: Duration) {
        self.context = context
        self.answerLimit = answerLimit
    }

    deinit { reader.stop() }

    func blocks(after position: FeedPosition?, limit: Int) async throws(FeedError) -> FeedPage {
        let deadline = AnswerDeadline.after(answerLimit)
        let result: Result<FeedPage, FeedError> = await withUnsafeContinuation { continuation in
            let isTaken = reader.enqueue { [self] slot in
                continuation.resume(returning: page(after: position, limit, over: slot, before: deadline))
            }
            if !isTaken {
                let failure = QueryFailure.unanswered(reason: "the system has no thread to give")
                continuation.resume(returning: .failure(error(failure)))
            }
        }
        return try result.get()
    }

    /// Asks for the page on the thread of the connection.
    private func page(
        after position: FeedPosition?, _ limit: Int, over slot: ConnectionSlot, before deadline: AnswerDeadline
    ) -> Result<FeedPage, FeedError> {
        if deadline.isPast {
            return .failure(error(.unanswered(reason: "the question waited for its turn until its time was over")))
        }
        do throws(QueryFailure) {
            let connection = try slot.primary(at: context.database.address, before: deadline)
            return try FeedQuery(context: context, connection: connection, flows: slot.flowVersions, deadline: deadline)
                .page(after: position, limit: limit)
        } catch {
            slot.drop()
            return .failure(self.error(error))
        }
    }

    private func error(_ failure: QueryFailure) -> FeedError {
        // 42703, undefined column.
        if case .refused(let refusal) = failure, refusal.code == "42703" {
            return .noFeed(
                "keyway.shared_block has no column xid, which 'keyway schema --feed' adds: \(refusal.message)")
        }
        return .unavailable(StorageFault(failure, of: "read the feed of", context.database.address))
    }
}

extension PostgresSharedLog: FeedingLog {
    package func blocks(after position: FeedPosition?, limit: Int) async throws(FeedError) -> FeedPage {
        try await feed.blocks(after: position, limit: limit)
    }
}
