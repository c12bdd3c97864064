package import KeywayLog
package import KeywayNodes

/// A log in a database of PostgreSQL that nodes of many processes share: see `PostgresDatabase.openSharedLog`.
///
/// Each statement of a node is one transaction, or several where the log says so, over one of a few connections. A thread of its own
/// waits for each connection, and never longer than an answer may take. The statement is not cancelled then: its connection is dropped,
/// and the server does it, or does not.
package final class PostgresSharedLog: SharedLogEngine {
    /// What becomes of acknowledged appends, as the server promised it when the log was opened.
    package var durability: Durability { terms.server.durability }

    private let terms: SharedLogTerms
    private let answerLimit: Duration
    /// They append, and ask what became of appends.
    private let writers = ConnectionThreads(count: 2)
    private let readers = ConnectionThreads(count: 2)
    /// It says that the node lives and finds runs for it, however much others write and read.
    private let looker = ConnectionThreads(count: 1)
    private let fault = Lock<StorageFault?>(nil)

    init(_ database: PostgresDatabase, _ server: ServerPromise, answerLimit: Duration) {
        terms = SharedLogTerms(database, server)
        self.answerLimit = answerLimit
    }

    deinit { for threads in [writers, readers, looker] { threads.stop() } }

    /// Why the last statement failed that did; nil where none has.
    package var lastFault: StorageFault? { fault.withLock { $0 } }

    package func perform(
        _ statement: EngineStatement, for node: NodeID
    ) async throws(EngineFailure) -> EngineAnswer {
        let deadline = AnswerDeadline.after(answerLimit)
        let result: Result<EngineAnswer, EngineFailure> = await withUnsafeContinuation { continuation in
            let isTaken = threads(for: statement).enqueue { [self] slot in
                continuation.resume(returning: answer(to: statement, of: node, over: slot, before: deadline))
            }
            // The system has no thread to give.
            if !isTaken { continuation.resume(returning: .failure(.refused)) }
        }
        return try result.get()
    }

    private func threads(for statement: EngineStatement) -> ConnectionThreads {
        switch statement {
        case .append, .settle, .confirm, .devices, .changeDevices: writers
        case .load, .find, .runs, .moved: readers
        case .beat, .look, .living, .postpone, .versions: looker
        }
    }

    /// Does the statement on the thread of the connection.
    private func answer(
        to statement: EngineStatement, of node: NodeID, over slot: ConnectionSlot, before deadline: AnswerDeadline
    ) -> Result<EngineAnswer, EngineFailure> {
        // It has waited for its turn all the time, and nothing of it was sent.
        if deadline.isPast { return .failure(.refused) }
        do throws(QueryFailure) {
            try connect(slot, before: deadline)
        } catch {
            note(error, of: "connect to")
            return .failure(.refused)
        }
        do throws(QueryFailure) {
            return .success(try NodeQuery(terms, node, slot, before: deadline).answer(to: statement))
        } catch {
            note(error, of: "use")
            slot.drop()
            return .failure(EngineFailure(error))
        }
    }

    /// Has the slot hold a connection to a server that writes; after a failure it is another one.
    private func connect(_ slot: ConnectionSlot, before deadline: AnswerDeadline) throws(QueryFailure) {
        if let connection = slot.connection, !connection.isBroken { return }
        slot.drop()
        let made = try Connection(to: terms.database.address, before: deadline)
        guard try made.perform(.server, before: deadline).rows.first?.bool(0) == false else {
            throw .unanswered(reason: "this server is a standby")
        }
        slot.keep(made)
    }

    private func note(_ failure: QueryFailure, of attempt: String) {
        let noted = StorageFault(failure, of: attempt, terms.database.address)
        fault.withLock { $0 = noted }
    }
}
