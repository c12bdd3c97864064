/// The Castagnoli checksum: it detects every error that lies within 32 successive bits.
///
/// Source: RFC 3720, section 12.1 and appendix B.4. It takes eight bytes at a step, by eight tables of 256 numbers, which
/// stand one after the other in one array.
package enum CRC32C {
    /// The checksum of the bytes. With the checksum of earlier bytes as `seed`, that of the earlier bytes and these together.
    package static func checksum(of bytes: UnsafeRawBufferPointer, after seed: UInt32 = 0) -> UInt32 {
        tables.withUnsafeBufferPointer { table in
            var crc = ~seed
            var index = 0
            let wholeSteps = bytes.count & ~7
            while index < wholeSteps {
                let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let mixed = word ^ UInt64(crc)
                crc = table[0x700 + Int(mixed & 0xFF)]
                crc ^= table[0x600 + Int(mixed >> 8 & 0xFF)]
                crc ^= table[0x500 + Int(mixed >> 16 & 0xFF)]
                crc ^= table[0x400 + Int(mixed >> 24 & 0xFF)]
                crc ^= table[0x300 + Int(mixed >> 32 & 0xFF)]
                crc ^= table[0x200 + Int(mixed >> 40 & 0xFF)]
                crc ^= table[0x100 + Int(mixed >> 48 & 0xFF)]
                crc ^= table[Int(mixed >> 56)]
                index += 8
            }
            while index < bytes.count {
                crc = table[Int(UInt8(truncatingIfNeeded: crc) ^ bytes[index])] ^ (crc >> 8)
                index += 1
            }
            return ~crc
        }
    }

    /// The same for an array.
    package static func checksum(of bytes: [UInt8], after seed: UInt32 = 0) -> UInt32 {
        bytes.withUnsafeBytes { checksum(of: $0, after: seed) }
    }

    /// The same for a part of an array, which is not copied.
    package static func checksum(of bytes: ArraySlice<UInt8>, after seed: UInt32 = 0) -> UInt32 {
        bytes.withUnsafeBytes { checksum(of: $0, after: seed) }
    }

    /// Table n holds, for each byte, its checksum with n zero bytes behind it.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            // The polynomial with its lowest bit first.
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0x82F6_3B78 ^ (crc >> 1) : crc >> 1 }
            tables[byte] = crc
        }
        for entry in 256..<tables.count {
            let shorter = tables[entry - 256]
            tables[entry] = tables[Int(shorter & 0xFF)] ^ (shorter >> 8)
        }
        return tables
    }()
}
