/// Walks through the bytes of a segment and tells the blocks from what is none.
struct SegmentWalk: Sendable {
    enum Piece: Equatable {
        case block(BlockFrame, at: Int)
        /// No blocks, and a good one after them.
        case damage(Range<Int>)
        /// No blocks, and nothing good after them; it goes to the end, for a zero may be a byte that has changed.
        case tail(Range<Int>)
    }

    private let bytes: [UInt8]
    private let seed: BlockSeed
    private var index: Int
    /// The first byte after the last good block, or after the header.
    private(set) var end: Int

    init(_ bytes: [UInt8], seed: BlockSeed) {
        self.bytes = bytes
        self.seed = seed
        index = min(SegmentHeader.length, bytes.count)
        end = index
    }

    /// The next piece; nil where nothing is written any more.
    mutating func next() -> Piece? {
        let start = index
        if let frame = frame(at: start) {
            index = frame.payload.upperBound
            end = index
            return .block(frame, at: start)
        }
        guard bytes.endOfWriting(from: start) > start else { return nil }
        for candidate in (start + 1)..<max(start + 1, bytes.count - Block.headerLength + 1)
        where bytes[candidate] == Block.magic[0] && frame(at: candidate) != nil {
            index = candidate
            return .damage(start..<candidate)
        }
        index = bytes.count
        return .tail(start..<bytes.count)
    }

    private func frame(at index: Int) -> BlockFrame? {
        BlockFrame(bytes, at: index, offset: UInt64(index), seed: seed)
    }
}

extension [UInt8] {
    /// The index after the last byte that is not zero; zeros mean that nothing was written yet.
    func endOfWriting(from start: Int) -> Int {
        withUnsafeBytes { buffer in
            var end = buffer.count
            while end - start >= 8, buffer.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
            while end > start, buffer[end - 1] == 0 { end -= 1 }
            return end
        }
    }
}
