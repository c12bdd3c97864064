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

    private let database: PostgresDatabase
    /// Encrypts the keys of runs, which the database has only so.
    private let wrapping: AESGCMKey
    private let thread: QuestionThread

    /// A store in a database that has the tables of a log.
    ///
    /// - Parameters:
    ///   - database: may be the value by which the log is opened, or another one.
    ///   - wrapping: the same in every process that may have the log; it is kept where the secrets of the server are.
    public init(_ database: PostgresDatabase, wrappedBy wrapping: AESGCMKey) {
        self.database = database
        self.wrapping = wrapping
        thread = QuestionThread(database)
    }

    deinit { thread.stop() }

    /// Makes a key for a run; it is durable when this returns.
    ///
    /// - Parameter run: the identity by which the log will have the run.
    /// - Throws: `Failure.exists`, `FileKeyStore.Failure.noCipher`, `LogError.unavailable` and `storage`.
    public func makeKey(for run: RunID) async throws -> any RunKey {
        let key = try AESGCMKey.random()
        let wrapped = try wrapping.seal(key.bytes, boundTo: run.bytes)
        let answer = try await ask(.keepKey, [.identity(run), .bytes(wrapped)])
        if answer.rows.isEmpty { throw Failure.exists(run) }
        try checkCommit(answer)
        return key
    }

    /// The key of a run; nil where the database has none.
    ///
    /// - Parameter run: the identity by which the log has the run.
    /// - Throws: `Failure.notUnwrapped`, `LogError.unavailable` and `storage`.
    public func key(of run: RunID) async throws -> (any RunKey)? {
        guard let wrapped = try await ask(.key, [.identity(run)]).rows.first?.bytes(0) else { return nil }
        guard let bytes = try? wrapping.open(wrapped, boundTo: run.bytes), let key = AESGCMKey(bytes: bytes) else {
            throw Failure.notUnwrapped(run)
        }
        return key
    }

    /// Deletes the run's key; that is as durable as a record of the log when this returns.
    ///
    /// - Parameter run: the identity by which the log has the run; it is no error if the run has no key.
    /// - Throws: `LogError.unavailable` and `storage`.
    public func eraseKey(of run: RunID) async throws {
        try checkCommit(try await ask(.eraseKey, [.identity(run)]))
    }

    /// Makes sure that the server gave no warning. One may say that no standby has what was done: then, if this server fails, a new key is
    /// lost, and an erased one is there again.
    private func checkCommit(_ answer: QueryResult) throws(LogError) {
        if answer.hasWarning { throw .unavailable(retryAfter: nil) }
    }

    private func ask(_ statement: Statement, _ parameters: [Parameter]) async throws(LogError) -> QueryResult {
        let limit = database.answerLimit
        // Whoever asks for a key waits for a moment, and asks again: what nobody waits for any more must not keep others waiting.
        return try await thread.answer(before: .after(limit)) { (connection) throws(ReadingFailure) in
            do throws(QueryFailure) {
                return try connection.perform(statement, parameters, before: .after(limit))
            } catch {
                throw .query(error)
            }
        }
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
