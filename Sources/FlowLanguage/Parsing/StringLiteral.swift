extension Lexer {
    /// Reads a string up to its closing quote, or to the end of the line when there is none.
    mutating func readString() {
        let start = position
        position += 1
        while position < bytes.count, bytes[position] != 0x0A, bytes[position] != UInt8(ascii: "\"") {
            readStringCharacter()
        }
        if byte() == UInt8(ascii: "\""), position < bytes.count {
            position += 1
        } else {
            if bytes[position - 1] == 0x0D, position - 1 > start { position -= 1 }
            let message = "the string is not closed: a string ends in '\"', on the line where it begins"
            log.add(.error(at: SourceRange(start, position), message, code: .malformedString), unlessReportedIn: line)
        }
        append(.string, from: start)
    }

    private mutating func readStringCharacter() {
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "\\"):
            let escape = StringEscape(in: bytes, at: position)
            // A newline behind the backslash ends the string and is no part of the escape. Of the two errors, unknown escape and
            // unclosed string, only the first is reported, because they stand in one line.
            position = escape.end
            if escape.scalar == nil {
                let message = "unknown escape: a string knows \\\", \\\\, \\n and \\u{...} with a Unicode scalar"
                log.add(
                    .error(at: SourceRange(start, position), message, code: .malformedString), unlessReportedIn: line)
            }
        // A carriage return before a newline is a part of the line's end.
        case 0x0D where byte(1) == 0x0A: position += 1
        case 0x00..<0x09, 0x0B..<0x20, 0x7F:
            position += 1
            let message = "a control character in a string is written \\u{\(String(bytes[start], radix: 16))}"
            log.add(.error(at: SourceRange(start, position), message, code: .malformedString), unlessReportedIn: line)
        default:
            position += 1
        }
    }
}

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
