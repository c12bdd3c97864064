import Testing

@testable import KeywayCrypto

@Suite("Authenticated encryption", .enabled(if: AESGCM.isAvailable, "the package was built without its trait Crypto"))
struct AESGCMTests {
    private func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
    }

    private static let key = [UInt8](0..<32)

    // Source: The Galois/Counter Mode of Operation (McGrew and Viega), appendix B, test case 16.
    @Test("A published message opens, with its key and its binding alone")
    func published() throws {
        let key = bytes("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308")
        let binding = bytes("feedfacedeadbeeffeedfacedeadbeefabaddad2")
        let sealed = bytes(
            "cafebabefacedbaddecaf888"
                + "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662"
                + "76fc6ece0f4e1768cddf8853bb2d551b")
        let message = bytes(
            "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
        #expect(try AESGCM.open(sealed, boundTo: binding, key: key) == message)
        #expect(throws: CryptoError.notAuthentic) { try AESGCM.open(sealed, boundTo: [], key: key) }
    }

    @Test("What was encrypted is decrypted, and is different each time", arguments: [0, 1, 15, 16, 17, 4096])
    func roundTrip(length: Int) throws {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let sealed = try AESGCM.seal(message, boundTo: [1, 2], key: Self.key)
        #expect(sealed.count == length + AESGCM.nonceLength + AESGCM.tagLength)
        #expect(try AESGCM.open(sealed, boundTo: [1, 2], key: Self.key) == message)
        #expect(try AESGCM.seal(message, boundTo: [1, 2], key: Self.key) != sealed)
    }

    @Test("Any changed byte, any shorter bytes and another key are refused")
    func changed() throws {
        let sealed = try AESGCM.seal([7, 8, 9], boundTo: [1], key: Self.key)
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(throws: CryptoError.notAuthentic) { try AESGCM.open(changed, boundTo: [1], key: Self.key) }
            #expect(throws: CryptoError.notAuthentic) {
                try AESGCM.open(Array(sealed.prefix(place)), boundTo: [1], key: Self.key)
            }
        }
        #expect(throws: CryptoError.notAuthentic) {
            try AESGCM.open(sealed, boundTo: [1], key: [UInt8](repeating: 0, count: 32))
        }
    }
}
