#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Walks through the bytes of a segment, and tells good blocks from bytes that are none.
struct SegmentWalk {
    enum Piece {
        case block(BlockFrame)
        /// Bytes that are no good block, up to the next good one or to the end of what is written.
        case bad(Range<Int>)
    }

    private let bytes: UnsafeRawBufferPointer
    private let seed: BlockSeed
    /// Whether a block that a later opening has taken out counts as good: `PlantedFault.epochIgnored`.
    private let ignoresEpochs: Bool
    private let head: Head?
    /// Where the next piece begins.
    private var index: Int
    /// The first byte after the last good block, or after the header.
    private(set) var end: Int
    /// The number that the next block must have.
    private(set) var expected: UInt64
    /// The number of the opening that wrote the last good block: a block of an earlier opening cannot follow that one.
    private(set) var epoch: UInt32

    /// `head`: the head that the last writer of the log has left; nil where there is none.
    init(
        _ bytes: UnsafeRawBufferPointer, seed: BlockSeed, expecting number: UInt64, epoch: UInt32, head: Head?,
        ignoringEpochs: Bool = false
    ) {
        self.head = head
        self.bytes = bytes
        self.seed = seed
        self.epoch = epoch
        expected = number
        ignoresEpochs = ignoringEpochs
        index = min(SegmentHeader.length, bytes.count)
        end = index
    }

    /// The next piece; nil where nothing is written any more.
    mutating func next() -> Piece? {
        let start = index
        if let frame = frame(at: start) {
            pass(frame)
            return .block(frame)
        }
        guard bytes.endOfWriting(from: start) > start else { return nil }
        let later = firstBlock(after: start)
        index = later?.start ?? bytes.count
        // Zeros at the end may belong to a block that has changed, so the length in its header counts as well.
        let claimed = BlockClaim(bytes, at: start).map { start + Block.headerLength + min($0.length, bytes.count) }
        let last = max(bytes.endOfWriting(from: start), min(claimed ?? 0, bytes.count))
        return .bad(start..<(later?.start ?? last))
    }

    private mutating func pass(_ frame: BlockFrame) {
        index = frame.payload.upperBound
        end = index
        expected = frame.header.number == .max ? .max : frame.header.number + 1
        epoch = frame.header.epoch
    }

    private func frame(at index: Int) -> BlockFrame? {
        guard let frame = BlockFrame(bytes, at: index, offset: UInt64(index), seed: seed) else { return nil }
        return ignoresEpochs || !isLeftOver(frame.header) ? frame : nil
    }

    /// Whether a later opening has taken the block out of the log: the zeros that it wrote over the block may not have reached the disk.
    private func isLeftOver(_ header: BlockHeader) -> Bool {
        if header.epoch < epoch { return true }
        // The writer of the head began at block `head.firstUnflushed` or before it: what earlier openings wrote from there on is not of
        // the log.
        guard let head else { return false }
        return header.number >= head.firstUnflushed && header.epoch < head.epoch
    }

    /// The next good block, wherever it stands. One with a number below `expected` is passed over: an earlier opening has left it.
    private func firstBlock(after start: Int) -> BlockFrame? {
        var found: BlockFrame?
        bytes.forEachMagic(from: start + 1) { index in
            guard let frame = frame(at: index), frame.header.number >= expected || ignoresEpochs else { return true }
            found = frame
            return false
        }
        return found
    }
}

extension UnsafeRawBufferPointer {
    /// The index after the last byte that is not zero; zeros mean that nothing was written yet.
    func endOfWriting(from start: Int) -> Int {
        var end = count
        while end - start >= 8, loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0 { end -= 8 }
        while end > start, self[end - 1] == 0 { end -= 1 }
        return end
    }

    /// Calls the body with each index at which the magic of a block stands, until the body returns false.
    func forEachMagic(from start: Int, _ body: (Int) -> Bool) {
        guard let base = baseAddress else { return }
        let first = Int32(truncatingIfNeeded: Block.magic & 0xFF)
        var index = start
        while index + Block.headerLength <= count, let hit = memchr(base + index, first, count - index) {
            index = UnsafeRawPointer(hit) - base
            if index + Block.headerLength > count { return }
            if number(at: index, as: UInt32.self) == Block.magic, !body(index) { return }
            index += 1
        }
    }
}
