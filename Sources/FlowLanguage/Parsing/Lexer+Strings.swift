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
