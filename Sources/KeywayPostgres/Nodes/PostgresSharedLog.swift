package import KeywayLog
package import KeywayNodes

/// A log in a database of PostgreSQL that nodes of many processes share: see `PostgresDatabase.openSharedLog`.
///
/// Each statement of a node is one transaction, or a few where its parts do not depend on each other, over one of a few
/// connections. Each connection has a thread, which waits for an answer until the answer limit is over; only the system
/// may take longer to resolve the server's name. A statement whose time is over is not cancelled: the thread drops the
/// connection, and the server may have done the statement, may do it later, or never does it.
package final class PostgresSharedLog: SharedLogEngine {
    /// What acknowledged appends survive, by the server's settings when the log was opened.
    package var durability: Durability { context.server.durability }

    private let context: SharedLogContext
    let answerLimit: Duration
    /// Do the statements whose answers must be durable: appends, what became of them, the ends of runs, and devices.
    private let writers: ConnectionThreads
    private let readers = ConnectionThreads(atMost: 2)
    /// Says that the node lives, finds runs for it and puts them off, however much the other threads have to do.
    private let looker = ConnectionThreads()
    let feed: PostgresFeed
    private let fault = Lock<StorageFault?>(nil)

    /// - Parameters:
    ///   - answerLimit: how long a statement may take, with the time that it waits for its turn.
    ///   - writerCount: how many threads write at most; where it is 0, no statement that writes gets a thread.
    init(_ database: PostgresDatabase, _ server: CommitDurability, answerLimit: Duration, writerCount: Int = 2) {
        context = SharedLogContext(database, server)
        feed = PostgresFeed(context, answerLimit: answerLimit)
        self.answerLimit = answerLimit
        writers = ConnectionThreads(atMost: writerCount)
    }

    deinit { for threads in [writers, readers, looker] { threads.stop() } }

    /// Why the latest statement that failed did so; nil while none has failed. Later successes do not change it.
    package var lastFault: StorageFault? { fault.withLock { $0 } }

    package func perform(
        _ statement: EngineStatement, for node: NodeID
    ) async throws(EngineFailure) -> EngineAnswer {
        let deadline = AnswerDeadline.after(answerLimit)
        let result: Result<EngineAnswer, EngineFailure> = await withUnsafeContinuation { continuation in
            let isTaken = threads(for: statement).enqueue { [self] slot in
                continuation.resume(returning: answer(to: statement, of: node, over: slot, before: deadline))
            }
            if !isTaken {
                let failure = QueryFailure.unanswered(reason: "the system has no thread to give")
                continuation.resume(returning: .failure(refusal(because: failure, of: "use")))
            }
        }
        return try result.get()
    }

    private func threads(for statement: EngineStatement) -> ConnectionThreads {
        switch statement {
        case .append, .settle, .confirm, .devices, .changeDevices: writers
        case .load, .find, .runs, .continued: readers
        case .beat, .look, .living, .postpone, .endLooks, .versions: looker
        }
    }

    /// Does the statement on the thread of the connection.
    private func answer(
        to statement: EngineStatement, of node: NodeID, over slot: ConnectionSlot, before deadline: AnswerDeadline
    ) -> Result<EngineAnswer, EngineFailure> {
        if deadline.isPast {
            let failure = QueryFailure.unanswered(reason: "the statement waited for its turn until its time was over")
            return .failure(refusal(because: failure, of: "use"))
        }
        do throws(QueryFailure) {
            try slot.primary(at: context.database.address, before: deadline)
        } catch {
            return .failure(refusal(because: error, of: "connect to"))
        }
        do throws(QueryFailure) {
            return .success(
                try NodeQuery(
                    context, node, slot, before: deadline, each: answerLimit
                ).answer(to: statement))
        } catch {
            note(error, of: "use")
            slot.drop()
            return .failure(EngineFailure(error))
        }
    }

    /// Notes the failure of a statement of which nothing was sent, and returns what its node is told.
    private func refusal(because failure: QueryFailure, of operation: String) -> EngineFailure {
        note(failure, of: operation)
        return .refused
    }

    /// Keeps the failure as the log's last fault. `operation` says what failed, as it goes after "cannot": `use`.
    private func note(_ failure: QueryFailure, of operation: String) {
        let noted = StorageFault(failure, of: operation, context.database.address)
        fault.withLock { $0 = noted }
    }
}
