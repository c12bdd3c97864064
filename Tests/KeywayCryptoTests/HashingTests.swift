import KeywayCrypto
import Testing

/// The reason that is shown for a test that is skipped.
let needsHashes: Comment =
    "no hashes in this build: swift test --traits Crypto, on Linux with libcrypto and its headers"

@Suite("Hashing")
struct HashingTests {
    @Test(
        "Digests and authentication codes are those of the standards",
        .enabled(if: HashFunction.isAvailable, needsHashes), arguments: HashFunction.allCases)
    func knownValues(function: HashFunction) throws {
        // Source: the examples of FIPS 180 for "abc"; RFC 2202 and RFC 4231, test case 2.
        let (digest, code) =
            switch function {
            case .sha1:
                ("a9993e364706816aba3e25717850c26c9cd0d89d", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
            case .sha256:
                (
                    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
                )
            case .sha512:
                (
                    "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
                    "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                        + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
                )
            }
        #expect(try function.digest(of: Array("abc".utf8)).hexadecimal == digest)
        let message = Array("what do ya want for nothing?".utf8)
        #expect(try function.authenticationCode(for: message, key: Array("Jefe".utf8)).hexadecimal == code)
    }

    @Test(
        "Empty messages, empty keys and keys longer than a block are hashed too",
        .enabled(if: HashFunction.isAvailable, needsHashes), arguments: HashFunction.allCases)
    func extremes(function: HashFunction) throws {
        #expect(try function.digest(of: []).count == function.digestLength)
        // A key is filled up with zeros, and a long one hashed first. Source: RFC 2104, section 2.
        let empty = try function.authenticationCode(for: [], key: [])
        #expect(try function.authenticationCode(for: [], key: [0]) == empty)
        // The call before leaves nothing behind.
        _ = try function.authenticationCode(for: [1], key: [2])
        #expect(try function.authenticationCode(for: [], key: []) == empty)
        let long = [UInt8](repeating: 0xaa, count: 131)
        #expect(
            try function.authenticationCode(for: [7], key: long)
                == function.authenticationCode(for: [7], key: function.digest(of: long)))
    }

    @Test(
        "A build without hashes says so",
        .disabled(if: HashFunction.isAvailable, "this build has them"), arguments: HashFunction.allCases)
    func unavailable(function: HashFunction) throws {
        #expect(throws: CryptoError.unavailable(function)) { try function.digest(of: [1]) }
        let hotp = try #require(HOTP(secret: Secret.of20, hash: function))
        #expect(throws: CryptoError.unavailable(function)) { try hotp.code(at: 0) }
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
