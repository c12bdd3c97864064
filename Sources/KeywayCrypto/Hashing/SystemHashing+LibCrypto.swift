#if Crypto && !canImport(CryptoKit)
    import LibCrypto

    /// Hashes and HMACs by libcrypto; nil where the library refuses, as by a policy that does not allow the function.
    enum SystemHashing {
        static let isAvailable = true

        static func digest(of message: [UInt8], _ function: HashFunction) -> [UInt8]? {
            filled(function.digestLength) { bytes, length in
                EVP_Digest(message, message.count, bytes, &length, function.algorithm, nil) == 1
            }
        }

        static func authenticationCode(for message: [UInt8], key: [UInt8], _ function: HashFunction) -> [UInt8]? {
            guard let keyLength = Int32(exactly: key.count) else { return nil }
            return filled(function.digestLength) { bytes, length in
                HMAC(function.algorithm, key, keyLength, message, message.count, bytes, &length) != nil
            }
        }

        /// What the library writes; nil where it fails or writes another number of bytes.
        private static func filled(
            _ count: Int, _ write: (_ bytes: UnsafeMutablePointer<UInt8>?, _ length: inout UInt32) -> Bool
        ) -> [UInt8]? {
            guard CryptoLibrary.staysUntilTheEnd else { return nil }
            var length: UInt32 = 0
            var isWritten = false
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
                buffer.initialize(repeating: 0)
                initializedCount = count
                isWritten = write(buffer.baseAddress, &length)
            }
            return isWritten && length == count ? bytes : nil
        }
    }

    extension HashFunction {
        fileprivate var algorithm: OpaquePointer? {
            switch self {
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            case .sha512: EVP_sha512()
            }
        }
    }
#endif
