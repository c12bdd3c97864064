import KeywayLog

/// The bytes of a file, as far as the disk gives them.
///
/// A disk that has gone bad in one place gives back all others: so a file in which some bytes cannot be read is read in pieces.
struct FileContents {
    /// How many bytes the file has.
    let size: UInt64
    /// The bytes, with zeros for those that cannot be read; nil where the file has more than the limit.
    private(set) var bytes: [UInt8]?
    /// The bytes that cannot be read, each range from sector to sector.
    private(set) var unreadable: [Range<Int>] = []

    /// Where a read fails, it is repeated in pieces of the first length, and a piece that fails in pieces of the next.
    ///
    /// The last is the length of a disk's sector: no more is given up with a byte that cannot be read. With the first, a bad sector costs
    /// three failed reads, of which a disk may take seconds each, and the rest of the file few others.
    private static let pieceLengths: [UInt64] = [256 << 10, 4 << 10]

    /// Reads a file whole. One with more bytes than `limit` is not read: with holes, or on a damaged disk, it may have any size, and no
    /// memory must be taken for it.
    init(_ file: any OpenFile, upTo limit: UInt64) throws(StorageFault) {
        size = try file.size()
        guard size <= limit else { return }
        let all = 0..<size
        do throws(StorageFault) {
            bytes = try file.bytes(from: 0, count: all.count)
        } catch {
            guard error.isOfBadDisk else { throw error }
            var bytes: [UInt8] = []
            try readPieces(of: all, Self.pieceLengths[...], from: file, into: &bytes)
            self.bytes = bytes
        }
    }

    /// Reads bytes in pieces of the first of the lengths; without a length they are given up.
    private mutating func readPieces(
        of range: Range<UInt64>, _ lengths: ArraySlice<UInt64>, from file: any OpenFile, into bytes: inout [UInt8]
    ) throws(StorageFault) {
        guard let length = lengths.first else { return giveUp(range.count, in: &bytes) }
        var start = range.lowerBound
        while start < range.upperBound {
            let piece = start..<min(start + length, range.upperBound)
            do throws(StorageFault) {
                bytes += try file.bytes(from: piece.lowerBound, count: piece.count)
            } catch {
                guard error.isOfBadDisk else { throw error }
                try readPieces(of: piece, lengths.dropFirst(), from: file, into: &bytes)
            }
            start = piece.upperBound
        }
    }

    /// Puts zeros in the place of bytes that cannot be read.
    private mutating func giveUp(_ count: Int, in bytes: inout [UInt8]) {
        let start = bytes.count
        bytes += [UInt8](repeating: 0, count: count)
        if let last = unreadable.last, last.upperBound == start {
            unreadable[unreadable.count - 1] = last.lowerBound..<bytes.count
        } else {
            unreadable.append(start..<bytes.count)
        }
    }
}
