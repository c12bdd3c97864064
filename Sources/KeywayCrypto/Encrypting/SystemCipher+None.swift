#if !Crypto
    /// A build without the trait `Crypto` links no library of the system, and encrypts nothing.
    enum SystemCipher {
        static let isAvailable = false

        static func seal(_ message: [UInt8], boundTo binding: [UInt8], key: [UInt8]) -> [UInt8]? { nil }

        static func open(_ sealed: [UInt8], boundTo binding: [UInt8], key: [UInt8]) -> [UInt8]? { nil }
    }
#endif
