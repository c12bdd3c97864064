import KeywayCore
import KeywayFileLog
import KeywayKeys
import KeywayLog

/// The folder that `--keys` names: for each run a key, by which its personal and secret values in a log are encrypted.
struct KeyFolder {
    private let store: FileKeyStore
    private let path: String

    /// - Parameters:
    ///   - path: as the command line has it.
    ///   - command: the command, whose help an error names.
    ///   - isMade: whether a folder that is not there is made; if not, it is refused.
    /// - Throws: `UsageError` where this build cannot encrypt, and `CallRefusal` where the folder cannot be opened or made.
    init(_ path: String, helpOf command: String, isMade: Bool) throws {
        self.path = path
        let isThere: Bool
        do throws(StorageFault) { isThere = try SystemFileSystem().kind(of: path) == .folder } catch {
            throw CallRefusal("\(error)")
        }
        guard isMade || isThere else { throw CallRefusal("there is no such folder of keys", at: path) }
        do throws(FileKeyStore.Failure) { store = try FileKeyStore(path) } catch {
            if case .noCipher = error { throw UsageError("--keys: \(error)", helpOf: command) }
            throw CallRefusal("\(error)")
        }
    }

    /// A new key, durable in its file.
    func makeKey(for run: RunID) throws(CallRefusal) -> AESGCMKey {
        do throws(FileKeyStore.Failure) { return try store.makeKeyAndWait(for: run) } catch {
            throw CallRefusal("\(error)")
        }
    }

    /// Removes the run's key.
    ///
    /// - Throws: `CallRefusal` where there is none, or it cannot be removed.
    func eraseKey(of run: RunID) throws(CallRefusal) {
        let wasThere: Bool
        do throws(FileKeyStore.Failure) { wasThere = try store.eraseKeyAndWait(of: run) } catch {
            throw CallRefusal("\(error)")
        }
        guard wasThere else {
            throw CallRefusal("the folder has no key of run \(run): it may have been erased before", at: path)
        }
    }
}
