/// Reads numbers from bytes without a copy and without throwing, for scans of whole logs, which must be fast.
///
/// The first number that cannot be read sets `isBroken`; this number and all later ones are returned as 0. So a caller
/// may read many numbers, and look at `isBroken` at the end.
struct Cursor {
    private let bytes: UnsafeRawBufferPointer
    private let end: Int
    private(set) var position: Int
    private(set) var isBroken = false
    /// The tag that set `isBroken` because no kind is known that has it; nil where something else did, or nothing.
    private(set) var unknownTag: UInt8?

    init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { position == end }
    private var remaining: Int { end - position }

    mutating func byte() -> UInt8 {
        guard position < end, !isBroken else { return broken() }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func varint() -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let next = byte()
            if isBroken { return 0 }
            // The tenth byte has the last of 64 bits.
            if shift == 63, next > 1 { return broken() }
            number |= UInt64(next & 0x7F) << shift
            if next & 0x80 == 0 {
                // A last byte of 0 adds nothing: the number would not be in its shortest form.
                if next == 0, shift > 0 { return broken() }
                return number
            }
            shift += 7
        }
    }

    /// A varint in zigzag form: 0, 1, 2, 3 stand for 0, -1, 1, -2.
    mutating func signed() -> Int64 {
        let number = varint()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    /// A varint that fits 32 bits.
    mutating func varint32() -> UInt32 {
        UInt32(exactly: varint()) ?? broken()
    }

    /// A count of things that take at least a byte each; a count greater than the bytes that are left sets `isBroken`.
    mutating func count() -> Int {
        let number = varint()
        guard let count = Int(exactly: number), count <= remaining else { return broken() }
        return count
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) -> Number {
        let width = Number.bitWidth / 8
        guard !isBroken, remaining >= width else { return broken() }
        defer { position += width }
        return bytes.number(at: position, as: Number.self)
    }

    /// The 128 bits of an identity, the highest byte first.
    mutating func identity() -> (high: UInt64, low: UInt64) {
        (number(UInt64.self).byteSwapped, number(UInt64.self).byteSwapped)
    }

    /// Skips so many bytes, and returns where they are; where fewer are left, it sets `isBroken` and returns an empty range.
    mutating func pass(_ count: Int) -> Range<Int> {
        guard !isBroken, count >= 0, count <= remaining else {
            isBroken = true
            return position..<position
        }
        defer { position += count }
        return position..<position + count
    }

    /// Whether the condition holds and nothing was broken before; a condition that does not hold sets `isBroken`.
    mutating func checked(_ condition: Bool) -> Bool {
        if !condition { isBroken = true }
        return condition && !isBroken
    }

    /// Sets `isBroken` because a tag is not known.
    mutating func refuse(tag: UInt8) {
        if !isBroken { unknownTag = tag }
        isBroken = true
    }

    private mutating func broken<Number: FixedWidthInteger>() -> Number {
        isBroken = true
        return 0
    }
}
