/// One-time codes from a counter that both sides, the person's device and the server, count up. Source: RFC 4226.
///
/// Where the counter is the number of time steps since a fixed time, they are the time-based codes of RFC 6238.
package struct HOTP: Sendable {
    private let secret: [UInt8]
    private let digits: Int
    private let hash: HashFunction

    /// Takes the secret that both sides know.
    ///
    /// - Parameters:
    ///   - secret: at least 16 bytes; 20 are recommended.
    ///   - digits: 6 to 8.
    ///   - hash: SHA-1; only time-based codes may use another.
    /// - Returns: nil for a secret that is too short and for another number of digits.
    package init?(secret: [UInt8], digits: Int = 6, hash: HashFunction = .sha1) {
        guard secret.count >= 16, (6...8).contains(digits) else { return nil }
        self.secret = secret
        self.digits = digits
        self.hash = hash
    }

    /// The code for one value of the counter.
    ///
    /// - Throws: `CryptoError.unavailable`.
    package func code(at counter: UInt64) throws(CryptoError) -> String {
        let code = try hash.authenticationCode(for: counter.bigEndianBytes, key: secret)
        return DecimalCode.truncating(code, digits: digits)
    }
}
