/// Finds bytes that are not UTF-8.
enum UTF8Validation {
    /// The offset of the first byte that belongs to no well-formed scalar; nil where all bytes do.
    static func firstInvalidByte(of bytes: [UInt8]) -> Int? {
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            if byte < 0x80 {
                position += 1
                continue
            }
            guard let (length, second) = sequence(beginningWith: byte), position + length <= bytes.count,
                second.contains(bytes[position + 1]),
                bytes[(position + 2)..<(position + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
            else { return position }
            position += length
        }
        return nil
    }

    /// The length of a sequence of two to four bytes and what its second byte may be; nil for a byte with which no such sequence begins.
    ///
    /// Source: The Unicode Standard, table 3-7.
    private static func sequence(beginningWith byte: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch byte {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }
}
