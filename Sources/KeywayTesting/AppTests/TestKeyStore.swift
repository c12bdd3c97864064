import KeywayCore
import KeywayLog
import KeywayRuns

/// The key store of a test, whose log no disk has: nothing needs to be encrypted, but a run may be without its key.
final class TestKeyStore: KeyStore {
    private let hasKeys = Lock(true)

    /// Sets whether runs that come back from now on have their keys.
    func setHasKeys(_ hasKeys: Bool) { self.hasKeys.withLock { $0 = hasKeys } }

    func makeKey(for run: RunID) async throws -> any RunKey { UnencryptedKey() }

    func key(of run: RunID) async throws -> (any RunKey)? { hasKeys.withLock { $0 } ? UnencryptedKey() : nil }

    func eraseKey(of run: RunID) async throws {}
}
