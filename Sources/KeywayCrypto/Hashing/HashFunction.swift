/// A hash function that the standards of one-time codes name.
package enum HashFunction: CaseIterable, Hashable, Sendable {
    /// Secure in a one-time code, although collisions can be made for SHA-1: the HMAC of a code is secure in spite of them.
    case sha1
    case sha256
    case sha512

    /// Whether this build has the package's trait `Crypto`, and so hashes by the system's library. The library may still refuse a
    /// function, by its own policy.
    package static var isAvailable: Bool { SystemHashing.isAvailable }

    /// The length of a digest, in bytes.
    package var digestLength: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// The message's hash, `digestLength` bytes of it.
    ///
    /// - Throws: `CryptoError.unavailable` without the trait, or where the system's library refuses.
    package func digest(of message: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let digest = SystemHashing.digest(of: message, self) else { throw .unavailable(self) }
        return digest
    }

    /// The message's HMAC. Source: RFC 2104.
    ///
    /// - Throws: `CryptoError.unavailable` without the trait, or where the system's library refuses.
    package func authenticationCode(for message: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let code = SystemHashing.authenticationCode(for: message, key: key, self) else {
            throw .unavailable(self)
        }
        return code
    }
}
