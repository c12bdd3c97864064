/// Reads what a `ByteWriter` wrote; a value in any other form than the one that the writer gives it is an error.
package struct ByteReader: Sendable {
    private let source: [UInt8]
    private var end: Int
    /// The next byte to read, counted from the beginning of the array.
    package private(set) var position: Int
    /// What `repeatedValues` read last, and where its bytes stand.
    private var repeated: (bytes: Range<Int>, values: [Value?]) = (0..<0, [])

    /// Reads the array from its first byte to its last.
    package init(_ bytes: [UInt8]) {
        source = bytes
        position = 0
        end = bytes.count
    }

    /// Reads a part of the array; a range that leaves the array is cut to it.
    package init(_ bytes: [UInt8], in range: Range<Int>) {
        let inside = range.clamped(to: 0..<bytes.count)
        source = bytes
        position = inside.lowerBound
        end = inside.upperBound
    }

    /// Goes on with another part of the array; a range that leaves the array is cut to it.
    package mutating func go(to range: Range<Int>) {
        let inside = range.clamped(to: 0..<source.count)
        position = inside.lowerBound
        end = inside.upperBound
    }

    /// Whether nothing is left. No method here checks it: whoever has read the last value does, so that no further bytes go unnoticed.
    package var isAtEnd: Bool { position == end }
    /// How many bytes are left, up to the end of the part and not of the array.
    package var remaining: Int { end - position }

    /// One byte, whatever it is.
    package mutating func byte() throws(ByteError) -> UInt8 {
        guard position < end else { throw .ended(position: position, needed: 1) }
        defer { position += 1 }
        return source[position]
    }

    /// One byte, which must be 0 or 1.
    package mutating func bool() throws(ByteError) -> Bool {
        let start = position
        switch try byte() {
        case 0: return false
        case 1: return true
        case let other: throw .unknownTag(other, position: start)
        }
    }

    /// LEB128 in its shortest form, at most ten bytes.
    package mutating func varint() throws(ByteError) -> UInt64 {
        let start = position
        // Most numbers of a log are small, and have one byte.
        if start < end, source[start] < 0x80 {
            position = start + 1
            return UInt64(source[start])
        }
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = try byte()
            // The tenth byte holds one bit, and a last byte of zero would be a longer form of the same number.
            if shift == 63, next > 1 { throw .malformedNumber(position: start) }
            number |= UInt64(next & 0x7F) << shift
            if next & 0x80 == 0 {
                if next == 0, shift > 0 { throw .malformedNumber(position: start) }
                return number
            }
            shift += 7
        }
    }

    /// A zigzag `varint`: even numbers stand for 0 and up, odd ones for -1 and down.
    package mutating func signed() throws(ByteError) -> Int64 {
        let number = try varint()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// A `signed` that fits this machine's `Int`.
    package mutating func int() throws(ByteError) -> Int {
        let start = position
        guard let number = Int(exactly: try signed()) else { throw .outOfRange(position: start) }
        return number
    }

    /// As many bytes as the type has, which are eight at most, the lowest first.
    @inlinable
    package mutating func fixed<Number: FixedWidthInteger>(_: Number.Type) throws(ByteError) -> Number {
        Number(truncatingIfNeeded: try lowestFirst(Number.bitWidth / 8))
    }

    /// The number that so many bytes make, the lowest first; not generic, so that it is as fast in any module.
    @usableFromInline
    package mutating func lowestFirst(_ count: Int) throws(ByteError) -> UInt64 {
        guard count <= remaining else { throw .ended(position: position, needed: UInt64(count)) }
        var number: UInt64 = 0
        for index in 0..<count { number |= UInt64(source[position + index]) << UInt64(8 * index) }
        position += count
        return number
    }

    /// `count` bytes as they are.
    package mutating func raw(_ count: Int) throws(ByteError) -> [UInt8] {
        guard count >= 0, count <= remaining else {
            throw .ended(position: position, needed: UInt64(clamping: count))
        }
        defer { position += count }
        return Array(source[position..<position + count])
    }

    /// A count, then so many bytes.
    package mutating func bytes() throws(ByteError) -> [UInt8] {
        try raw(count())
    }

    /// A count of bytes, then these, which must be UTF-8.
    package mutating func string() throws(ByteError) -> String {
        let start = position
        let length = try count()
        defer { position += length }
        let bytes = source[position..<position + length]
        let text = String(decoding: bytes, as: UTF8.self)
        // Decoding replaces what is not UTF-8, and then the text has other bytes.
        guard text.utf8.elementsEqual(bytes) else { throw .malformedText(position: start) }
        return text
    }

    /// A byte that says whether there is a value, then what the closure reads.
    @inlinable
    package mutating func optional<Wrapped>(
        _ read: (inout ByteReader) throws(ByteError) -> Wrapped
    ) throws(ByteError) -> Wrapped? {
        try bool() ? try read(&self) : nil
    }

    /// A count, then so many elements, each of at least one byte: a count beyond the bytes that are left is refused at
    /// once.
    @inlinable
    package mutating func list<Element>(
        _ read: (inout ByteReader) throws(ByteError) -> Element
    ) throws(ByteError) -> [Element] {
        let count = try count()
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    /// A count, then so many values, each of which may be absent: what `ByteWriter.values` wrote.
    package mutating func values() throws(ByteError) -> [Value?] {
        let count = try count()
        var values: [Value?] = []
        // A wrong count may be as large as the file, and must not take memory for so many values.
        values.reserveCapacity(min(count, 64))
        for _ in 0..<count { values.append(try value()) }
        return values
    }

    /// What `values` reads, for lists of which one is often as the one before: the same bytes are not read again, and their values share
    /// the memory of the list before.
    package mutating func repeatedValues() throws(ByteError) -> [Value?] {
        let start = position
        let known = repeated.bytes
        if !known.isEmpty, known.count <= remaining, stands(known, at: start) {
            position += known.count
            return repeated.values
        }
        let values = try values()
        repeated = (start..<position, values)
        return values
    }

    /// Whether the same bytes as in the range stand from `start` on; both are inside of the array.
    private func stands(_ range: Range<Int>, at start: Int) -> Bool {
        // Many bytes are compared, so not each of them is asked whether it is inside.
        source.withUnsafeBufferPointer { bytes in
            UnsafeBufferPointer(rebasing: bytes[range]).elementsEqual(
                UnsafeBufferPointer(rebasing: bytes[start..<start + range.count]))
        }
    }

    /// A tag, then what it holds; nil where the tag says absent.
    package mutating func value() throws(ByteError) -> Value? {
        let start = position
        let tag = try byte()
        switch ValueTag(rawValue: tag) {
        case .absent: return nil
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .integer: return .integer(try signed())
        case .duration: return .duration(try signed())
        case .text: return .text(try string())
        case .enumCase:
            let position = try int()
            guard position >= 0 else { throw .outOfRange(position: start) }
            return .enumCase(position)
        case .set: return .set(try varint())
        case .withheld: return .withheld
        case nil: throw .unknownTag(tag, position: start)
        }
    }

    /// How many elements of at least one byte each follow; a count greater than the bytes that are left is an error.
    package mutating func count() throws(ByteError) -> Int {
        let start = position
        let number = try varint()
        guard let count = Int(exactly: number), count <= remaining else {
            throw .ended(position: start, needed: number)
        }
        return count
    }
}
