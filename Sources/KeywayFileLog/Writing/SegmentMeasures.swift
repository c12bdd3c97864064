import KeywayLog

/// How large segments are, and how much of a segment is filled with zeros ahead of its use.
///
/// Bytes that were written and flushed once have their room on the disk. So a full disk is noticed while zeros are written, before any
/// byte of a batch is in the log.
struct SegmentMeasures: Sendable {
    /// The most bytes of a segment: 1 GiB. No writer makes a longer one, and a file that is longer is damaged.
    static let greatestSize: UInt64 = 1 << 30
    /// How much a writer fills ahead if nothing else is asked for: 4 MiB.
    static let usualRoomAhead: UInt64 = 4 << 20
    /// The greatest `slice`: 256 KiB. An append that comes meanwhile waits until the slice is flushed, so a slice is short.
    private static let longestSlice: UInt64 = 256 << 10

    /// How many bytes a segment takes: a batch with which it would have more goes into a new segment. A segment without a block takes any
    /// batch, so only one with a single batch may be larger.
    let size: UInt64
    /// How many bytes behind the last block the writer keeps filled with zeros, up to the segment's size. A new segment has at least as
    /// many when its first block is written; mostly all of it was filled ahead (`NextSegment`).
    let roomAhead: UInt64
    /// How many bytes are filled with zeros by one call to the disk. Ahead of their use each slice is flushed before the next is filled.
    let slice: UInt64

    init(size: UInt64, roomAhead: UInt64? = nil) {
        self.size = size
        self.roomAhead = max(roomAhead ?? Self.usualRoomAhead, 1)
        slice = min(Self.longestSlice, self.roomAhead)
    }

    /// The end of the next slice to fill with zeros, where a file is filled up to the byte `room` and must be filled up to `needed`. The
    /// caller asks again until `needed` is reached.
    ///
    /// The end is one slice past `room`, but never beyond the segment's size, or beyond `needed` where a single batch needs more.
    func nextFillEnd(after room: UInt64, needing needed: UInt64) -> UInt64 {
        min(room + slice, max(size, needed))
    }
}

extension OpenFile {
    /// Writes zeros over these bytes of the file, at most `count` in one call.
    func writeZeros(in range: Range<UInt64>, each count: UInt64) throws(StorageFault) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(start + count, range.upperBound)
            try write([UInt8](repeating: 0, count: Int(clamping: end - start)), at: start)
            start = end
        }
    }
}
