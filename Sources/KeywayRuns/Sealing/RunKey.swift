/// The key of one run: it encrypts the personal and secret values that go into the run's records.
///
/// `AESGCMKey` of `KeywayKeys` encrypts with AES-256-GCM. A store whose keys lie in a security chip or on a server must
/// still return a key that works in memory, because a run encrypts while it decides.
public protocol RunKey: Sendable {
    /// Encrypts bytes so that a change of them, or of what they are bound to, is noticed when they are opened.
    ///
    /// A run calls it while it decides, under a lock that many runs share: it must neither block nor call a run.
    /// - Parameters:
    ///   - plain: the values of one event as bytes, padded to a multiple of 32.
    ///   - binding: what the bytes belong to. It is not part of the result, and is given again when the bytes are opened.
    /// - Returns: the encrypted bytes; two calls for the same bytes return different ones.
    /// - Throws: where the bytes cannot be encrypted. The run is stopped then.
    func seal(_ plain: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]

    /// Decrypts what `seal` returned.
    ///
    /// - Parameters:
    ///   - sealed: what `seal` returned.
    ///   - binding: the one that `seal` was given.
    /// - Returns: the bytes in clear.
    /// - Throws: where another key encrypted the bytes, the binding is another one, or a byte was changed.
    func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8]
}
