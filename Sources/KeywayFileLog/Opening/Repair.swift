import KeywayCore
import KeywayLog

/// What an opening does to a log before its first write: it finishes what the last writer may have left half done.
///
/// A repair may be interrupted anywhere and begun again, by this process or another one.
struct Repair: Sendable {
    /// The files that the writer goes on with: the last segment, and the head `head.index`, which says how far the log was flushed.
    struct Ready {
        var file: any OpenFile
        /// How many bytes the last segment's file has.
        var size: UInt64
        var head: HeadFile
    }

    let folder: any OpenFolder
    let logID: FileLog.ID
    /// The number of this opening.
    let epoch: UInt32
    /// The number of the latest opening before this one; 0 in a new log.
    private let earlierEpoch: UInt32
    /// Where the log ends, and the first new block goes.
    let end: BlockPlace
    let nextBlock: UInt64
    /// The flow versions in the last segment, each with the offset of its block.
    let tables: [FlowVersion: UInt32]
    /// The number of the first block that is not known to be flushed: it may be in the system's memory alone.
    let firstUnflushed: UInt64
    /// What `head.index` says; nil where there is no such file.
    let head: HeadReading?
    /// Whether the log has no segment yet.
    let isNew: Bool
    /// A mistake that is made on purpose, so that tests see whether they would find it; nil in every app.
    let planted: PlantedFault?
    /// The bytes in doubt at the log's end; nil where there are none, or once they are set aside in a file.
    private(set) var tail: LogScan.Tail?
    /// Where in the segment the bytes stood that were set aside: zeros are written over them. Nil where nothing was set aside.
    private var zeroed: Range<UInt32>?
    private(set) var isDone = false

    /// A log that begins now.
    init(new log: FileLog.ID, in folder: any OpenFolder) {
        self.folder = folder
        logID = log
        (epoch, earlierEpoch) = (1, 0)
        end = BlockPlace(segment: 1, offset: UInt32(SegmentHeader.length))
        (nextBlock, firstUnflushed) = (0, 0)
        tables = [:]
        head = nil
        isNew = true
        planted = nil
    }

    /// A log that was scanned and found in order.
    init(_ scan: LogScan, log: FileLog.ID, end: BlockPlace, in folder: any OpenFolder, planted: PlantedFault?) {
        self.folder = folder
        logID = log
        earlierEpoch = scan.latestEpoch
        epoch = earlierEpoch == .max ? .max : earlierEpoch + 1
        self.end = end
        nextBlock = scan.nextBlock
        firstUnflushed = scan.firstUnflushed
        tables = scan.tables
        head = scan.head
        isNew = false
        self.planted = planted
        if planted != .tornTailKept { tail = scan.tail }
    }

    /// What `FileLog.mark` returns as long as the repair is not done, for instance because the disk is full.
    ///
    /// It counts neither this opening, which has written nothing, nor blocks that are not known to be flushed.
    var mark: FileLog.Mark { FileLog.Mark(log: logID, epoch: earlierEpoch, blocks: min(firstUnflushed, nextBlock)) }

    /// Begins the log or mends it, and writes the head of this opening.
    ///
    /// - Throws: `StorageFault`; then the call may be repeated.
    mutating func carryOut(_ measures: SegmentMeasures) throws(StorageFault) -> Ready {
        let unfinished = FileName.unfinished
        for name in try folder.names() where unfinished.contains(name) { try folder.removeFile(name) }
        let file = try isNew ? begin(measures) : mend()
        let size = try file.size()
        // A process that died may have flushed neither the names in the folder nor the folder's own.
        try folder.flush()
        // As long as there is no head, no opening has come so far. The folders above may then be as new as this one, and whoever made
        // them need not have flushed their names.
        if head == nil { try folder.flushPath() } else { try folder.flushOwnName() }
        let head = try HeadFile(
            in: folder, after: head, log: logID, epoch: epoch, firstUnflushed: nextBlock, place: end)
        isDone = true
        return Ready(file: file, size: size, head: head)
    }

    private func begin(_ measures: SegmentMeasures) throws(StorageFault) -> any OpenFile {
        let name = FileName.segment(end.segment).text
        // An earlier call may have made the segment and failed afterwards.
        if try folder.names().contains(name) { return try folder.openFile(name, for: .writing) }
        var next = NextSegment(in: folder, measures)
        let header = SegmentHeader(log: logID, segment: end.segment, firstBlock: 0, epoch: epoch)
        return try next.begin(header)
    }

    private mutating func mend() throws(StorageFault) -> any OpenFile {
        let file = try folder.openFile(FileName.segment(end.segment).text, for: .writing)
        if let tail {
            try folder.setAside(tail, of: logID)
            zeroed = tail.place.offset..<tail.place.offset + UInt32(clamping: tail.bytes.count)
            self.tail = nil
        }
        if let zeroed {
            try file.write([UInt8](repeating: 0, count: zeroed.count), at: UInt64(zeroed.lowerBound))
        }
        let again = try unflushedEnd(of: file)
        // After a failed flush the system may believe that the disk has bytes which it lacks: so they are written again.
        if !again.bytes.isEmpty { try file.write(again.bytes, at: again.offset) }
        if zeroed != nil || !again.bytes.isEmpty { try file.flush() }
        return file
    }

    /// The bytes from the first block that is not known to be flushed to the end of the log: whole blocks, and not `tail`. They are in the
    /// last segment, since a segment is flushed before the next one begins.
    private func unflushedEnd(of file: any OpenFile) throws(StorageFault) -> (bytes: [UInt8], offset: UInt64) {
        guard firstUnflushed < nextBlock else { return ([], 0) }
        let bytes = try file.bytes(from: 0, count: Int(end.offset))
        let start = bytes.withUnsafeBytes { buffer in
            var start = SegmentHeader.length
            // All blocks up to the end were found whole, so what their headers say need not be checked again.
            while let claim = BlockClaim(buffer, at: start), claim.header.number < firstUnflushed {
                start += Block.headerLength + claim.length
            }
            return start
        }
        return (Array(bytes[min(start, bytes.count)...]), UInt64(start))
    }
}
