import KeywayCore

/// Blocks as they are written: one behind the other, each with its checksum.
struct BlockBytes: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where the first byte will stand in the segment.
    let offset: UInt64
    private let seed: BlockSeed

    init(at offset: UInt64, seed: BlockSeed) {
        self.offset = offset
        self.seed = seed
    }

    /// Where the next block will stand in the segment.
    var end: UInt64 { offset + UInt64(bytes.count) }

    /// Adds a block; the closure appends the payload to the bytes it is given.
    ///
    /// `size`: about how many bytes the payload will have, so that room for them is reserved at once.
    mutating func add(_ header: BlockHeader, expecting size: Int, _ payload: (inout [UInt8]) -> Void) {
        let (start, place) = (bytes.count, end)
        bytes.reserveCapacity(start + Block.headerLength + size)
        bytes.append(number: Block.magic)
        // The checksum and the length, 4 bytes each, are known once the payload is there, and are stored below.
        bytes.append(number: UInt64(0))
        bytes.append(header.kind)
        bytes.append(header.flags)
        bytes.append(number: header.reserved)
        bytes.append(number: header.epoch)
        bytes.append(number: header.unflushedBefore)
        bytes.append(number: header.number)
        payload(&bytes)
        let length = UInt32(clamping: bytes.count - start - Block.headerLength)
        bytes.withUnsafeMutableBytes { buffer in
            buffer.storeBytes(of: length.littleEndian, toByteOffset: start + 8, as: UInt32.self)
            let covered = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[(start + Block.uncovered)...])
            let checksum = CRC32C.checksum(of: covered, after: seed.checksum(at: place))
            buffer.storeBytes(of: checksum.littleEndian, toByteOffset: start + 4, as: UInt32.self)
        }
    }
}

extension [UInt8] {
    /// All bytes of the number, the lowest first.
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// LEB128 in its shortest form.
    mutating func append(varint number: UInt64) {
        var rest = number
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    /// LEB128 of the number in zigzag form: 0, -1, 1, -2 are written as 0, 1, 2, 3.
    mutating func append(signed number: Int64) {
        append(varint: UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// The 16 bytes of an identity, in the order in which it is printed.
    mutating func append(identity high: UInt64, _ low: UInt64) {
        append(number: high.byteSwapped)
        append(number: low.byteSwapped)
    }

    /// A count, then the bytes of the text.
    mutating func append(text: String) {
        append(varint: UInt64(text.utf8.count))
        append(contentsOf: text.utf8)
    }
}
