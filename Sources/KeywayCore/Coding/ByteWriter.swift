/// Writes plain values as bytes; one value has one form, so that equal values give equal bytes.
///
/// The methods that every record of a log needs are not generic: a generic method is not specialised for another
/// module, and then spends most of its time on the types' metadata.
///
/// A writer owns its memory and cannot be copied, so that a byte costs a comparison and a store, and no reference counting.
package struct ByteWriter: ~Copyable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// How many bytes were written.
    package private(set) var count = 0

    /// `room`: how many bytes are likely to be written.
    package init(room: Int = 64) {
        capacity = max(room, 16)
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// All that was written, in order.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Begins anew, and keeps the room.
    package mutating func removeAll() {
        count = 0
    }

    private mutating func makeRoom(for more: Int) {
        guard capacity - count < more else { return }
        let wider = max(2 * capacity, count + more)
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: wider)
        copy.update(from: start, count: count)
        start.deallocate()
        start = copy
        capacity = wider
    }

    /// One byte as it is.
    package mutating func byte(_ byte: UInt8) {
        makeRoom(for: 1)
        start[count] = byte
        count += 1
    }

    /// One byte: 0 for false, 1 for true.
    package mutating func bool(_ bool: Bool) {
        byte(bool ? 1 : 0)
    }

    /// LEB128: seven bits in each byte, the lowest first; the top bit says that more follow.
    package mutating func varint(_ number: UInt64) {
        // Ten bytes are the most: 64 bits, seven in each byte.
        makeRoom(for: 10)
        var rest = number
        while rest > 0x7F {
            start[count] = UInt8(truncatingIfNeeded: rest) | 0x80
            count += 1
            rest >>= 7
        }
        start[count] = UInt8(truncatingIfNeeded: rest)
        count += 1
    }

    /// Zigzag, so that small negative numbers are short as well.
    package mutating func signed(_ number: Int64) {
        varint(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// A position, count or other `Int`, in the form of `signed`.
    package mutating func int(_ number: Int) {
        signed(Int64(number))
    }

    /// All bytes of the number, the lowest first.
    @inlinable
    package mutating func fixed<Number: FixedWidthInteger>(_ number: Number) {
        var rest = number
        for _ in 0..<(Number.bitWidth / 8) {
            byte(UInt8(truncatingIfNeeded: rest))
            rest = Number.bitWidth > 8 ? rest >> 8 : 0
        }
    }

    /// The bytes as they are, without their count.
    package mutating func raw(_ more: UnsafeBufferPointer<UInt8>) {
        guard let source = more.baseAddress else { return }
        makeRoom(for: more.count)
        (start + count).update(from: source, count: more.count)
        count += more.count
    }

    /// The bytes as they are, without their count.
    package mutating func raw(_ more: [UInt8]) {
        more.withUnsafeBufferPointer { raw($0) }
    }

    /// The count, then the bytes.
    package mutating func bytes(_ more: [UInt8]) {
        varint(UInt64(more.count))
        raw(more)
    }

    /// The count, then what another writer has written.
    package mutating func bytes(of other: borrowing ByteWriter) {
        varint(UInt64(other.count))
        raw(UnsafeBufferPointer(start: other.start, count: other.count))
    }

    /// The count of its UTF-8 bytes, then these.
    package mutating func string(_ text: String) {
        varint(UInt64(text.utf8.count))
        let isWritten = text.utf8.withContiguousStorageIfAvailable { raw($0) } != nil
        if !isWritten { raw(Array(text.utf8)) }
    }

    /// A byte that says whether there is a value, then the value.
    @inlinable
    package mutating func optional<Wrapped>(
        _ value: Wrapped?, _ write: (inout ByteWriter, Wrapped) -> Void
    ) {
        bool(value != nil)
        if let value { write(&self, value) }
    }

    /// The count, then each element.
    @inlinable
    package mutating func list<Element>(_ elements: [Element], _ write: (inout ByteWriter, Element) -> Void) {
        varint(UInt64(elements.count))
        for element in elements { write(&self, element) }
    }

    /// The count, then each value.
    package mutating func values(_ values: [Value?]) {
        varint(UInt64(values.count))
        for value in values { self.value(value) }
    }

    /// A tag, then what it holds.
    package mutating func value(_ value: Value?) {
        switch value {
        case nil: tag(.absent)
        case .bool(false): tag(.no)
        case .bool(true): tag(.yes)
        case .integer(let number):
            tag(.integer)
            signed(number)
        case .duration(let milliseconds):
            tag(.duration)
            signed(milliseconds)
        case .text(let text):
            tag(.text)
            string(text)
        case .enumCase(let position):
            tag(.enumCase)
            int(position)
        case .set(let bits):
            tag(.set)
            varint(bits)
        case .withheld: tag(.withheld)
        }
    }

    private mutating func tag(_ tag: ValueTag) {
        byte(tag.rawValue)
    }
}

/// The byte before a value, which says what it is.
enum ValueTag: UInt8 {
    case absent = 0
    case no = 1
    case yes = 2
    case integer = 3
    case duration = 4
    case text = 5
    case enumCase = 6
    case set = 7
    case withheld = 8
}
