#if !Crypto
    /// A build without the trait `Crypto` links no library of the system, and hashes nothing.
    enum SystemHashing {
        static let isAvailable = false

        static func digest(of message: [UInt8], _ function: HashFunction) -> [UInt8]? { nil }

        static func authenticationCode(for message: [UInt8], key: [UInt8], _ function: HashFunction) -> [UInt8]? { nil }
    }
#endif
