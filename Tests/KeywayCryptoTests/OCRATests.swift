import Testing

@testable import KeywayCrypto

@Suite("Codes over challenges")
struct OCRATests {
    @Test(
        "They are those of RFC 6287", .enabled(if: HashFunction.isAvailable, needsHashes),
        arguments: OCRAVectors.published)
    func published(vectors: OCRAVectors) throws {
        let ocra = OCRA(suite: try #require(OCRASuite(vectors.suite)), secret: vectors.secret)
        #expect(try vectors.inputs.map { try ocra.code(for: $0) } == vectors.codes)
    }

    @Test("Where nothing is cut off, the code is the whole one", .enabled(if: HashFunction.isAvailable, needsHashes))
    func whole() throws {
        let ocra = OCRA(suite: try #require(OCRASuite("OCRA-1:HOTP-SHA256-0:QN08")), secret: Secret.of32)
        let code = try ocra.code(for: .init("00000000"))
        #expect(code.count == 64)
        #expect(code.allSatisfy { $0.isHexDigit })
        #expect(try ocra.code(for: .init("00000001")) != code)
    }

    private static func message(_ suite: String, _ input: OCRA.Input) throws -> [UInt8] {
        let ocra = OCRA(suite: try #require(OCRASuite(suite)), secret: Secret.of20)
        let message = try ocra.message(for: input)
        #expect(message.starts(with: Array(suite.utf8) + [0]))
        return Array(message.dropFirst(suite.utf8.count + 1))
    }

    private static let zeros = [UInt8](repeating: 0, count: 128)

    @Test("The parts stand in the standard's order, each in its length")
    func order() throws {
        let parts = try Self.message(
            "OCRA-1:HOTP-SHA1-6:C-QH08-S004-T2H",
            .init("a1B2", counter: 0x0102_0304_0506_0708, session: [9, 9], time: 2 * 3600 * 7 + 3))
        let expected = [1, 2, 3, 4, 5, 6, 7, 8, 0xa1, 0xb2] + Self.zeros.dropLast(2) + [0, 0, 9, 9]
        #expect(parts == expected + [0, 0, 0, 0, 0, 0, 0, 7])
    }

    @Test(
        "A challenge is filled up on the right, be it half a byte",
        arguments: [
            ("QN08", "00000000", []), ("QN08", "00000015", [0xf0]), ("QN08", "00000016", [0x10]),
            ("QN08", "12345678", [0xbc, 0x61, 0x4e]), ("QH04", "abc", [0xab, 0xc0]),
            ("QA04", "a0Z", [0x61, 0x30, 0x5a]),
        ] as [(String, String, [UInt8])])
    func challenges(form: String, challenge: String, bytes: [UInt8]) throws {
        let message = try Self.message("OCRA-1:HOTP-SHA1-6:\(form)", .init(challenge))
        #expect(message == bytes + Self.zeros.dropFirst(bytes.count))
    }

    @Test("The longest challenges fit, two at once too")
    func longest() throws {
        for (form, character) in [("QN64", "9"), ("QH64", "f"), ("QA64", "z")] {
            let challenge = String(repeating: character, count: 64)
            let message = try Self.message("OCRA-1:HOTP-SHA1-6:\(form)", .init(challenge, challenge))
            #expect(message.count == 128)
        }
    }

    @Test("A part that is missing, too much, or of another form is named")
    func unfit() throws {
        func error(_ suite: String, _ input: OCRA.Input) throws -> CryptoError? {
            let ocra = OCRA(suite: try #require(OCRASuite("OCRA-1:HOTP-SHA1-6:" + suite)), secret: Secret.of20)
            return #expect(throws: CryptoError.self) { try ocra.code(for: input) }
        }
        #expect(try error("C-QN08", .init("1")) == .missing(.counter))
        #expect(try error("QN08", .init("1", counter: 1)) == .unexpected(.counter))
        #expect(try error("QN08", .init()) == .missing(.challenge))
        #expect(try error("QN08", .init("1", "2", "3")) == .unfit(.challenge))
        #expect(try error("QN08-PSHA1", .init("1")) == .missing(.pin))
        #expect(try error("QN08", .init("1", pin: "1234")) == .unexpected(.pin))
        #expect(try error("QN08-S", .init("1")) == .missing(.session))
        #expect(try error("QN08-S002", .init("1", session: [1, 2, 3])) == .unfit(.session))
        #expect(try error("QN08-T", .init("1")) == .missing(.time))
        #expect(try error("QN08", .init("1", time: 1)) == .unexpected(.time))
        for challenge in ["", "123456789", "12a", "-1", "+1", "1 2", "١٢", "½"] {
            #expect(try error("QN08", .init(challenge)) == .unfit(.challenge), "\(challenge)")
        }
        for challenge in ["", "abcdefgh0", "g", "0x1", "Ａ"] {
            #expect(try error("QH08", .init(challenge)) == .unfit(.challenge), "\(challenge)")
        }
        for challenge in ["", "a b", "a-b", "ä", "Ａ", "a\u{301}"] {
            #expect(try error("QA08", .init(challenge)) == .unfit(.challenge), "\(challenge)")
        }
    }
}
