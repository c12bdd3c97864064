#if Crypto && !canImport(CryptoKit)
    import LibCrypto

    /// AES-256-GCM by libcrypto. Both methods return nil where the library's policy refuses the cipher; `open` does so also where the
    /// message is not authentic.
    enum SystemCipher {
        static let isAvailable = true

        static func seal(_ message: [UInt8], boundTo binding: [UInt8], key: [UInt8]) -> [UInt8]? {
            let nonce = AESGCM.randomBytes(AESGCM.nonceLength)
            return withContext { context in
                guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1 else { return nil }
                var count: Int32 = 0
                // Bytes that are given without a place for a result are not encrypted: only the tag depends on them.
                guard let length = Int32(exactly: message.count), let bound = Int32(exactly: binding.count),
                    EVP_EncryptUpdate(context, nil, &count, binding, bound) == 1
                else { return nil }
                var encrypted = [UInt8](repeating: 0, count: message.count)
                guard EVP_EncryptUpdate(context, &encrypted, &count, message, length) == 1, count == length,
                    EVP_EncryptFinal_ex(context, nil, &count) == 1
                else { return nil }
                var tag = [UInt8](repeating: 0, count: AESGCM.tagLength)
                guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1 else {
                    return nil
                }
                return nonce + encrypted + tag
            }
        }

        static func open(_ sealed: [UInt8], boundTo binding: [UInt8], key: [UInt8]) -> [UInt8]? {
            let nonce = Array(sealed.prefix(AESGCM.nonceLength))
            let encrypted = Array(sealed.dropFirst(AESGCM.nonceLength).dropLast(AESGCM.tagLength))
            var tag = Array(sealed.suffix(AESGCM.tagLength))
            return withContext { context in
                guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1 else { return nil }
                var count: Int32 = 0
                guard let length = Int32(exactly: encrypted.count), let bound = Int32(exactly: binding.count),
                    EVP_DecryptUpdate(context, nil, &count, binding, bound) == 1
                else { return nil }
                var message = [UInt8](repeating: 0, count: encrypted.count)
                guard EVP_DecryptUpdate(context, &message, &count, encrypted, length) == 1, count == length,
                    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1,
                    // Only this call compares the tag: until it succeeds, nothing of the message may be used.
                    EVP_DecryptFinal_ex(context, nil, &count) == 1
                else { return nil }
                return message
            }
        }

        private static func withContext(_ body: (OpaquePointer) -> [UInt8]?) -> [UInt8]? {
            guard let context = EVP_CIPHER_CTX_new() else { return nil }
            defer { EVP_CIPHER_CTX_free(context) }
            return body(context)
        }
    }
#endif
