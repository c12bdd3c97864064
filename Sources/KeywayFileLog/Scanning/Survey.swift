/// A first look at the last segment of a log: where its good blocks end, and what may be unfinished or damaged there.
struct Survey {
    /// The first bytes that are written and are no good block; nil where there are none.
    private(set) var firstBad: Range<Int>?
    /// The index after the good blocks that stand before `firstBad`.
    private(set) var end: Int
    /// The number of the block that belongs at `end`.
    private(set) var next: UInt64
    /// The number of the first block that is not known to be flushed, as the caller knows it or as any good block says.
    private(set) var firstUnflushed: UInt64
    /// The latest opening of which a trace is left, also in headers of bad blocks.
    private(set) var epoch: UInt32
    /// The index after the last byte that is not zero.
    private(set) var endOfWriting: Int

    /// How far the epoch in the header of a bad block may be ahead of the others and still be believed.
    private static let epochLeap: UInt32 = 1 << 16

    /// `planted`: a mistake that is made on purpose, so that tests see whether they would find it; nil in every app.
    init(
        _ bytes: UnsafeRawBufferPointer, seed: BlockSeed, expecting number: UInt64, epoch: UInt32,
        firstUnflushed: UInt64,
        head: Head?, planted: PlantedFault?
    ) {
        self.firstUnflushed = firstUnflushed
        self.epoch = epoch
        var walk = SegmentWalk(
            bytes, seed: seed, expecting: number, epoch: epoch, head: head, ignoringEpochs: planted == .epochIgnored)
        end = walk.end
        next = number
        while let piece = walk.next() {
            switch piece {
            case .block(let frame):
                if planted != .durableMarkIgnored {
                    self.firstUnflushed = max(self.firstUnflushed, frame.header.firstUnflushed)
                }
                self.epoch = max(self.epoch, frame.header.epoch)
            case .bad(let range): if firstBad == nil { firstBad = range }
            }
            if firstBad == nil { (end, next) = (walk.end, walk.expected) }
        }
        endOfWriting = bytes.endOfWriting(from: end)
        guard firstBad != nil else { return }
        let known = self.epoch
        var latest = known
        bytes.forEachMagic(from: end) { index in
            // An epoch far ahead is more likely a changed byte. The next opening takes the number above it, and would use the numbers up.
            if let claim = BlockClaim(bytes, at: index), claim.header.epoch > known,
                claim.header.epoch - known < Self.epochLeap
            {
                latest = max(latest, claim.header.epoch)
            }
            return true
        }
        self.epoch = latest
    }

    /// Whether a block that is missing or bad at the end had been flushed: then the log is damaged, and not unfinished.
    func isDamaged(planted: PlantedFault?) -> Bool {
        firstUnflushed > next && !(planted == .damageTruncated && firstBad != nil)
    }
}
