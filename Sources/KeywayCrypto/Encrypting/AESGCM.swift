/// Authenticated encryption: AES-256 in Galois/Counter Mode, with a random nonce for each message.
///
/// Source: NIST SP 800-38D. With random nonces one key may encrypt at most 2^32 messages (section 8.3). Each run
/// has its own key, and some thousands of messages.
package enum AESGCM {
    /// The length of a key, in bytes.
    package static let keyLength = 32
    /// The length of a nonce, in bytes (section 5.2.1.1).
    package static let nonceLength = 12
    /// The length of an authentication tag, in bytes.
    package static let tagLength = 16

    /// Whether this build can encrypt at all: with the package's trait `Crypto`, over the system's library.
    package static var isAvailable: Bool { SystemCipher.isAvailable }

    /// `count` bytes of the system's random numbers, for a key or a nonce.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Encrypts a message.
    ///
    /// - Parameters:
    ///   - message: of any length.
    ///   - binding: what the message belongs to (additional authenticated data): it is needed again to open the message.
    ///   - key: of 32 bytes.
    /// - Returns: the nonce, the encrypted message, and the tag.
    /// - Throws: `CryptoError.cipherUnavailable`, also where the system's library refuses.
    package static func seal(_ message: [UInt8], boundTo binding: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8]
    {
        precondition(key.count == keyLength, "a key of AES-256 has 32 bytes")
        return try SystemCipher.seal(message, boundTo: binding, key: key)
    }

    /// Decrypts what `seal` returned.
    ///
    /// - Parameters:
    ///   - sealed: what `seal` returned.
    ///   - binding: the one that `seal` was given.
    ///   - key: of 32 bytes.
    /// - Returns: the message.
    /// - Throws: `CryptoError.notAuthentic` where the key or the binding is another one, or a byte was changed; `cipherUnavailable` in a
    ///   build without the trait `Crypto`, and where the system's library refuses.
    package static func open(_ sealed: [UInt8], boundTo binding: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
        precondition(key.count == keyLength, "a key of AES-256 has 32 bytes")
        guard isAvailable else { throw .cipherUnavailable }
        guard sealed.count >= nonceLength + tagLength else { throw .notAuthentic }
        return try SystemCipher.open(sealed, boundTo: binding, key: key)
    }
}
