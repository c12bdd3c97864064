#if Crypto && !canImport(CryptoKit)
    import LibCrypto

    /// AES-256-GCM by libcrypto. Both methods throw `CryptoError.cipherUnavailable` where the library refuses, by its policy or for want
    /// of memory; only the last check of a tag is `notAuthentic`.
    enum SystemCipher {
        static let isAvailable = true

        static func seal(_ message: [UInt8], boundTo binding: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
            let nonce = AESGCM.randomBytes(AESGCM.nonceLength)
            return try withContext { context throws(CryptoError) in
                guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1 else {
                    throw .cipherUnavailable
                }
                var count: Int32 = 0
                // Bytes that are given without a place for a result are not encrypted: only the tag depends on them.
                guard let length = Int32(exactly: message.count), let bound = Int32(exactly: binding.count),
                    EVP_EncryptUpdate(context, nil, &count, binding, bound) == 1
                else { throw .cipherUnavailable }
                var encrypted = [UInt8](repeating: 0, count: message.count)
                guard EVP_EncryptUpdate(context, &encrypted, &count, message, length) == 1, count == length,
                    EVP_EncryptFinal_ex(context, nil, &count) == 1
                else { throw .cipherUnavailable }
                var tag = [UInt8](repeating: 0, count: AESGCM.tagLength)
                guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1 else {
                    throw .cipherUnavailable
                }
                return nonce + encrypted + tag
            }
        }

        static func open(_ sealed: [UInt8], boundTo binding: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
            let nonce = Array(sealed.prefix(AESGCM.nonceLength))
            let encrypted = Array(sealed.dropFirst(AESGCM.nonceLength).dropLast(AESGCM.tagLength))
            var tag = Array(sealed.suffix(AESGCM.tagLength))
            return try withContext { context throws(CryptoError) in
                guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1 else {
                    throw .cipherUnavailable
                }
                var count: Int32 = 0
                guard let length = Int32(exactly: encrypted.count), let bound = Int32(exactly: binding.count),
                    EVP_DecryptUpdate(context, nil, &count, binding, bound) == 1
                else { throw .cipherUnavailable }
                var message = [UInt8](repeating: 0, count: encrypted.count)
                guard EVP_DecryptUpdate(context, &message, &count, encrypted, length) == 1, count == length,
                    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
                else { throw .cipherUnavailable }
                // Only this call compares the tag: until it succeeds, nothing of the message may be used.
                guard EVP_DecryptFinal_ex(context, nil, &count) == 1 else { throw .notAuthentic }
                return message
            }
        }

        private static func withContext(
            _ body: (OpaquePointer) throws(CryptoError) -> [UInt8]
        ) throws(CryptoError) -> [UInt8] {
            guard CryptoLibrary.staysUntilTheEnd, let context = EVP_CIPHER_CTX_new() else { throw .cipherUnavailable }
            defer { EVP_CIPHER_CTX_free(context) }
            return try body(context)
        }
    }
#endif
