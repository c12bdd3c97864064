/// Why a code was not computed, or a message not encrypted or decrypted.
package enum CryptoError: Error, Equatable, Sendable {
    /// Nothing computes this hash here: the package was built without its trait `Crypto`, or the system's library refuses.
    case unavailable(HashFunction)
    /// The OCRA suite, which says from what a code is computed, wants a part that was not given.
    case missing(OCRASuite.Part)
    /// A part was given that the suite does not take, so the code would not depend on that part.
    case unexpected(OCRASuite.Part)
    /// A part was given in a form or of a length that the suite does not allow.
    case unfit(OCRASuite.Part)
    /// Nothing encrypts here: the package was built without its trait `Crypto`, or the system's library refuses.
    case cipherUnavailable
    /// The message cannot be decrypted: it was encrypted with another key or for another binding, or it was changed.
    case notAuthentic
}
