/// Cuts a text into tokens, reports what no token begins with, and always goes on to the end.
struct Lexer {
    let source: SourceText
    let bytes: [UInt8]
    /// The offset of the next byte to read.
    var position = 0
    /// The line of that byte, counted from 0.
    var line: Int32 = 0
    var tokens: [Token] = []
    /// The `///` lines, by the offset of the token that follows them.
    var documentation: [Int: [String]] = [:]
    /// Where every comment stands, for the formatter and for `waivers(beginningWith:)`; the parser does not use them.
    var comments: [SourceRange] = []
    /// The `///` lines since the last token.
    private var pendingDocumentation: [String] = []
    var log = DiagnosticLog()
    /// The offset of the first byte that is not UTF-8; nil in a well-formed text.
    private let firstInvalidByte: Int?

    init(_ source: SourceText) {
        self.source = source
        bytes = source.bytes
        firstInvalidByte = UTF8Validation.firstInvalidByte(of: source.bytes)
        // A byte order mark is skipped.
        if bytes.starts(with: SourceText.byteOrderMark) { position = SourceText.byteOrderMark.count }
    }

    /// Reads everything; the last token is the end.
    mutating func readAll() {
        if let offset = firstInvalidByte {
            let place = source.place(of: offset)
            let byte = hexadecimal(UInt32(bytes[offset]), digits: 2)
            let message = "the byte 0x\(byte) is not UTF-8; save the file as UTF-8"
            log.add(
                .error(at: SourceRange(offset, offset + 1), message, code: .notUTF8),
                unlessReportedIn: Int32(truncatingIfNeeded: place.line - 1)
            )
        }
        while position < bytes.count { readNext(bytes[position]) }
        append(.end, from: bytes.count)
    }

    /// Reads as far as the first token; nil where the text has none.
    mutating func readFirst() -> Token? {
        while position < bytes.count, tokens.isEmpty { readNext(bytes[position]) }
        return tokens.first
    }

    /// The byte that stands so many bytes ahead of the next one; 0 past the end of the text.
    func byte(_ ahead: Int = 0) -> UInt8 {
        position + ahead < bytes.count ? bytes[position + ahead] : 0
    }

    private mutating func readNext(_ byte: UInt8) {
        switch byte {
        case 0x20, 0x09, 0x0D: position += 1
        case 0x0A:
            position += 1
            line &+= 1
        case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"): readComment()
        case UInt8(ascii: "\""): readString()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
        case _ where byte.isWordByte: readWord()
        default: if !readSign(byte) { readUnexpected() }
        }
    }

    /// Adds the token from `lower` to the current position, and gives it the `///` lines before it.
    mutating func append(_ kind: Token.Kind, keyword: Keyword? = nil, from lower: Int) {
        tokens.append(Token(kind: kind, keyword: keyword, line: line, lower: lower, upper: position))
        if !pendingDocumentation.isEmpty {
            documentation[lower] = pendingDocumentation
            pendingDocumentation = []
        }
    }

    private mutating func readComment() {
        let start = position
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        comments.append(SourceRange(start, position))
        let text = bytes[start..<position]
        let slash = UInt8(ascii: "/")
        // Four slashes and more draw a line between parts of a file, and document nothing.
        guard text.dropFirst(2).first == slash, text.dropFirst(3).first != slash else { return }
        var content = text.dropFirst(3)
        if content.first == 0x20 { content.removeFirst() }
        while let last = content.last, last == 0x20 || last == 0x0D || last == 0x09 { content.removeLast() }
        pendingDocumentation.append(String(decoding: content, as: UTF8.self))
    }

    private mutating func readWord() {
        let start = position
        while position < bytes.count, bytes[position].isWordByte { position += 1 }
        var keyword: Keyword?
        if position - start <= Keyword.longestSpelling {
            keyword = Keyword.bySpelling[String(decoding: bytes[start..<position], as: UTF8.self)]
        }
        append(.word, keyword: keyword, from: start)
    }

    private mutating func readNumber() {
        let start = position
        while byte().isDigit { position += 1 }
        let unit = position
        while byte().isWordByte { position += 1 }
        switch bytes[unit..<position] {
        case []: append(.integer, from: start)
        case let letters where DurationUnit(letters) != nil: append(.duration, from: start)
        default:
            let message = "'\(excerpt(start, position))' is no number and no duration: the units are ms, s, m and h"
            reportUnexpected(from: start, message)
            append(.integer, from: start)
        }
    }

    /// Reads a sign such as `=>`; false where none begins here.
    private mutating func readSign(_ byte: UInt8) -> Bool {
        guard let (kind, length) = sign(byte) else { return false }
        let start = position
        position += length
        append(kind, from: start)
        return true
    }

    /// The sign that begins with the byte, and how many bytes it has; nil where none does.
    private func sign(_ byte: UInt8) -> (Token.Kind, length: Int)? {
        let next = self.byte(1)
        let equals = UInt8(ascii: "=")
        let greater = UInt8(ascii: ">")
        switch byte {
        case UInt8(ascii: "{"): return (.leftBrace, 1)
        case UInt8(ascii: "}"): return (.rightBrace, 1)
        case UInt8(ascii: "("): return (.leftParenthesis, 1)
        case UInt8(ascii: ")"): return (.rightParenthesis, 1)
        case UInt8(ascii: ","): return (.comma, 1)
        case UInt8(ascii: ":"): return (.colon, 1)
        case UInt8(ascii: ";"): return (.semicolon, 1)
        case UInt8(ascii: "?"): return (.question, 1)
        case UInt8(ascii: "*"): return (.star, 1)
        case UInt8(ascii: "|"): return (.bar, 1)
        case UInt8(ascii: "."):
            return next == byte && self.byte(2) == byte ? (.ellipsis, 3) : (.dot, 1)
        case UInt8(ascii: "="):
            if next == equals { return (.equal, 2) }
            return next == greater ? (.yields, 2) : (.assign, 1)
        case UInt8(ascii: "-"):
            if next == greater { return (.arrow, 2) }
            return next == equals ? (.subtractAssign, 2) : nil
        case UInt8(ascii: "+"): return next == equals ? (.addAssign, 2) : nil
        case UInt8(ascii: "!"): return next == equals ? (.notEqual, 2) : nil
        case UInt8(ascii: "<"): return next == equals ? (.lessOrEqual, 2) : (.less, 1)
        case UInt8(ascii: ">"): return next == equals ? (.greaterOrEqual, 2) : (.greater, 1)
        default: return nil
        }
    }

    /// Skips and reports one ASCII character that no token begins with, or all bytes up to the next ASCII character.
    private mutating func readUnexpected() {
        let start = position
        let first = bytes[position]
        position += 1
        if first >= 0x80 {
            while position < bytes.count, bytes[position] >= 0x80 { position += 1 }
        }
        reportUnexpected(from: start, unexpectedMessage(start))
    }

    /// Reports characters that no token has, unless a byte before them is not UTF-8.
    ///
    /// Behind such a byte they are most likely of the same wrong encoding, and the line is left to the parser's report.
    private mutating func reportUnexpected(from start: Int, _ message: String) {
        if let firstInvalidByte, firstInvalidByte <= start { return }
        log.add(.error(at: SourceRange(start, position), message, code: .unexpectedCharacter), unlessReportedIn: line)
    }

    private func unexpectedMessage(_ start: Int) -> String {
        switch bytes[start] {
        case UInt8(ascii: "-") where byte().isDigit:
            return "integers have no sign; a provider's negative code is written as text, \"-1\""
        case UInt8(ascii: "'"):
            return "strings stand in double quotes"
        case 0x21..<0x7F:
            return "'\(String(decoding: bytes[start..<start + 1], as: UTF8.self))' means nothing here"
        default:
            let text = String(decoding: bytes[start..<min(position, start + 4)], as: UTF8.self)
            let scalar = text.unicodeScalars.first?.value ?? 0
            return "the character U+\(hexadecimal(scalar, digits: 4)) can only stand in strings and comments"
        }
    }

    /// The text of a few bytes, for a message.
    private func excerpt(_ lower: Int, _ upper: Int) -> String {
        String(decoding: bytes[lower..<min(upper, lower + 24)], as: UTF8.self) + (upper - lower > 24 ? "…" : "")
    }
}

/// A number in base 16, in capitals, with leading zeros.
func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

extension UInt8 {
    /// Whether it is a letter, digit or underscore of ASCII.
    var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }
}
