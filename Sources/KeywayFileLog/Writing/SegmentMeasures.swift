import KeywayLog

/// How large segments are, and how much of a segment is filled with zeros ahead of its use.
///
/// Bytes that were written and flushed once have their room on the disk. So a full disk is noticed while zeros are written, before any
/// byte of a batch is in the log.
struct SegmentMeasures: Sendable {
    /// How much a writer fills ahead if nothing else is asked for: 4 MiB.
    static let usualRoomAhead: UInt64 = 4 << 20
    /// The most bytes that are filled and flushed at a time: few, so that nobody who appends waits for long.
    private static let longestSlice: UInt64 = 256 << 10

    /// How many bytes a segment has before the one after it is begun.
    let size: UInt64
    /// How many bytes behind the last block are filled with zeros, up to the segment's size; a new segment begins with as many.
    let roomAhead: UInt64
    /// How many bytes are filled and flushed at a time.
    let slice: UInt64

    init(size: UInt64, roomAhead: UInt64? = nil) {
        self.size = size
        self.roomAhead = max(roomAhead ?? Self.usualRoomAhead, 1)
        slice = min(Self.longestSlice, self.roomAhead)
    }

    /// The byte up to which a file is filled next, where it is filled up to `room` and must in the end be filled up to `needed`.
    ///
    /// It is one slice further than `room`, but never beyond the segment's size, or beyond `needed` where a single batch needs more.
    func nextFillEnd(after room: UInt64, needing needed: UInt64) -> UInt64 {
        min(room + slice, max(size, needed))
    }
}

extension OpenFile {
    /// Writes zeros over these bytes of the file, at most `count` in one call.
    func putZeros(in range: Range<UInt64>, each count: UInt64) throws(StorageFault) {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(start + count, range.upperBound)
            try put([UInt8](repeating: 0, count: Int(clamping: end - start)), at: start)
            start = end
        }
    }
}
