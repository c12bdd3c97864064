import KeywayCore
import KeywayLog

/// Writes blocks behind each other, and begins a new segment when one is full. One thread at a time uses it.
struct SegmentWriter: Sendable {
    /// How far a write had come when it failed.
    enum Failure: Error {
        /// The log could not be made ready, or there was no room, descriptor or memory for what a write needs. Nothing of these records was
        /// written; a later write may succeed.
        case notReady(StorageFault)
        /// Nothing of these records was written.
        case before(StorageFault)
        /// What of these records stands on the disk is not known.
        case during(StorageFault)

        /// The failure by a fault before the first byte of the records was written.
        ///
        /// Where the system lacked something, the call did nothing, and the writer is as it was. After a failed flush nobody knows what is
        /// lost, whatever the reason was.
        init(beforeWriting fault: StorageFault) {
            let passes = fault.isDiskFull || fault.isOutOfDescriptorsOrMemory
            self = passes && !fault.isOfFlush ? .notReady(fault) : .before(fault)
        }
    }

    private let folder: any OpenFolder
    private let log: FileLog.ID
    /// The number of this opening of the log.
    private let epoch: UInt32
    /// Whether an append is acknowledged only once it is flushed, so that each batch is flushed.
    private let flushesAppends: Bool
    private let measures: SegmentMeasures
    /// What must be mended before the first write; nil once it is.
    private var repair: Repair?
    /// Whether an earlier opening of the log began the present segment.
    private var isReopened: Bool
    /// What the writer says of itself in its first block; nil once that is written.
    private var note: OpeningNote?
    /// The present segment; nil before the repair.
    private var file: (any OpenFile)?
    /// The file that says how far the log is flushed; nil before the repair.
    private var head: HeadFile?
    /// The segment that is made ready to follow the present one.
    private var next: NextSegment
    /// The number of the present segment.
    private var segment: UInt32
    /// What the checksum of each block of the present segment goes on from.
    private var seed: BlockSeed
    /// Where in the present segment the next block goes.
    private var end: UInt64
    /// The present segment's file has its room on the disk up to this byte: what is written before it needs no more room.
    private var room: UInt64 = 0
    /// Whether the disk refused more room ahead: the disk is asked again when the room is needed.
    private var isRoomRefused = false
    /// The number that the next block gets.
    private var nextBlock: UInt64
    /// The number of the first block that is not known to be flushed.
    private var firstUnflushed: UInt64
    /// The flow versions that the present segment has, each with the offset of its block.
    private var tables: [FlowVersion: UInt32]
    /// Why a flush of the present segment has failed; nil unless one has.
    private var failedFlush: StorageFault?
    /// How many batches were begun in this opening.
    private var writes: UInt64 = 0

    /// Where writes are not flushed: after how many of them the writer checks again that the folder is still at its
    /// path.
    private static let writesBetweenLooks: UInt64 = 64

    init(_ start: Repair, note: OpeningNote, flushesAppends: Bool, measures: SegmentMeasures) {
        folder = start.folder
        log = start.logID
        epoch = start.epoch
        repair = start
        isReopened = !start.isNew
        self.note = note
        self.flushesAppends = flushesAppends
        self.measures = measures
        next = NextSegment(in: start.folder, measures)
        segment = start.end.segment
        seed = BlockSeed(log: start.logID, segment: start.end.segment)
        end = UInt64(start.end.offset)
        nextBlock = start.nextBlock
        firstUnflushed = start.nextBlock
        tables = start.tables
    }

    /// Mends what the last writer left, if that was not done yet.
    mutating func makeReady() throws(StorageFault) {
        guard var mending = repair else { return }
        // What was mended before the disk refused need not be mended again.
        defer { repair = mending.isDone ? nil : mending }
        let ready = try mending.carryOut(measures)
        (file, room) = (ready.file, ready.size)
        head = ready.head
    }

    /// How far the log is flushed: what survives a loss of power.
    var mark: FileLog.Mark { repair?.mark ?? FileLog.Mark(log: log, epoch: epoch, blocks: firstUnflushed) }

    /// The bytes in doubt that still stand in the log, because a full disk had no room to keep them in a file.
    var partsToSetAside: [FileLog.SetAside] {
        guard let tail = repair?.tail else { return [] }
        return [
            FileLog.SetAside(
                file: nil, segment: tail.place.segment, position: UInt64(tail.place.offset),
                length: UInt64(tail.bytes.count))
        ]
    }

    /// Writes the appends as one batch; also flushes it if the log acknowledges only flushed appends (`flushesAppends`).
    mutating func write(_ appends: [EncodedAppend], after index: RunIndex) throws(Failure) -> Batch {
        do throws(StorageFault) {
            try makeReady()
        } catch {
            throw .notReady(error)
        }
        var batch: Batch
        do throws(StorageFault) {
            try checkFolderIsInPlace()
            // The batch is longer than its records, so where these do not fit it need not be built for the present segment.
            if !fits(appends.reduce(0) { $0 + $1.coded.count }) { try beginSegment() }
            batch = try Batch(appends, at: start, after: index)
            if !fits(batch.bytes.count) {
                try beginSegment()
                batch = try Batch(appends, at: start, after: index)
            }
            try makeRoom(upTo: end + UInt64(batch.bytes.count))
        } catch {
            throw Failure(beforeWriting: error)
        }
        do throws(StorageFault) {
            guard let file else { preconditionFailure("a writer that is ready has a file") }
            try file.write(batch.bytes, at: end)
            if flushesAppends { try flushBlocks() }
        } catch {
            throw .during(error)
        }
        note = nil
        tables = batch.tables
        end += UInt64(batch.bytes.count)
        nextBlock += batch.blockCount
        if flushesAppends { noteFlushed() }
        return batch
    }

    /// Flushes the blocks that are not flushed yet, and writes into the head that they are; a write may have failed before.
    ///
    /// - Throws: `StorageFault` where blocks that were written may never become durable.
    mutating func finish() throws(StorageFault) {
        guard repair == nil else { return }
        if firstUnflushed < nextBlock {
            try flushBlocks()
            noteFlushed()
        }
        head?.flush()
    }

    /// Flushes the present segment. Where a flush of it has failed, later ones fail as well: a disk may forget what it
    /// could not flush, and say the next time that all is done.
    private mutating func flushBlocks() throws(StorageFault) {
        if let failedFlush { throw failedFlush }
        do throws(StorageFault) {
            try file?.flush()
        } catch {
            failedFlush = error
            throw error
        }
    }

    /// Whether something should be prepared while nobody waits: more room in the present segment, or, once that is half full, the next.
    var needsPreparing: Bool {
        repair == nil && (needsRoom || end > measures.size / 2 && next.needsPreparing)
    }

    /// Prepares a slice of what needs preparing.
    mutating func prepareAhead() {
        guard needsRoom else { return next.prepareAhead() }
        do throws(StorageFault) {
            try makeRoom(upTo: room + 1)
        } catch {
            isRoomRefused = true
        }
    }

    /// Whether less of the present segment is filled with zeros behind the last block than is to be.
    private var needsRoom: Bool {
        !isRoomRefused && room < measures.size && room - min(room, end) < measures.roomAhead
    }

    /// Fills the present segment with zeros, at least up to this byte, so that the disk has room for what is written there.
    ///
    /// Where batches are not flushed the zeros are not either. If the flush of the zeros fails, only zeros are lost, for all before them
    /// was flushed. `room` then stays as it was, so the next call writes them again.
    private mutating func makeRoom(upTo needed: UInt64) throws(StorageFault) {
        guard needed > room, let file else { return }
        var reached = room
        while reached < needed { reached = measures.nextFillEnd(after: reached, needing: needed) }
        try file.writeZeros(in: room..<reached, each: measures.slice)
        if flushesAppends { try file.flush() }
        (room, isRoomRefused) = (reached, false)
    }

    /// Whether so many bytes fit in the present segment; in one without a block everything does.
    private func fits(_ count: Int) -> Bool {
        end <= SegmentHeader.length || end + UInt64(count) <= measures.size
    }

    private var start: Batch.Start {
        Batch.Start(
            place: BlockPlace(segment: segment, offset: UInt32(clamping: end)), number: nextBlock,
            firstUnflushed: firstUnflushed,
            epoch: epoch, seed: seed, tables: tables, note: note)
    }

    private mutating func noteFlushed() {
        firstUnflushed = nextBlock
        head?.note(firstUnflushed: firstUnflushed, at: BlockPlace(segment: segment, offset: UInt32(clamping: end)))
    }

    /// Throws where the folder was moved or deleted: records in a folder that nobody finds must not be acknowledged.
    private mutating func checkFolderIsInPlace() throws(StorageFault) {
        defer { writes += 1 }
        if flushesAppends || writes % Self.writesBetweenLooks == 0 { try folder.checkIsInPlace() }
    }

    private mutating func beginSegment() throws(StorageFault) {
        // The next segment's name is the proof that this one is whole, so this one is durable before it.
        let hasCleared = try clearRest()
        if firstUnflushed < nextBlock || hasCleared {
            try flushBlocks()
            noteFlushed()
        }
        try folder.checkIsInPlace()
        guard segment < .max else {
            throw StorageFault(
                operation: "add a segment to", subject: folder.path, number: 0, reason: "it has too many")
        }
        let header = SegmentHeader(log: log, segment: segment + 1, firstBlock: nextBlock, epoch: epoch)
        let begun = try next.begin(header)
        (file, room, isRoomRefused) = (begun, try begun.size(), false)
        next = NextSegment(in: folder, measures)
        segment = header.segment
        seed = BlockSeed(log: log, segment: segment)
        end = UInt64(SegmentHeader.length)
        tables = [:]
        isReopened = false
        head?.flush()
    }

    /// Fills with zeros what is left of a segment that an earlier writer began; false where that is not needed.
    ///
    /// Zeros that an opening wrote over a tail in doubt may be lost with a failed flush. Only the last segment may have
    /// such a tail: in an earlier one the bytes count as damage.
    private func clearRest() throws(StorageFault) -> Bool {
        guard isReopened, let file else { return false }
        let size = try file.size()
        guard end < size else { return false }
        try file.writeZeros(in: end..<size, each: measures.slice)
        return true
    }
}
