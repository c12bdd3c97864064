package import KeywayCore

/// Reads one JSON value (RFC 8259) as a raw value, keeping integers, other numbers and booleans apart.
package struct JSONReader {
    private let bytes: [UInt8]
    /// The position of the next byte, counted from 0.
    private var position = 0

    /// The value that the bytes are, with nothing but space around it.
    package static func value(of bytes: some Sequence<UInt8>) throws(JSONError) -> RawValue {
        let bytes = Array(bytes)
        // Decoding replaces bytes that are not UTF-8, so that the text's bytes differ from the given ones.
        guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
            throw JSONError(.notUTF8, column: 1)
        }
        var reader = JSONReader(bytes: bytes)
        do throws(JSONError) { return try reader.wholeValue() } catch {
            // The reader counts bytes, and a person the signs of the line: all bytes of a scalar but the first have these two bits.
            let column = 1 + bytes.prefix(error.column - 1).count { $0 & 0b1100_0000 != 0b1000_0000 }
            throw JSONError(error.reason, column: column)
        }
    }

    private mutating func wholeValue() throws(JSONError) -> RawValue {
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw error(.unexpectedCharacter) }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the next value; `depth` is the number of objects and lists around it.
    private mutating func value(depth: Int) throws(JSONError) -> RawValue {
        guard depth <= RawValue.greatestDepth else { throw error(.nestedTooDeep) }
        skipSpace()
        guard let byte = peek else { throw error(.unexpectedEnd) }
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", means: .bool(true))
        case UInt8(ascii: "f"): return try word("false", means: .bool(false))
        case UInt8(ascii: "n"): return try word("null", means: .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw error(.unexpectedCharacter)
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> RawValue {
        position += 1
        var members: [String: RawValue] = [:]
        skipSpace()
        if take("}") { return .object(members) }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw unexpected() }
            let column = position + 1
            let key = try string()
            skipSpace()
            guard take(":") else { throw unexpected() }
            guard members[key] == nil else { throw JSONError(.duplicateKey(key), column: column) }
            members[key] = try value(depth: depth + 1)
            skipSpace()
        } while take(",")
        guard take("}") else { throw unexpected() }
        return .object(members)
    }

    private mutating func list(depth: Int) throws(JSONError) -> RawValue {
        position += 1
        var elements: [RawValue] = []
        skipSpace()
        if take("]") { return .list(elements) }
        repeat {
            elements.append(try value(depth: depth + 1))
            skipSpace()
        } while take(",")
        guard take("]") else { throw unexpected() }
        return .list(elements)
    }

    /// Reads `true`, `false` or `null`.
    private mutating func word(_ word: StaticString, means value: RawValue) throws(JSONError) -> RawValue {
        let letters = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position...].starts(with: letters) else { throw error(.unexpectedCharacter) }
        position += letters.count
        return value
    }
}

extension JSONReader {
    /// Reads `-`, digits without a leading zero, a fraction, an exponent; an integer past the range of `Int64` becomes a `number`.
    private mutating func number() throws(JSONError) -> RawValue {
        let start = position
        var isInteger = true
        _ = take("-")
        let hasLeadingZero = peek == UInt8(ascii: "0")
        guard let digits = skipDigits(), digits == 1 || !hasLeadingZero else {
            throw JSONError(.malformedNumber, column: start + 1)
        }
        if take(".") {
            isInteger = false
            guard skipDigits() != nil else { throw JSONError(.malformedNumber, column: start + 1) }
        }
        if take("e") || take("E") {
            isInteger = false
            if !take("+") { _ = take("-") }
            guard skipDigits() != nil else { throw JSONError(.malformedNumber, column: start + 1) }
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        if isInteger, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else {
            throw JSONError(.malformedNumber, column: start + 1)
        }
        return .number(number)
    }

    /// Skips the digits that come next, and returns how many they were; nil for none.
    private mutating func skipDigits() -> Int? {
        let start = position
        while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        return position == start ? nil : position - start
    }

    /// Reads a string from its first quote to its last.
    private mutating func string() throws(JSONError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { throw JSONError(.malformedString, column: start + 1) }
                text.append(contentsOf: Array(String(Character(scalar)).utf8))
            case 0..<0x20:
                throw JSONError(.malformedString, column: start + 1)
            default:
                text.append(byte)
            }
        }
        throw error(.unexpectedEnd)
    }

    /// Reads what stands after a backslash; nil where it is no escape of JSON, or half of a surrogate pair alone.
    private mutating func escape() -> Unicode.Scalar? {
        guard let byte = peek else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = codeUnit() else { return nil }
            guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
            guard take("\\"), take("u"), let second = codeUnit(), UTF16.isTrailSurrogate(second) else { return nil }
            return Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        default: return nil
        }
    }

    /// Reads four hexadecimal digits as a UTF-16 code unit; nil where other bytes stand there.
    private mutating func codeUnit() -> UInt16? {
        guard position + 4 <= bytes.count else { return nil }
        let digits = bytes[position..<position + 4]
        guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        position += 4
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

extension JSONReader {
    /// The next byte, which is not taken; nil at the end.
    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Takes the next byte if it is this character; says whether it was.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    private func error(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, column: position + 1) }

    private func unexpected() -> JSONError { error(peek == nil ? .unexpectedEnd : .unexpectedCharacter) }
}
