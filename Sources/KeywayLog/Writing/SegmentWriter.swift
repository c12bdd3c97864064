import Keyway

/// Writes blocks behind each other, and begins a new segment when one is full.
struct SegmentWriter: Sendable {
    let log: LogID
    private let folder: LogFolder
    private let flushesAppends: Bool
    private let segmentSize: UInt64
    private var segment: UInt32
    private var file: any OpenFile
    private var seed: BlockSeed
    private var end: UInt64
    private var nextBlock: UInt64

    init(_ opening: Opening, flushesAppends: Bool, segmentSize: UInt64) {
        log = opening.log
        folder = opening.folder
        self.flushesAppends = flushesAppends
        self.segmentSize = segmentSize
        segment = opening.end.segment
        file = opening.file
        seed = BlockSeed(log: opening.log, segment: opening.end.segment)
        end = opening.end.offset
        nextBlock = opening.nextBlock
    }

    /// Writes the blocks of an append in one go, and makes them durable if that was promised.
    mutating func write(_ batch: inout Batch) throws(FileError) {
        var bytes = batch.bytes(at: position, firstBlock: nextBlock, seed: seed)
        if end > SegmentHeader.length, end + UInt64(bytes.count) > segmentSize {
            try beginSegment()
            bytes = batch.bytes(at: position, firstBlock: nextBlock, seed: seed)
        }
        try file.put(bytes, at: end)
        if flushesAppends { try file.flush() }
        end += UInt64(bytes.count)
        nextBlock += batch.blockCount
    }

    private var position: BlockPosition { BlockPosition(segment: segment, offset: end) }

    private mutating func beginSegment() throws(FileError) {
        // The next segment is the proof that this one is whole, so this one is durable before it.
        try file.flush()
        guard segment < .max else {
            throw FileError(attempt: "add a segment to", path: folder.path, number: 0, reason: "it has too many")
        }
        segment += 1
        let header = SegmentHeader(log: log, segment: segment, firstBlock: nextBlock)
        file = try folder.createSegment(header)
        seed = BlockSeed(log: log, segment: segment)
        end = UInt64(SegmentHeader.length)
    }
}

extension LogFolder {
    /// Makes a segment that holds nothing but its header; header and name are durable when it returns.
    func createSegment(_ header: SegmentHeader) throws(FileError) -> any OpenFile {
        let file = try fileSystem.openFile(path(of: FileName.segment(header.segment).text), for: .creating)
        try file.put(header.bytes, at: 0)
        try file.flush()
        try fileSystem.flushFolder(path)
        return file
    }
}
