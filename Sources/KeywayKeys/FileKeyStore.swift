public import KeywayCore
import KeywayCrypto
package import KeywayFileLog
public import KeywayLog
public import KeywayRuns

/// The keys of runs in a folder, one file for each: for command lines, servers and tests.
///
/// A file has the identity of its run (32 hexadecimal digits) and `.key` as its name, and the key's 32 bytes as its content. Only
/// its owner can read it (mode 0600), and the same holds for a folder that the store makes (0700). Whoever can read the folder can
/// decrypt the values of all runs: keep it apart from the log, and out of the log's backups. An app on a phone has better
/// places for keys: see the article about encrypted values.
///
/// Several processes may use one folder. Its file system must have hard links. Where somebody moves or deletes the folder while a store
/// has it open, the store gives and makes no more keys: the app opens another store.
///
/// `makeKey(for:)` and `key(of:)` throw `CancellationError` where their task is cancelled before the call's turn at the disk. The former
/// does so also where its task is cancelled while the key is made: it erases the key then. `eraseKey(of:)` is carried out in any case.
///
/// Erasing a key removes its file. The disk may hold the bytes for some time after that, as flash memory does.
public struct FileKeyStore: KeyStore {
    /// Why a key could not be stored, read or erased.
    public enum Failure: Error, Equatable, Sendable {
        /// The package was built without its trait `Crypto`, so that nothing can be encrypted.
        case noCipher
        /// The system refused a call.
        case storage(StorageFault)
        /// The run has a key already.
        case exists(RunID)
        /// The file is there and has not the 32 bytes of a key.
        case malformed(path: String)
    }

    /// Runs the work of the asynchronous methods, so that no thread of Swift's tasks waits for a disk.
    private static let disk = SerialThread<@Sendable () -> Void> { $0() }

    private let folder: any OpenFolder

    /// Opens a folder, and makes it if need be; when this returns, the folder and those above it are durable.
    ///
    /// - Parameter folder: its path; a relative one counts from the working folder.
    /// - Throws: `Failure.noCipher` and `Failure.storage`.
    public init(_ folder: String) throws(Failure) {
        guard AESGCM.isAvailable else { throw .noCipher }
        try self.init(folder, in: SystemFileSystem())
    }

    /// Opens a folder of another file system than the system's own, for tests.
    package init(_ folder: String, in files: any FileSystem) throws(Failure) {
        do throws(StorageFault) {
            try files.makeFolder(folder)
            self.folder = try files.openFolder(folder)
            // The app, or a process that was killed, may have made the folder and those above it without a flush of their names.
            try self.folder.flushPath()
        } catch {
            throw .storage(error)
        }
    }

    public func makeKey(for run: RunID) async throws -> any RunKey {
        try await whileAwaited { store, isCancelled in
            let key = try store.makeKeyAndWait(for: run)
            guard isCancelled() else { return key }
            // Nobody gets the key, so no record is encrypted by it; a start that is tried again makes another one.
            _ = try? store.eraseKeyAndWait(of: run)
            throw CancellationError()
        }
    }

    public func key(of run: RunID) async throws -> (any RunKey)? {
        try await whileAwaited { store, _ in try store.keyAndWait(of: run) }
    }

    public func eraseKey(of run: RunID) async throws {
        _ = try await onDisk { store in try store.eraseKeyAndWait(of: run) }
    }

    /// Runs the body as `onDisk` does, unless the task is cancelled before the body's turn: what nobody waits for would make those
    /// behind it late as well.
    private func whileAwaited<Result: Sendable>(
        _ body: @escaping @Sendable (FileKeyStore, _ isCancelled: () -> Bool) throws -> Result
    ) async throws -> Result {
        let isCancelled = Lock(false)
        return try await withTaskCancellationHandler {
            try await onDisk { store in
                if isCancelled.withLock({ $0 }) { throw CancellationError() }
                return try body(store) { isCancelled.withLock { $0 } }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
    }

    private func onDisk<Result: Sendable>(
        _ body: @escaping @Sendable (FileKeyStore) throws -> Result
    ) async throws -> Result {
        try await withUnsafeThrowingContinuation { continuation in
            Self.disk.enqueue { continuation.resume(with: Swift.Result { try body(self) }) }
        }
    }
}

/// The methods of `KeyStore` in a form that blocks the calling thread: for command lines, where no other work needs that thread.
extension FileKeyStore {
    /// Makes a key for a run; its file and the file's name are durable when this returns.
    ///
    /// - Throws: `Failure.exists`, `malformed` where the run's file is no key, `noCipher`, and `storage`, also where the folder was moved
    ///   or deleted: nobody would find the key there.
    package func makeKeyAndWait(for run: RunID) throws(Failure) -> AESGCMKey {
        if try keyAndWait(of: run) != nil { throw .exists(run) }
        let key = try AESGCMKey.random()
        let isStored: Bool
        do throws(StorageFault) {
            isStored = try store(key, as: Self.name(of: run))
        } catch {
            throw .storage(error)
        }
        guard isStored else { throw .exists(run) }
        return key
    }

    /// Writes a key into a draft, a file of another name, and links the finished draft to the key's own name; returns false where a
    /// file has that name already.
    ///
    /// So no key is cut short, and none replaces a key that another process has made since the caller looked.
    private func store(_ key: AESGCMKey, as name: String) throws(StorageFault) -> Bool {
        do {
            let (file, draft) = try openDraft(of: name)
            defer { try? folder.removeFile(draft) }
            try file.write(key.bytes, at: 0)
            try file.flush()
            do throws(StorageFault) {
                try folder.link(draft, as: name)
            } catch  where error.isTaken {
                return false
            }
        }
        do throws(StorageFault) {
            try folder.flush()
        } catch {
            // Nobody may find a key that a loss of power can take away.
            try? folder.removeFile(name)
            throw error
        }
        return true
    }

    /// Makes an empty draft under the first of its names that is free, and throws the fault of the last name where none is. A draft that
    /// a killed process has left keeps its name until the key is erased.
    private func openDraft(of name: String) throws(StorageFault) -> (file: any OpenFile, name: String) {
        let drafts = Self.drafts(of: name)
        for draft in drafts.dropLast() {
            do throws(StorageFault) {
                return (try folder.openFile(draft, for: .creating), draft)
            } catch  where error.isTaken {
                continue
            }
        }
        return (try folder.openFile(drafts[drafts.count - 1], for: .creating), drafts[drafts.count - 1])
    }

    /// The key of a run; nil where the folder has none.
    ///
    /// - Throws: `Failure.storage`, also where the folder was moved or deleted, and `Failure.malformed`.
    package func keyAndWait(of run: RunID) throws(Failure) -> AESGCMKey? {
        let name = Self.name(of: run)
        do throws(StorageFault) {
            try folder.checkIsInPlace()
            let bytes = try folder.openFile(name, for: .reading).bytes(from: 0, count: AESGCMKey.length + 1)
            if let key = AESGCMKey(bytes: bytes) { return key }
        } catch {
            if error.isMissing { return nil }
            throw .storage(error)
        }
        throw .malformed(path: "\(folder.path)/\(name)")
    }

    /// Removes the key of a run and its drafts, durably; returns whether there was a key.
    ///
    /// - Throws: `Failure.storage`, also where another folder stands at the path of this one: that one may have the key as well.
    @discardableResult
    package func eraseKeyAndWait(of run: RunID) throws(Failure) -> Bool {
        let name = Self.name(of: run)
        do throws(StorageFault) {
            try folder.checkIsNotReplaced()
            let wasThere = try remove(name)
            for draft in Self.drafts(of: name) { _ = try remove(draft) }
            // Also where nothing was there: an earlier call may have removed the file and failed to flush the folder.
            try folder.flush()
            return wasThere
        } catch {
            // Nothing is left of a folder that was deleted.
            if error.isMissing { return false }
            throw .storage(error)
        }
    }

    /// Removes a file; returns whether it was there.
    private func remove(_ name: String) throws(StorageFault) -> Bool {
        do throws(StorageFault) {
            try folder.removeFile(name)
            return true
        } catch {
            if error.isMissing { return false }
            throw error
        }
    }

    private static func name(of run: RunID) -> String { "\(run).key" }

    /// The names that drafts of a key may have: few, so that the drafts are found without a list of the folder, which has the keys
    /// of all runs.
    private static func drafts(of name: String) -> [String] { (0..<16).map { "\(name).new\($0)" } }
}

extension FileKeyStore.Failure: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        switch self {
        case .noCipher:
            "this build encrypts nothing: build the package with its trait Crypto (swift build --traits Crypto)"
        case .storage(let fault): "\(fault)"
        case .exists(let run): "run \(run) has a key already"
        case .malformed(let path): "\(path): this is no key: it must have 32 bytes"
        }
    }
}
