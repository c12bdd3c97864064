import KeywayCrypto
public import KeywayRuns

/// A key of AES-256-GCM (NIST SP 800-38D), by which values, or other keys, are encrypted.
///
/// A key store makes one for each run, to encrypt the run's values. `PostgresKeyStore` has one more, by which it encrypts those keys.
///
/// With the package's trait `Crypto`, CryptoKit encrypts on Apple's platforms, and libcrypto elsewhere. Without the trait,
/// `random`, `seal` and `open` throw `FileKeyStore.Failure.noCipher`.
public struct AESGCMKey: RunKey {
    /// The length of a key, in bytes.
    public static let length = AESGCM.keyLength

    /// The key itself: whoever has these bytes can decrypt all that was encrypted by it.
    public let bytes: [UInt8]

    /// The key with these bytes.
    ///
    /// - Parameter bytes: 32 bytes; nil is returned for any other number.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// A new key, made of the system's random numbers.
    ///
    /// - Throws: `FileKeyStore.Failure.noCipher` in a build without the package's trait `Crypto`, where a key could encrypt nothing.
    public static func random() throws(FileKeyStore.Failure) -> AESGCMKey {
        try checkCipher()
        return AESGCMKey(unchecked: AESGCM.randomBytes(length))
    }

    /// A key can be made of bytes in any build, so each use of one asks whether this build encrypts at all.
    private static func checkCipher() throws(FileKeyStore.Failure) {
        guard AESGCM.isAvailable else { throw .noCipher }
    }

    private init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Encrypts bytes, with a new random nonce.
    ///
    /// - Parameters:
    ///   - plain: the bytes in clear.
    ///   - binding: what the bytes belong to, such as a record (additional authenticated data). It is not part of the result, and has to be
    ///     given again to open them.
    /// - Returns: the nonce, the encrypted bytes and a tag.
    /// - Throws: `FileKeyStore.Failure.noCipher` in a build without the package's trait `Crypto`; an error of no public type where the
    ///   system's library refuses.
    public func seal(_ plain: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
        try Self.checkCipher()
        return try AESGCM.seal(plain, boundTo: binding, key: bytes)
    }

    /// Decrypts what `seal` returned.
    ///
    /// - Parameters:
    ///   - sealed: what `seal` returned.
    ///   - binding: the one that `seal` was given.
    /// - Returns: the bytes in clear.
    /// - Throws: where another key encrypted the bytes, the binding is another one, or bytes were changed or lost; where the
    ///   system's library refuses; and `FileKeyStore.Failure.noCipher` in a build without the package's trait `Crypto`.
    public func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
        try Self.checkCipher()
        return try AESGCM.open(sealed, boundTo: binding, key: bytes)
    }

    /// Decrypts as `open` does; nil where another key encrypted the bytes, the binding is another one, or bytes were changed or lost.
    ///
    /// - Throws: where nothing could be decrypted at all: `FileKeyStore.Failure.noCipher`, and where the system's library refuses.
    package func openIfAuthentic(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]? {
        do { return try open(sealed, boundTo: binding) } catch CryptoError.notAuthentic { return nil }
    }
}

extension AESGCMKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What kind of key this is; the bytes are left out, so that no message shows them.
    public var description: String { "a key of AES-256-GCM" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` does not show the bytes.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
