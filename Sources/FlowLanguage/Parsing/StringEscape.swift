/// What a backslash and the characters behind it stand for.
struct StringEscape {
    /// The scalar that the escape stands for; nil if there is no such escape.
    var scalar: Unicode.Scalar?
    /// The offset behind the escape.
    var end: Int

    init(in bytes: [UInt8], at backslash: Int) {
        let next = backslash + 1
        end = next
        guard next < bytes.count else { return }
        switch bytes[next] {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "u"):
            readScalar(in: bytes, from: next + 1)
            return
        case 0x0A, 0x0D: return
        default: break
        }
        end = next + 1
    }

    /// Reads the `{1F600}` of an escape.
    private mutating func readScalar(in bytes: [UInt8], from start: Int) {
        end = start
        guard start < bytes.count, bytes[start] == UInt8(ascii: "{") else { return }
        var position = start + 1
        var value: UInt32 = 0
        while position < bytes.count, position - start <= 8, let digit = bytes[position].hexadecimalValue {
            value = value << 4 | digit
            position += 1
        }
        guard position > start + 1, position < bytes.count, bytes[position] == UInt8(ascii: "}") else { return }
        end = position + 1
        scalar = Unicode.Scalar(value)
    }
}

extension UInt8 {
    /// The value of a digit in base 16; nil for any other byte.
    fileprivate var hexadecimalValue: UInt32? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}

extension [UInt8] {
    /// The text of a string's token, without its quotes; escapes that do not exist are left out.
    func stringLiteral(at range: SourceRange) -> String {
        var content: [UInt8] = []
        var position = range.lower + 1
        let closed = range.upper - range.lower > 1 && self[range.upper - 1] == UInt8(ascii: "\"")
        let end = closed ? range.upper - 1 : range.upper
        while position < end {
            if self[position] == UInt8(ascii: "\\") {
                let escape = StringEscape(in: self, at: position)
                if let scalar = escape.scalar { content.append(contentsOf: Array(String(scalar).utf8)) }
                position = escape.end
            } else {
                content.append(self[position])
                position += 1
            }
        }
        return String(decoding: content, as: UTF8.self)
    }
}
