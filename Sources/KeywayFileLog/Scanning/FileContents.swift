import KeywayLog

/// The bytes of a file, as far as the disk gives them.
///
/// A disk that has gone bad in one place gives back all others: so a file in which some bytes cannot be read is read in pieces.
struct FileContents {
    /// How many bytes the file has.
    let size: UInt64
    /// The bytes, with zeros for those that cannot be read; nil where the file has more than the limit. Of the zeros at the file's end
    /// there may be only as many here as the longest block has bytes.
    private(set) var bytes: [UInt8]?
    /// The bytes that cannot be read, each range from sector to sector.
    private(set) var unreadable: [Range<Int>] = []

    /// Where a read fails, it is repeated in pieces of the first length, and a piece that fails in pieces of the next.
    ///
    /// The last is the length of a disk's sector: no more is given up with a byte that cannot be read. By the long pieces a bad sector
    /// costs only three failed reads, each of which may take a disk seconds, and the rest of the file takes few reads.
    private static let pieceLengths: [UInt64] = [256 << 10, 4 << 10]

    /// How many bytes are read at a time where the end of what is written is looked for.
    private static let strideFromBehind: UInt64 = 1 << 20

    /// Reads a file whole, but for zeros at its end beyond those that are kept. With holes, or on a damaged disk, a file may have any size,
    /// and no memory must be taken for that.
    ///
    /// - Parameters:
    ///   - limit: a file with more bytes is not read.
    ///   - zeros: how many zeros behind the last other byte are kept; only tests give another number.
    init(
        _ file: any OpenFile, upTo limit: UInt64, keepingZeros zeros: UInt64 = UInt64(Block.greatestLength)
    ) throws(StorageFault) {
        size = try file.size()
        guard size <= limit else { return }
        let all = 0..<(try Self.end(of: file, size: size, keepingZeros: zeros))
        do throws(StorageFault) {
            bytes = try file.bytes(from: 0, count: all.count)
        } catch {
            guard error.isOfBadDisk else { throw error }
            var bytes: [UInt8] = []
            try readPieces(of: all, Self.pieceLengths[...], from: file, into: &bytes)
            self.bytes = bytes
        }
    }

    /// The end of what is read of a file; the zeros behind it are left out.
    private static func end(
        of file: any OpenFile, size: UInt64, keepingZeros zeros: UInt64
    ) throws(StorageFault) -> UInt64 {
        var end = size
        // A file of no more bytes than the zeros that are kept is read whole.
        while end > 0, size > zeros {
            let start = end - min(end, strideFromBehind)
            let written: UInt64
            do throws(StorageFault) {
                let piece = try file.bytes(from: start, count: Int(end - start))
                written = UInt64(piece.withUnsafeBytes { $0.endOfWriting(from: 0) })
            } catch {
                guard error.isOfBadDisk else { throw error }
                // What cannot be read may be anything.
                written = end - start
            }
            if written > 0 { return min(size, start + written + zeros) }
            end = start
        }
        return min(size, zeros)
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
