import Keyway

/// One walk through a whole log: what it holds, and what is wrong with it. It changes nothing.
struct LogScan: Sendable {
    /// Bytes at the log's end that belong to nothing.
    struct TornPart: Equatable, Sendable {
        var position: BlockPosition
        var length: Int
        /// Nothing of the file is whole, not even its header.
        var isWholeFile: Bool
    }

    /// The segment that the log ends in.
    struct End: Equatable, Sendable {
        var segment: UInt32
        var offset: UInt64
    }

    private let folder: LogFolder
    private(set) var log: LogID?
    private(set) var catalog = Catalog()
    /// The catalog as it was before the first damage.
    private(set) var intact: Catalog?
    private(set) var findings: [Finding] = []
    /// In the order of the log.
    private(set) var tornParts: [TornPart] = []
    private(set) var blockCount: UInt64 = 0
    private(set) var nextBlock: UInt64 = 0
    /// The format of a segment that a later version wrote.
    private(set) var newer: UInt32?
    /// Nil where there is no segment that could be written to.
    private(set) var end: End?

    /// A segment's name and beginning.
    private struct Candidate {
        var number: UInt32
        var beginning: SegmentBeginning
        /// The header was never finished.
        var isTorn: Bool
    }

    init(_ folder: LogFolder) throws(LogError) {
        self.folder = folder
        let candidates = try Self.candidates(in: folder)
        for case .header(let header) in candidates.lazy.map(\.beginning) where log == nil { log = header.log }
        let lastWhole = candidates.lastIndex { !$0.isTorn } ?? -1
        var expected: UInt32 = 1
        for (index, candidate) in candidates.enumerated() {
            noteMissing(from: expected, before: candidate.number)
            expected = candidate.number &+ 1
            if index > lastWhole {
                try noteTornFile(candidate.number)
            } else if case .newer(let version) = candidate.beginning {
                newer = version
                note(
                    .newerFormat, candidate.number, 8..<12,
                    "the format is \(version), and this version of Keyway knows formats up to \(SegmentHeader.version)")
            } else {
                try walk(candidate, isLast: index == lastWhole)
            }
        }
    }

    private static func candidates(in folder: LogFolder) throws(LogError) -> [Candidate] {
        var candidates: [Candidate] = []
        for number in folder.segments {
            let name = FileName.segment(number).text
            let bytes = try onDisk { () throws(FileError) in
                try folder.fileSystem.openFile(folder.path(of: name), for: .reading)
                    .bytes(from: 0, count: SegmentHeader.length)
            }
            let beginning = SegmentBeginning(bytes)
            // Blocks are written only once the header is durable, so a bad one before blocks is damage.
            var isTorn = false
            if beginning == .malformed, bytes.mayBecomeSegment {
                isTorn = try folder.bytes(of: name).endOfWriting(from: 0) <= SegmentHeader.length
            }
            candidates.append(Candidate(number: number, beginning: beginning, isTorn: isTorn))
        }
        return candidates
    }

    private mutating func walk(_ candidate: Candidate, isLast: Bool) throws(LogError) {
        let number = candidate.number
        let bytes = try folder.bytes(of: FileName.segment(number).text)
        switch candidate.beginning {
        case .header(let header):
            guard header.segment == number, header.log == log else {
                let owner = header.log == log ? "segment \(header.segment) of this log" : "a segment of another log"
                return note(.misplaced, number, 0..<bytes.count, "by its header this is \(owner)")
            }
            checkFirstBlock(header.firstBlock, of: number)
        case .malformed, .newer:
            note(.damage, number, 0..<min(SegmentHeader.length, bytes.count), "the header of the segment is damaged")
        }
        // Where no header is left to tell, that of the segment itself may have its identity whole.
        guard let log = log ?? Self.identity(in: bytes) else { return }
        var walk = SegmentWalk(bytes, seed: BlockSeed(log: log, segment: number))
        while let piece = walk.next() {
            switch piece {
            case .block(let frame, at: let start): take(frame, of: bytes, at: start, in: number)
            case .damage(let range): note(.damage, number, range, "\(range.count) bytes are damaged")
            case .tail(let range) where isLast && candidate.beginning != .malformed:
                noteTorn(number, range, isWholeFile: false)
            case .tail(let range): note(.damage, number, range, "\(range.count) bytes are damaged")
            }
        }
        end = End(segment: number, offset: UInt64(walk.end))
    }

    private mutating func take(_ frame: BlockFrame, of bytes: [UInt8], at start: Int, in segment: UInt32) {
        let range = start..<frame.payload.upperBound
        // After a gap any later block may be next, but none of the earlier ones.
        if frame.number != nextBlock, !catalog.hasGaps || frame.number < nextBlock {
            note(.misplaced, segment, range, "block \(frame.number) stands where block \(nextBlock) belongs")
        }
        nextBlock = frame.number == .max ? .max : frame.number + 1
        blockCount += 1
        let place = Catalog.Place(
            position: BlockPosition(segment: segment, offset: UInt64(start)), length: range.count)
        if let fault = catalog.take(frame, of: bytes, at: place) { note(.malformedRecord, segment, range, fault) }
    }

    private mutating func checkFirstBlock(_ first: UInt64, of segment: UInt32) {
        if first == nextBlock { return }
        if !catalog.hasGaps, first > nextBlock, let end {
            let name = FileName.segment(segment).text
            let offset = Int(clamping: end.offset)
            note(
                .damage, end.segment, offset..<offset,
                "\(first - nextBlock) blocks are missing here, for \(name) begins with block \(first)")
        } else if !catalog.hasGaps || first < nextBlock {
            note(
                .misplaced, segment, 32..<40, "block \(first) cannot be the first here, for block \(nextBlock) is next")
        }
    }

    private mutating func noteMissing(from expected: UInt32, before number: UInt32) {
        guard expected < number else { return }
        let count = number - expected
        note(
            .missingSegment, expected, 0..<0,
            count == 1 ? "this segment is missing" : "this segment and \(count - 1) after it are missing")
    }

    private mutating func noteTornFile(_ segment: UInt32) throws(LogError) {
        let bytes = try folder.bytes(of: FileName.segment(segment).text)
        noteTorn(segment, 0..<bytes.count, isWholeFile: true)
    }

    private mutating func noteTorn(_ segment: UInt32, _ range: Range<Int>, isWholeFile: Bool) {
        let position = BlockPosition(segment: segment, offset: UInt64(range.lowerBound))
        tornParts.append(TornPart(position: position, length: range.count, isWholeFile: isWholeFile))
        let what = isWholeFile ? "a segment" : "a block"
        findings.append(
            finding(.tornTail, segment, range, "the log ends with \(range.count) bytes of \(what) never finished"))
    }

    private mutating func note(_ kind: Finding.Kind, _ segment: UInt32, _ range: Range<Int>, _ reason: String) {
        if intact == nil { intact = catalog }
        catalog.hasGaps = true
        findings.append(finding(kind, segment, range, reason))
    }

    private func finding(
        _ kind: Finding.Kind, _ segment: UInt32, _ range: Range<Int>, _ reason: String
    ) -> Finding {
        Finding(
            kind: kind, file: FileName.segment(segment).text, position: UInt64(range.lowerBound),
            length: UInt64(range.count), reason: reason)
    }

    private static func identity(in bytes: [UInt8]) -> LogID? {
        var reader = ByteReader(bytes, in: 16..<32)
        guard let identity = try? reader.identity() else { return nil }
        return LogID(high: identity.high, low: identity.low)
    }
}

extension LogScan {
    /// Why nothing may be written to the log; nil where it may.
    var refusal: LogError? {
        if let newer, let finding = findings.first(where: { $0.kind == .newerFormat }) {
            return .newerFormat(path: folder.path(of: finding.file), found: newer, known: SegmentHeader.version)
        }
        return findings.first { !$0.isHarmless }.map { .damaged(path: folder.path, $0) }
    }
}

extension [UInt8] {
    /// Whether these can be what a crash left of a segment's first write: each byte of the magic stands, or none yet.
    fileprivate var mayBecomeSegment: Bool {
        zip(self, SegmentHeader.magic).allSatisfy { $0 == $1 || $0 == 0 }
    }
}
