#if Crypto && canImport(CryptoKit)
    import CryptoKit

    /// Hashes and HMACs by CryptoKit, on Apple's platforms.
    enum SystemHashing {
        static let isAvailable = true

        static func digest(of message: [UInt8], _ function: HashFunction) -> [UInt8]? {
            switch function {
            case .sha1: Array(Insecure.SHA1.hash(data: message))
            case .sha256: Array(SHA256.hash(data: message))
            case .sha512: Array(SHA512.hash(data: message))
            }
        }

        static func authenticationCode(for message: [UInt8], key: [UInt8], _ function: HashFunction) -> [UInt8]? {
            let key = SymmetricKey(data: key)
            return switch function {
            case .sha1: Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: key))
            case .sha256: Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
            case .sha512: Array(HMAC<SHA512>.authenticationCode(for: message, using: key))
            }
        }
    }
#endif
