import Foundation
import KeywayCore
import Testing

@Suite("The search for a value among bytes")
struct DisguiseTests {
    private static let secret = "qxz+/ä %jkv=W7"

    @Test(
        "A text is found wherever it stands and however it is written",
        arguments: [
            "plain": Data(secret.utf8),
            "hex": Data("71787a2b2fc3a420256a6b763d5737".utf8),
            "HEX": Data("71787A2B2FC3A420256A6B763D5737".utf8),
            "percent": Data("qxz%2b%2f%c3%a4%20%25jkv%3dW7".utf8),
            "PERCENT": Data("qxz%2B%2F%C3%A4%20%25jkv%3DW7".utf8),
        ])
    func texts(_ name: String, _ bytes: Data) {
        let found = Disguises(of: .text(Self.secret)).found(in: Data("before ".utf8) + bytes + Data(" after".utf8))
        #expect(found == [name])
    }

    @Test("A text inside of a longer one that is written as base64 is found", arguments: 0..<6)
    func base64(before count: Int) {
        let whole = Data([UInt8](repeating: 0xFB, count: count) + Array(Self.secret.utf8) + [0xEF, 0xEF])
        let text = whole.base64EncodedString()
        #expect(Disguises(of: .text(Self.secret)).found(in: Data(text.utf8)).contains("base64"))
        let forAddresses = String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        #expect(Disguises(of: .text(Self.secret)).found(in: Data(forAddresses.utf8)).contains("base64url"))
    }

    @Test("A number is found as digits and as bytes")
    func numbers() {
        let number: Int64 = 817_263_544_536_271
        var writer = ByteWriter()
        writer.signed(number)
        let disguises = Disguises(of: .integer(number))
        #expect(disguises.found(in: Data([1]) + Data(writer.bytes)) == ["as records write it"])
        #expect(disguises.found(in: Data("n=\(number)".utf8)) == ["plain"])
        #expect(disguises.found(in: withUnsafeBytes(of: number.littleEndian) { Data($0) }) == ["in eight bytes"])
    }
}
