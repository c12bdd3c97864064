import Foundation
import KeywayCore

/// The ways in which a value may stand among bytes.
struct Disguises {
    /// The name of each way, and the bytes of the value written so; none for a value that is neither a text nor a number nor a duration.
    let all: [(name: String, bytes: [UInt8])]

    init(of value: Value) {
        switch value {
        case .text(let text): all = Self.texts(Array(text.utf8))
        case .integer(let number), .duration(let number):
            var writer = ByteWriter()
            writer.signed(number)
            let fixed = withUnsafeBytes(of: number.littleEndian, Array.init)
            all =
                Self.texts(Array("\(number)".utf8)) + [
                    ("as records write it", writer.bytes), ("in eight bytes", fixed),
                    ("in eight bytes, the highest first", fixed.reversed()),
                ]
        default: all = []
        }
    }

    /// The names of the ways in which the value stands among the bytes.
    func found(in bytes: Data) -> [String] {
        all.filter { bytes.range(of: Data($0.bytes)) != nil }.map(\.name)
    }

    private static func texts(_ bytes: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        func percent(_ isKept: (UInt8) -> Bool) -> String {
            zip(bytes, hex).map { isKept($0) ? String(UnicodeScalar($0)) : "%" + $1 }.joined()
        }
        let unreserved = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
        let percents = [percent { _ in false }, percent { unreserved.contains($0) }]
        let spellings =
            [("hex", hex.joined()), ("HEX", hex.joined().uppercased())]
            + percents.map { ("percent", $0) }
            + percents.map { ("PERCENT", Self.raisingEscapes(in: $0)) }
            + (0..<3).flatMap { offset -> [(String, String)] in
                let standard = base64(bytes, after: offset)
                let forAddresses = String(standard.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
                return [("base64", standard), ("base64url", forAddresses)]
            }
        // Where nothing of the value needs an escape, the spelling is the plain one.
        return [("plain", bytes)] + spellings.map { ($0, Array($1.utf8)) }.filter { $0.1 != bytes }
    }

    /// The text with the digits of its percent escapes in upper case: `%c3` becomes `%C3`.
    private static func raisingEscapes(in text: String) -> String {
        text.split(separator: "%", omittingEmptySubsequences: false).enumerated()
            .map { number, part in number == 0 ? String(part) : part.prefix(2).uppercased() + part.dropFirst(2) }
            .joined(separator: "%")
    }

    /// Of the base64 text in which so many other bytes stand before these: the letters that depend on these bytes alone.
    private static func base64(_ bytes: [UInt8], after offset: Int) -> String {
        let text = Data([UInt8](repeating: 0, count: offset) + bytes).base64EncodedString()
        let first = (offset * 8 + 5) / 6
        let end = (offset + bytes.count) * 8 / 6
        return String(text.prefix(end).dropFirst(first))
    }
}
