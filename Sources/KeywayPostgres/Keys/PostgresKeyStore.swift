public import KeywayCore
public import KeywayKeys
import KeywayLog
public import KeywayRuns

/// The keys of runs in the database of their log, so that whichever process has the log reads their values.
///
/// Each key is wrapped (encrypted) by a key that the database does not have: who reads the database alone reads no value. Erasing deletes
/// the row. Backups and archives of the database have the wrapped key for as long as they are kept.
public final class PostgresKeyStore: KeyStore {
    /// Why a run gets no key here, or its key cannot be had.
    public enum Failure: Error, Equatable, Sendable {
        /// The run has a key already.
        case exists(RunID)
        /// The database has the run's key, but another key has wrapped it, or its row was changed.
        case notUnwrapped(RunID)
    }

    /// Encrypts the keys of runs: the database has them only encrypted.
    private let wrapping: AESGCMKey
    private let thread: QuestionThread
    private let limit: Duration
    /// Requests to keep a wrapped key; the answer is true if it is kept, and false where the run has another key.
    private let makings: KeyQuestions<[UInt8], Bool>
    /// Requests for the wrapped key of a run; the answer is nil where the run has none.
    private let readings: KeyQuestions<Void, [UInt8]?>
    /// Requests to erase a key; the answer is true if the key is gone, and false where another statement has its row locked.
    private let erasures: KeyQuestions<Void, Bool>

    /// A store in a database that has the tables of a log.
    ///
    /// - Parameters:
    ///   - database: may be the value by which the log is opened, or another one.
    ///   - wrapping: the same in every process that may have the log; it is kept where the secrets of the server are.
    public init(_ database: PostgresDatabase, wrappedBy wrapping: AESGCMKey) {
        self.wrapping = wrapping
        let (thread, limit) = (QuestionThread(database), database.answerLimit)
        (self.thread, self.limit) = (thread, limit)
        makings = KeyQuestions(over: thread, waitingAtMost: limit, absent: false) {
            items, connection throws(QueryFailure) in
            let parameters: [Parameter] = [.array(.identities(items.map(\.run))), .array(.bytes(items.map(\.item)))]
            let answer = try connection.perform(.keepKeys, parameters, before: .after(limit))
            return KeyQuestions.SetAnswer(answer) { _ in true }
        }
        readings = KeyQuestions(over: thread, waitingAtMost: limit, absent: nil) {
            items, connection throws(QueryFailure) in
            let parameters: [Parameter] = [.array(.identities(items.map(\.run)))]
            let answer = try connection.perform(.keys, parameters, before: .after(limit))
            return KeyQuestions.SetAnswer(answer) { $0.bytes(1) }
        }
        erasures = KeyQuestions(over: thread, waitingAtMost: limit, absent: true) {
            items, connection throws(QueryFailure) in
            let parameters: [Parameter] = [.array(.identities(items.map(\.run)))]
            let answer = try connection.perform(.eraseKeys, parameters, before: .after(limit))
            return KeyQuestions.SetAnswer(answer) { _ in false }
        }
    }

    deinit { thread.stop() }

    /// Makes a key for a run; it is durable when this returns.
    ///
    /// - Parameter run: the identity by which the log will have the run.
    /// - Throws: `Failure.exists`, `FileKeyStore.Failure.noCipher`, `LogError.unavailable` and `storage`.
    public func makeKey(for run: RunID) async throws -> any RunKey {
        let key = try AESGCMKey.random()
        let wrapped = try wrapping.seal(key.bytes, boundTo: run.bytes)
        guard try await makings.answer(about: run, wrapped) else { throw Failure.exists(run) }
        return key
    }

    /// The key of a run; nil where the database has none.
    ///
    /// - Parameter run: the identity by which the log has the run.
    /// - Throws: `Failure.notUnwrapped`, `FileKeyStore.Failure.noCipher`, `LogError.unavailable` and `storage`; also where the system's
    ///   library refuses.
    public func key(of run: RunID) async throws -> (any RunKey)? {
        guard let wrapped = try await readings.answer(about: run, ()) else { return nil }
        guard let bytes = try wrapping.openIfAuthentic(wrapped, boundTo: run.bytes), let key = AESGCMKey(bytes: bytes)
        else { throw Failure.notUnwrapped(run) }
        return key
    }

    /// Deletes the run's key; that is as durable as a record of the log when this returns.
    ///
    /// - Parameter run: the identity by which the log has the run; it is no error if the run has no key.
    /// - Throws: `LogError.unavailable` and `storage`.
    public func eraseKey(of run: RunID) async throws {
        let deadline = AnswerDeadline.after(limit)
        while try await !erasures.answer(about: run, ()) {
            // The statement that has the key's row locked erases the key, as a rule.
            if deadline.isPast { throw LogError.unavailable(retryAfter: nil) }
            try await Task.sleep(for: .milliseconds(50))
        }
    }
}

extension KeyQuestions.SetAnswer {
    /// - Parameter answer: makes of a row the answer about the run that is in the row's first column.
    fileprivate init(_ result: QueryResult, answer: (QueryResult.Row) -> Answer) {
        let answers = result.rows.compactMap { row in row.identity(0).map { ($0, answer(row)) } }
        self.init(answers: Dictionary(answers) { first, _ in first }, hasWarning: result.hasWarning)
    }
}

extension PostgresKeyStore.Failure: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .exists(let run): "run \(run) has a key already"
        case .notUnwrapped(let run): "the key of run \(run) is wrapped by another key, or was changed"
        }
    }
}
