#if !Crypto
    /// A build without the trait `Crypto` links no library of the system, and encrypts nothing.
    enum SystemCipher {
        static let isAvailable = false

        static func seal(_: [UInt8], boundTo _: [UInt8], key _: [UInt8]) throws(CryptoError) -> [UInt8] {
            throw .cipherUnavailable
        }

        static func open(_: [UInt8], boundTo _: [UInt8], key _: [UInt8]) throws(CryptoError) -> [UInt8] {
            throw .cipherUnavailable
        }
    }
#endif
