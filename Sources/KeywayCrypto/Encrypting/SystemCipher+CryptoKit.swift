#if Crypto && canImport(CryptoKit)
    import CryptoKit

    /// AES-256-GCM by CryptoKit, on Apple's platforms; `open` returns nil where the message is not authentic.
    enum SystemCipher {
        static let isAvailable = true

        static func seal(_ message: [UInt8], boundTo binding: [UInt8], key: [UInt8]) -> [UInt8]? {
            let key = SymmetricKey(data: key)
            guard let box = try? AES.GCM.seal(message, using: key, authenticating: binding) else { return nil }
            return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        }

        static func open(_ sealed: [UInt8], boundTo binding: [UInt8], key: [UInt8]) -> [UInt8]? {
            let key = SymmetricKey(data: key)
            let (nonce, rest) = (sealed.prefix(AESGCM.nonceLength), sealed.dropFirst(AESGCM.nonceLength))
            guard let nonce = try? AES.GCM.Nonce(data: nonce),
                let box = try? AES.GCM.SealedBox(
                    nonce: nonce, ciphertext: rest.dropLast(AESGCM.tagLength), tag: rest.suffix(AESGCM.tagLength)),
                let message = try? AES.GCM.open(box, using: key, authenticating: binding)
            else { return nil }
            return Array(message)
        }
    }
#endif
