#if Crypto && canImport(CryptoKit)
    import CryptoKit

    /// AES-256-GCM by CryptoKit, on Apple's platforms. Both methods throw `CryptoError.cipherUnavailable` where CryptoKit refuses; only
    /// its authentication failure is `notAuthentic`.
    enum SystemCipher {
        static let isAvailable = true

        static func seal(_ message: [UInt8], boundTo binding: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
            let key = SymmetricKey(data: key)
            guard let box = try? AES.GCM.seal(message, using: key, authenticating: binding) else {
                throw .cipherUnavailable
            }
            return Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
        }

        static func open(_ sealed: [UInt8], boundTo binding: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
            let key = SymmetricKey(data: key)
            let (nonce, rest) = (sealed.prefix(AESGCM.nonceLength), sealed.dropFirst(AESGCM.nonceLength))
            do {
                let box = try AES.GCM.SealedBox(
                    nonce: AES.GCM.Nonce(data: nonce), ciphertext: rest.dropLast(AESGCM.tagLength),
                    tag: rest.suffix(AESGCM.tagLength))
                return Array(try AES.GCM.open(box, using: key, authenticating: binding))
            } catch CryptoKitError.authenticationFailure {
                throw .notAuthentic
            } catch {
                throw .cipherUnavailable
            }
        }
    }
#endif
