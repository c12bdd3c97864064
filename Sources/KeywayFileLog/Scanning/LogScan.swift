import KeywayCore
import KeywayLog

/// One walk through a whole log: what it holds, and what is wrong with it. It changes nothing.
struct LogScan {
    /// How much a scan looks at.
    struct Extent {
        /// Whether the records of runs are also looked for past the first damage, where some of them may be missing.
        var pastDamage = false
        /// Whether the records are read, and compared with what the entries in front of them say.
        var readsRecords = false
        /// Whether the flow versions in the last segment are kept: a writer need not write them again for further runs.
        var keepsTables = false
        /// A mistake that the scan makes on purpose, so that tests see whether they would find it; nil in every app.
        var planted: PlantedFault?
    }

    /// Bytes at the log's end that are in doubt.
    struct Tail: Equatable {
        var place: BlockPlace
        var bytes: [UInt8]
    }

    private let folder: LogFolder
    private let extent: Extent
    /// Whether a writer has the log open; then the log's end is not judged.
    let isBeingWritten: Bool
    /// The identity of the log; nil where no header and no head is whole, and no block proves what a damaged header has.
    private(set) var log: FileLog.ID?
    let index = RunIndex()
    private(set) var findings: [FileLog.Finding] = []
    /// The bytes in doubt at the log's end; nil where there are none, or a writer has the log open.
    private(set) var tail: Tail?
    /// What `head.index` says; nil where there is no such file.
    private(set) var head: HeadReading?
    private(set) var blockCount: UInt64 = 0
    private(set) var recordCount: UInt64 = 0
    /// How many segments were read: fewer than the log has where the scan was stopped.
    private(set) var segmentCount = 0
    /// The number that the next block must have.
    private(set) var nextBlock: UInt64 = 0
    /// The latest opening of which the segments have a trace.
    private(set) var segmentEpoch: UInt32 = 0
    /// The number of the first block that is not known to be flushed.
    private(set) var firstUnflushed: UInt64 = 0
    /// Where the last good block of the last readable segment ends, and the next goes; nil without such a segment.
    private(set) var end: BlockPlace?
    /// The flow versions in the last segment, each with the offset of its block; filled only where `Extent` needs them.
    private(set) var tables: [FlowVersion: UInt32] = [:]
    /// The damaged log in whose place this one was begun; nil where there was none.
    private(set) var replacedLog: OpeningNote.Older?
    /// Why this version of Keyway cannot read the log, where another version wrote it or something in it; nil where none did.
    private(set) var otherVersion: FileLog.Failure?
    /// The places of all blocks with records of a run; only filled where the scan goes past damage.
    private(set) var places: [RunID: [BlockPlace]] = [:]
    /// Whether something so far was damaged, misplaced or missing, so that blocks before the present one may be lost.
    private var hasGaps = false
    /// Where the blocks of the present segment begin that are no commits; a run that begins in the segment must name one of them as
    /// its table.
    private var nonCommitOffsets: Set<UInt32> = []

    /// - Parameters:
    ///   - listed: the folder as it was found.
    ///   - extent: how much is looked at.
    ///   - isBeingWritten: whether a writer has the log open.
    ///   - report: is told after each segment how many were read so far, and how many there are; false stops the scan, and of the
    ///     segments behind nothing is known then.
    init(
        _ listed: LogFolder, _ extent: Extent = Extent(), isBeingWritten: Bool = false,
        reporting report: (_ read: Int, _ total: Int) -> Bool = { _, _ in true }
    ) throws(FileLog.Failure) {
        self.extent = extent
        self.isBeingWritten = isBeingWritten
        // The head is read before the folder is listed: a writer may go on meanwhile, and what the head tells must be in the files.
        head = try listed.head()
        folder = try LogFolder(listed.folder)
        log = try Self.identity(of: folder) ?? head?.head?.log
        noteHead()
        if let ownHead, extent.planted != .durableMarkIgnored { firstUnflushed = ownHead.firstUnflushed }
        // In 64 bits, so that a number follows the last one that a segment or a head may name.
        var expected: UInt64 = 1
        for (earlier, number) in folder.segments.enumerated() {
            noteMissing(from: expected, before: UInt64(number))
            expected = UInt64(number) + 1
            try walk(number, isLast: number == folder.segments.last)
            segmentCount = earlier + 1
            guard report(segmentCount, folder.segments.count) else { return }
        }
        if let ownHead { noteMissing(from: expected, before: UInt64(ownHead.place.segment) + 1) }
    }

    /// The head, if it is of this log.
    private var ownHead: Head? {
        guard let head = head?.head, head.log == log else { return nil }
        return head
    }

    /// The latest opening of which the segments or the head have a trace.
    var latestEpoch: UInt32 { max(segmentEpoch, head?.head?.epoch ?? 0) }

    /// How far the log has come, whole blocks that may not be flushed counted as well; nil where its identity is not
    /// known.
    var mark: FileLog.Mark? { log.map { FileLog.Mark(log: $0, epoch: latestEpoch, blocks: nextBlock) } }

    /// The identity of the log, from the first segment whose header is whole; nil where none is.
    static func identity(of folder: LogFolder) throws(FileLog.Failure) -> FileLog.ID? {
        for number in folder.segments {
            let bytes = try folder.bytes(of: FileName.segment(number).text, first: SegmentHeader.length)
            if case .header(let header) = SegmentBeginning(bytes) { return header.log }
        }
        return nil
    }

    /// Reads one segment: its header, and then its blocks.
    private mutating func walk(_ number: UInt32, isLast: Bool) throws(FileLog.Failure) {
        let name = FileName.segment(number).text
        let contents = try folder.contents(of: name, upTo: SegmentMeasures.greatestSize)
        guard var bytes = contents.bytes else {
            return note(.damage, number, 0..<Int(clamping: contents.size), "no segment has so many bytes")
        }
        // Also behind the end of what is written: nobody can tell that these bytes are zeros.
        for range in contents.unreadable {
            findings.append(finding(.damage, number, range, "the disk cannot read these bytes"))
        }
        // The blocks before them are not behind a gap, so this is noted once all are taken in.
        defer { if !contents.unreadable.isEmpty { hasGaps = true } }
        var hasHeader = false
        switch SegmentBeginning(Array(bytes.prefix(SegmentHeader.length))) {
        case .header(let header):
            guard header.segment == number, header.log == log else {
                let owner = header.log == log ? "segment \(header.segment) of this log" : "a segment of another log"
                return note(.misplaced, number, 0..<Int(clamping: contents.size), "by its header this is \(owner)")
            }
            checkFirstBlock(header.firstBlock, of: number)
            segmentEpoch = max(segmentEpoch, header.epoch)
            // A segment gets its name only when all before it is flushed.
            firstUnflushed = max(firstUnflushed, header.firstBlock)
            hasHeader = true
        case .malformed:
            note(.damage, number, 0..<min(SegmentHeader.length, bytes.count), "the header of the segment is damaged")
        case .other(let version):
            let (path, known) = (folder.path(of: name), SegmentHeader.version)
            return note(
                otherVersion: version < known
                    ? .olderFormat(path: path, found: version, known: known)
                    : .newerFormat(path: path, found: version, known: known))
        }
        // Where no header and no head is whole, the damaged header of this segment may still have the identity.
        guard let log = log ?? Self.identity(in: bytes) else { return }
        let seed = BlockSeed(log: log, segment: number)
        nonCommitOffsets = []
        tables = [:]
        var limit = bytes.count
        // The survey raises `segmentEpoch` to what it finds anywhere in the segment; the first block may be of an earlier opening.
        let earliest = segmentEpoch
        if isLast {
            let survey = try survey(&bytes, of: number, seed: seed)
            limit = bytes.count
            if hasHeader, !survey.isDamaged(planted: extent.planted) {
                if survey.firstBad != nil { limit = survey.end }
                noteTail(survey, of: bytes, in: number)
            }
        }
        let countBefore = blockCount
        let (end, hasBadEnd) = bytes.withUnsafeBytes { buffer in
            let written = UnsafeRawBufferPointer(rebasing: buffer[..<limit])
            return takeBlocks(written, whole: bytes, of: number, seed: seed, epoch: earliest)
        }
        self.end = end
        // A block whose checksum holds proves the identity that its checksum goes on from, also one out of a damaged header.
        if blockCount > countBefore { self.log = log }
        // Missing blocks are reported once. Damaged bytes at the end, a finding already, are what is left of them; and where the head
        // names a later segment, that segment is reported as missing instead.
        if isLast, tail == nil, !hasBadEnd, firstUnflushed > nextBlock, hasHeader,
            (ownHead?.place.segment ?? 0) <= number
        {
            let (offset, count) = (Int(end.offset), firstUnflushed - nextBlock)
            note(
                .damage, number, offset..<offset,
                count == 1
                    ? "1 block that was flushed is missing here" : "\(count) blocks that were flushed are missing here")
        }
    }

    /// Looks at the end of the last segment; beside a writer up to three times, since what seems damaged may just be half written.
    private mutating func survey(
        _ bytes: inout [UInt8], of number: UInt32, seed: BlockSeed
    ) throws(FileLog.Failure) -> Survey {
        var looks = isBeingWritten ? 3 : 1
        while true {
            let survey = bytes.withUnsafeBytes { buffer in
                Survey(
                    buffer, seed: seed, expecting: nextBlock, epoch: segmentEpoch, firstUnflushed: firstUnflushed,
                    head: ownHead,
                    planted: extent.planted)
            }
            firstUnflushed = max(firstUnflushed, survey.firstUnflushed)
            looks -= 1
            if looks == 0 || !survey.isDamaged(planted: extent.planted) {
                segmentEpoch = max(segmentEpoch, survey.epoch)
                return survey
            }
            let name = FileName.segment(number).text
            if let later = try folder.contents(of: name, upTo: SegmentMeasures.greatestSize).bytes { bytes = later }
        }
    }

    /// Takes in all blocks of a segment; returns where the last good one ends, and whether bytes behind that one are damaged.
    ///
    /// `buffer`: the bytes of the segment without a tail in doubt. `bytes`: all of them.
    private mutating func takeBlocks(
        _ buffer: UnsafeRawBufferPointer, whole bytes: [UInt8], of number: UInt32, seed: BlockSeed, epoch: UInt32
    ) -> (end: BlockPlace, hasBadEnd: Bool) {
        var walk = SegmentWalk(
            buffer, seed: seed, expecting: nextBlock, epoch: epoch, head: ownHead,
            ignoringEpochs: extent.planted == .epochIgnored)
        var hasBadEnd = false
        while let piece = walk.next() {
            switch piece {
            case .block(let frame):
                hasBadEnd = false
                scan(frame, of: buffer, whole: bytes, in: number)
            case .bad(let range):
                hasBadEnd = true
                note(
                    .damage, number, range,
                    range.count == 1 ? "1 byte is damaged" : "\(range.count) bytes are damaged")
            }
        }
        return (BlockPlace(segment: number, offset: UInt32(clamping: walk.end)), hasBadEnd)
    }

    /// Checks the number of a good block, and takes in what the block holds; what is wrong becomes a finding.
    private mutating func scan(
        _ frame: BlockFrame, of buffer: UnsafeRawBufferPointer, whole bytes: [UInt8], in segment: UInt32
    ) {
        let header = frame.header
        // After a gap any later block may be next, but none of the earlier ones.
        if header.number != nextBlock, !hasGaps || header.number < nextBlock {
            note(.misplaced, segment, frame.range, "block \(header.number) stands where block \(nextBlock) belongs")
        }
        nextBlock = header.number == .max ? .max : header.number + 1
        blockCount += 1
        segmentEpoch = max(segmentEpoch, header.epoch)
        let place = BlockPlace(segment: segment, offset: UInt32(clamping: frame.start))
        do throws(BlockFault) {
            try take(frame, of: buffer, whole: bytes, at: place)
        } catch {
            switch error {
            case .malformed(let reason): note(.malformedRecord, segment, frame.range, reason)
            case .newer(let what):
                let path = folder.path(of: FileName.segment(segment).text)
                note(otherVersion: .newerContent(path: path, position: UInt64(frame.start), what: what))
            }
        }
    }

    /// Takes in what a block holds.
    private mutating func take(
        _ frame: BlockFrame, of buffer: UnsafeRawBufferPointer, whole bytes: [UInt8], at place: BlockPlace
    ) throws(BlockFault) {
        guard frame.header.flags == 0 else { throw .unknown("this block has the flags \(frame.header.flags)") }
        guard frame.header.reserved == 0 else {
            throw .unknown("this block has \(frame.header.reserved) in its reserved bytes")
        }
        guard let kind = Block.Kind(rawValue: frame.header.kind) else {
            throw .unknown("this block is of kind \(frame.header.kind)")
        }
        if kind == .commit { return try takeCommit(frame, of: buffer, whole: bytes, at: place) }
        var reader = ByteReader(bytes, in: frame.payload)
        do throws(ByteError) {
            if kind == .opening {
                let note = try OpeningNote(from: &reader)
                replacedLog = replacedLog ?? note.older
            } else if extent.keepsTables || extent.readsRecords {
                let version = try FlowVersion(from: &reader)
                if tables[version] == nil { tables[version] = place.offset }
            } else {
                // Nobody needs the table, so it is not read: an empty reader is at its end, as one that has read everything.
                reader = ByteReader([])
            }
            nonCommitOffsets.insert(place.offset)
        } catch {
            throw BlockFault(error, reading: "this block", in: "the file")
        }
        guard reader.isAtEnd else { throw .malformed("this block has bytes behind the end of what it holds") }
    }

    private mutating func takeCommit(
        _ frame: BlockFrame, of buffer: UnsafeRawBufferPointer, whole bytes: [UInt8], at place: BlockPlace
    ) throws(BlockFault) {
        let view = try CommitView(buffer, in: frame.payload, of: place.segment)
        for entry in view.entries { recordCount += entry.count }
        try view.checkKinds()
        if hasGaps, !extent.pastDamage { return }
        if extent.readsRecords { try view.check(in: bytes, before: index) }
        for entry in view.entries {
            if entry.isBeginning, !nonCommitOffsets.contains(entry.table), !hasGaps {
                throw .malformed("the table of run \(entry.run) is not where it should be")
            }
            if let fault = index.add(entry, of: buffer, at: place, acrossGaps: hasGaps) { throw .malformed(fault) }
            if extent.pastDamage { places[entry.run, default: []].append(place) }
        }
    }

    /// Compares the number of a segment's first block, as its header has it, with the number that the next block must have.
    private mutating func checkFirstBlock(_ first: UInt64, of segment: UInt32) {
        if first == nextBlock { return }
        if !hasGaps, first > nextBlock, let end {
            let name = FileName.segment(segment).text
            let (offset, count) = (Int(end.offset), first - nextBlock)
            let missing = count == 1 ? "1 block is" : "\(count) blocks are"
            note(
                .damage, end.segment, offset..<offset,
                "\(missing) missing here, for \(name) begins with block \(first)")
        } else if !hasGaps || first < nextBlock {
            // These bytes of the header hold the number of the first block.
            note(
                .misplaced, segment, 32..<40, "block \(first) cannot be the first here, for block \(nextBlock) is next")
        }
        nextBlock = max(nextBlock, first)
    }

    /// What stands where a segment's header has the identity of its log; nil where the segment is too short.
    private static func identity(in bytes: [UInt8]) -> FileLog.ID? {
        var reader = ByteReader(bytes, in: 16..<32)
        guard let identity = try? reader.identity() else { return nil }
        return FileLog.ID(high: identity.high, low: identity.low)
    }
}

extension LogScan {
    /// Takes what is written from the first bad bytes on for the tail in doubt; not beside a writer, who may be writing there.
    private mutating func noteTail(_ survey: Survey, of bytes: [UInt8], in segment: UInt32) {
        guard let bad = survey.firstBad, !isBeingWritten else { return }
        tail = Tail(
            place: BlockPlace(segment: segment, offset: UInt32(clamping: survey.end)),
            bytes: Array(bytes[survey.end..<max(survey.end, survey.endOfWriting)]))
        let range = bad.lowerBound..<max(bad.upperBound, survey.endOfWriting)
        let doubt =
            range.count == 1
            ? "the last byte is in doubt: nothing says that it was"
            : "the last \(range.count) bytes are in doubt: nothing says that they were"
        findings.append(finding(.tailInDoubt, segment, range, doubt + " flushed"))
    }

    private mutating func noteHead() {
        guard let head else { return }
        func finding(_ kind: FileLog.Finding.Kind, _ range: Range<Int>, _ reason: String) -> FileLog.Finding {
            FileLog.Finding(
                kind: kind, file: FileName.head, position: UInt64(range.lowerBound), length: UInt64(range.count),
                reason: reason)
        }
        // Beside a writer a slot may be half written at this moment.
        for slot in isBeingWritten ? [] : head.badSlots {
            let start = slot * Head.slotLength
            findings.append(
                finding(
                    .damagedHead, start..<start + Head.slotLength,
                    "this slot, which tells up to where the log was flushed, is damaged or of another format"))
        }
        if head.excess > 0 {
            let range = Head.fileLength..<Head.fileLength + head.excess
            findings.append(finding(.damagedHead, range, "these bytes are not part of it"))
        }
        // What the segments hold can be read without the head, so the head of another log makes no gaps.
        if let found = head.head, let log, found.log != log {
            // These bytes of a slot hold the log's identity.
            findings.append(finding(.misplaced, 16..<32, "this is the head of another log"))
        }
    }

    private mutating func noteMissing(from expected: UInt64, before number: UInt64) {
        guard expected < number else { return }
        let count = number - expected
        note(
            .missingSegment, UInt32(clamping: expected), 0..<0,
            count == 1 ? "this segment is missing" : "this segment and \(count - 1) after it are missing")
    }

    /// Notes that another version wrote a segment or something in it. What follows counts as behind a gap.
    private mutating func note(otherVersion failure: FileLog.Failure) {
        hasGaps = true
        otherVersion = otherVersion ?? failure
    }

    private mutating func note(_ kind: FileLog.Finding.Kind, _ segment: UInt32, _ range: Range<Int>, _ reason: String) {
        hasGaps = true
        findings.append(finding(kind, segment, range, reason))
    }

    private func finding(
        _ kind: FileLog.Finding.Kind, _ segment: UInt32, _ range: Range<Int>, _ reason: String
    ) -> FileLog.Finding {
        FileLog.Finding(
            kind: kind, file: FileName.segment(segment).text, position: UInt64(range.lowerBound),
            length: UInt64(range.count), reason: reason)
    }

    /// Why nothing may be written to the log; nil where it may.
    var refusal: FileLog.Failure? {
        otherVersion ?? findings.first { !$0.isHarmless }.map { .damaged(path: folder.path, $0) }
    }
}
