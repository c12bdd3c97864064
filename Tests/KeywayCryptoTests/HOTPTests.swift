import KeywayCrypto
import Testing

@Suite("Counter-based codes")
struct HOTPTests {
    /// Source: RFC 4226, appendix D.
    static let published = [
        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
    ]

    @Test("They are those of RFC 4226", .enabled(if: HashFunction.isAvailable, needsHashes))
    func counterBased() throws {
        let hotp = try #require(HOTP(secret: Secret.of20))
        #expect(try (0..<10).map { try hotp.code(at: $0) } == Self.published)
    }

    /// Source: RFC 6238, appendix B.
    static let publishedForTimes: [(hash: HashFunction, secret: [UInt8], codes: [String])] = [
        (.sha1, Secret.of20, ["94287082", "07081804", "14050471", "89005924", "69279037", "65353130"]),
        (.sha256, Secret.of32, ["46119246", "68084774", "67062674", "91819424", "90698825", "77737706"]),
        (.sha512, Secret.of64, ["90693936", "25091201", "99943326", "93441116", "38618901", "47863826"]),
    ]

    @Test(
        "With time steps for a counter they are those of RFC 6238",
        .enabled(if: HashFunction.isAvailable, needsHashes), arguments: publishedForTimes)
    func timeBased(hash: HashFunction, secret: [UInt8], codes: [String]) throws {
        let hotp = try #require(HOTP(secret: secret, digits: 8, hash: hash))
        let times: [UInt64] = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000]
        #expect(try times.map { try hotp.code(at: $0 / 30) } == codes)
    }

    @Test("The whole counter counts, and zeros stand in front", .enabled(if: HashFunction.isAvailable, needsHashes))
    func wholeCounter() throws {
        let hotp = try #require(HOTP(secret: Secret.of20, digits: 8))
        let counters = (0..<64).map { UInt64(1) << $0 }
        let codes = try counters.map { try hotp.code(at: $0) }
        #expect(Set(codes).count == 64)
        #expect(codes.allSatisfy { $0.count == 8 && $0.allSatisfy { $0.isNumber } })
        #expect(try (0..<1000).contains { try hotp.code(at: $0).hasPrefix("0") })
    }

    @Test("A short secret and a number of digits that the standard does not have are refused")
    func unfit() {
        #expect(HOTP(secret: Array(Secret.of20.prefix(15))) == nil)
        #expect(HOTP(secret: Array(Secret.of20.prefix(16))) != nil)
        for digits in [Int.min, 0, 5, 9, .max] { #expect(HOTP(secret: Secret.of20, digits: digits) == nil) }
    }
}
