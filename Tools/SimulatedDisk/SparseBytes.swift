/// Bytes in sectors; a sector of zeros takes no memory.
struct SparseBytes: Sendable {
    /// The number of bytes that a disk writes whole or not at all.
    static let sectorSize = 512

    /// How many bytes there are.
    var size = 0
    /// Nil stands for a sector of zeros. Sectors behind the last of these are zeros too.
    private var sectors: [[UInt8]?] = []

    /// The bytes of the sector with this number, counted from 0; nil is a sector of zeros.
    subscript(sector: Int) -> [UInt8]? {
        get { sectors.indices.contains(sector) ? sectors[sector] : nil }
        set {
            if sector >= sectors.count {
                if newValue == nil { return }
                sectors += [[UInt8]?](repeating: nil, count: sector + 1 - sectors.count)
            }
            sectors[sector] = newValue
        }
    }

    /// How many sectors are kept; all behind them are zeros.
    var storedSectors: Int { sectors.count }

    /// The bytes from an offset on: `count` of them, or fewer where the bytes end.
    func bytes(from offset: Int, count: Int) -> [UInt8] {
        let end = min(size, offset + min(count, size))
        guard offset < end else { return [] }
        var result = [UInt8](repeating: 0, count: end - offset)
        let first = offset / Self.sectorSize
        // All sectors may lie behind the stored ones.
        let behind = max(first, min(storedSectors, (end - 1) / Self.sectorSize + 1))
        for sector in first..<behind {
            guard let stored = sectors[sector] else { continue }
            let start = sector * Self.sectorSize
            let from = max(offset, start)
            let to = min(end, start + Self.sectorSize)
            result.replaceSubrange(from - offset..<to - offset, with: stored[from - start..<to - start])
        }
        return result
    }

    /// Whether this part stands somewhere in the bytes; false for a part of fewer than 8 bytes.
    func has(_ part: [UInt8]) -> Bool {
        // The part may end with zeros of a sector that is not kept, so its length is added to what is searched.
        let stored = bytes(from: 0, count: storedSectors * Self.sectorSize + part.count)
        guard storedSectors > 0, part.count >= 8, stored.count >= part.count else { return false }
        return stored.withUnsafeBytes { whole in
            part.withUnsafeBytes { part in
                let beginning = part.loadUnaligned(as: UInt64.self)
                return (0...whole.count - part.count).contains { start in
                    whole.loadUnaligned(fromByteOffset: start, as: UInt64.self) == beginning
                        && whole[start..<start + part.count].elementsEqual(part)
                }
            }
        }
    }

    /// Makes everything behind the size zeros: whole sectors, and the rest of the last one.
    mutating func clearBehindSize() {
        let whole = (size + Self.sectorSize - 1) / Self.sectorSize
        if sectors.count > whole { sectors.removeSubrange(whole...) }
        let kept = size % Self.sectorSize
        guard kept > 0, var last = self[whole - 1] else { return }
        for index in kept..<Self.sectorSize { last[index] = 0 }
        self[whole - 1] = last.isZero ? nil : last
    }
}

extension Collection<UInt8> {
    /// Whether each byte is zero.
    var isZero: Bool {
        withContiguousStorageIfAvailable { buffer in
            let bytes = UnsafeRawBufferPointer(buffer)
            var index = 0
            while index + 8 <= bytes.count {
                if bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) != 0 { return false }
                index += 8
            }
            return bytes[index...].allSatisfy { $0 == 0 }
        } ?? allSatisfy { $0 == 0 }
    }
}
