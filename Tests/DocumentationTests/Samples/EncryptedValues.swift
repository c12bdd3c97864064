import Keyway
import KeywayKeys

func openWithKeys(_ folder: String) async throws -> Orchestrator {
    let log = try FileLog(folder + "/log")
    let keys = try FileKeyStore(folder + "/keys")
    return try await Orchestrator(log, serving: [Orchestrator.Service { _, _ in SignIn() }], keys: keys)
}

#if canImport(Security)
    import Foundation
    import Security

    /// The keys of runs in the keychain of this device, from the first unlock on.
    struct KeychainKeys: KeyStore {
        struct Refusal: Error { var status: OSStatus }

        func makeKey(for run: RunID) async throws -> any RunKey {
            let key = try AESGCMKey.random()
            var item = query(for: run)
            item[kSecValueData] = Data(key.bytes)
            item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            try check(SecItemAdd(item as CFDictionary, nil))
            return key
        }

        func key(of run: RunID) async throws -> (any RunKey)? {
            var item = query(for: run)
            item[kSecReturnData] = true
            var found: CFTypeRef?
            let status = SecItemCopyMatching(item as CFDictionary, &found)
            if status == errSecItemNotFound { return nil }
            try check(status)
            guard let data = found as? Data, let key = AESGCMKey(bytes: Array(data)) else {
                throw Refusal(status: errSecDecode)
            }
            return key
        }

        func eraseKey(of run: RunID) async throws {
            let status = SecItemDelete(query(for: run) as CFDictionary)
            if status != errSecItemNotFound { try check(status) }
        }

        private func query(for run: RunID) -> [CFString: Any] {
            [kSecClass: kSecClassGenericPassword, kSecAttrService: "keyway.run", kSecAttrAccount: run.description]
        }

        private func check(_ status: OSStatus) throws {
            guard status == errSecSuccess else { throw Refusal(status: status) }
        }
    }
#endif
