import KeywayCrypto
import Testing

@Suite("The names of suites")
struct OCRASuiteTests {
    @Test("Every part of a name is read")
    func everything() throws {
        let suite = try #require(OCRASuite("OCRA-1:HOTP-SHA512-10:C-QH64-PSHA256-S128-T48H"))
        #expect(suite.hash == .sha512)
        #expect(suite.digits == 10)
        #expect(suite.hasCounter)
        #expect(suite.challengeForm == .hexadecimal)
        #expect(suite.longestChallenge == 64)
        #expect(suite.pinHash == .sha256)
        #expect(suite.sessionLength == 128)
        #expect(suite.timeStep == 48 * 3600)
    }

    @Test("What a name leaves out is not taken in, or has the standard's default")
    func defaults() throws {
        let bare = try #require(OCRASuite("OCRA-1:HOTP-SHA1-0:QA04"))
        #expect(bare.digits == nil)
        #expect(!bare.hasCounter)
        #expect(bare.pinHash == nil && bare.sessionLength == nil && bare.timeStep == nil)
        let short = try #require(OCRASuite("OCRA-1:HOTP-SHA1-4:QA04-S-T"))
        #expect(short.sessionLength == 64)
        #expect(short.timeStep == 60)
    }

    @Test(
        "A name that the standard does not have is none",
        arguments: [
            "", ":", "::", "OCRA-1", "OCRA-1:HOTP-SHA1-6", "OCRA-1:HOTP-SHA1-6:", "OCRA-2:HOTP-SHA1-6:QN08",
            "ocra-1:HOTP-SHA1-6:QN08", "OCRA-1:HOTP-SHA1-6:QN08:", "OCRA-1:TOTP-SHA1-6:QN08", "OCRA-1:HOTP-MD5-6:QN08",
            "OCRA-1:HOTP-SHA1:QN08", "OCRA-1:HOTP-SHA1-3:QN08", "OCRA-1:HOTP-SHA1-11:QN08", "OCRA-1:HOTP-SHA1--6:QN08",
            "OCRA-1:HOTP-SHA1-+6:QN08", "OCRA-1:HOTP-SHA1-:QN08", "OCRA-1:HOTP-SHA1-6:C", "OCRA-1:HOTP-SHA1-6:QX08",
            "OCRA-1:HOTP-SHA1-6:Q08", "OCRA-1:HOTP-SHA1-6:QN8", "OCRA-1:HOTP-SHA1-6:QN03", "OCRA-1:HOTP-SHA1-6:QN65",
            "OCRA-1:HOTP-SHA1-6:QN08-C", "OCRA-1:HOTP-SHA1-6:CC-QN08", "OCRA-1:HOTP-SHA1-6:C-C-QN08",
            "OCRA-1:HOTP-SHA1-6:QN08-PMD5", "OCRA-1:HOTP-SHA1-6:QN08-P", "OCRA-1:HOTP-SHA1-6:QN08-S64",
            "OCRA-1:HOTP-SHA1-6:QN08-S000", "OCRA-1:HOTP-SHA1-6:QN08-T-S064", "OCRA-1:HOTP-SHA1-6:QN08-T0H",
            "OCRA-1:HOTP-SHA1-6:QN08-T60S", "OCRA-1:HOTP-SHA1-6:QN08-T60M", "OCRA-1:HOTP-SHA1-6:QN08-T49H",
            "OCRA-1:HOTP-SHA1-6:QN08-T1D", "OCRA-1:HOTP-SHA1-6:QN08-T-1M", "OCRA-1:HOTP-SHA1-6:QN08-TM",
            "OCRA-1:HOTP-SHA1-6:QN08-T1M-", "OCRA-1:HOTP-SHA1-6:QN08-T99999999999999999999H", "OCRA-1:HOTP-SHA1-6:QN０8",
            "OCRA-1:HOTP-SHA1-06:QN08", "OCRA-1:HOTP-SHA1-00:QN08", "OCRA-1:HOTP-SHA1-6:QN08-T01M",
        ])
    func foreign(name: String) {
        #expect(OCRASuite(name) == nil)
    }
}
