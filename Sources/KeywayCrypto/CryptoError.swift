/// Why a message was not encrypted or decrypted.
package enum CryptoError: Error, Equatable, Sendable {
    /// Nothing encrypts here: the package was built without its trait `Crypto`, or the system's library refuses.
    case cipherUnavailable
    /// The message cannot be decrypted: it was encrypted with another key or for another binding, or it was changed.
    case notAuthentic
}
