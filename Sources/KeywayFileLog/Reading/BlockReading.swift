import KeywayCore
import KeywayLog

/// Why a block of a log that is open, or a record in it, cannot be read.
enum ReadingFault: Error {
    case file(StorageFault)
    case damaged(FileLog.Finding)
    /// A newer version of Keyway wrote what stands in the block at this byte of the file; `what` is a sentence.
    case newer(file: String, position: UInt64, what: String)
}

/// Reads single blocks of a log that was scanned.
struct BlockReading {
    /// The part of a run that one block has.
    struct RunPart {
        var entry: CommitEntry
        var place: BlockPlace
        /// The number of the block.
        var number: UInt64
        var reference: String?
        /// The sequences of the records that the run still needs once it has these (`Standing.open(neededRecords:)`).
        var neededSequences: [UInt64]
        /// The run's records here: for each its index among all records of the block, and where its bytes stand in `bytes`.
        var records: [(index: Int, bytes: Range<Int>)]
        /// The bytes of the whole block.
        var bytes: [UInt8]
    }

    private let folder: any OpenFolder
    private let log: FileLog.ID
    private let cache: TableCache
    private let recent: RecentBlocks
    /// Whether a run whose flow's table is lost is read all the same; its version then has no bytes.
    private let goesWithoutTables: Bool
    /// The segment that was read last, kept open for the next block.
    private var open: (segment: UInt32, file: any OpenFile)?

    init(
        _ folder: any OpenFolder, log: FileLog.ID, cache: TableCache, recent: RecentBlocks,
        goingWithoutTables: Bool = false
    ) {
        self.folder = folder
        self.log = log
        self.cache = cache
        self.recent = recent
        goesWithoutTables = goingWithoutTables
    }

    /// How many bytes of a block are read at first: most blocks have no more, so they take one call.
    private static let usualLength = 4096

    /// The bytes of a block and where its payload is in them.
    private mutating func block(at place: BlockPlace) throws(ReadingFault) -> (bytes: [UInt8], frame: BlockFrame) {
        let offset = UInt64(place.offset)
        do throws(StorageFault) {
            let file =
                if let open, open.segment == place.segment {
                    open.file
                } else {
                    try folder.openFile(FileName.segment(place.segment).text, for: .reading)
                }
            open = (place.segment, file)
            var bytes = try file.beginning(of: Self.usualLength, from: offset)
            let claimed = bytes.withUnsafeBytes { BlockClaim($0, at: 0)?.length } ?? 0
            if claimed <= Block.payloadLimit, claimed + Block.headerLength > bytes.count {
                bytes = try file.bytes(from: offset, count: claimed + Block.headerLength)
            }
            let seed = BlockSeed(log: log, segment: place.segment)
            let frame = bytes.withUnsafeBytes { BlockFrame($0, at: 0, offset: offset, seed: seed) }
            if let frame { return (bytes, frame) }
        } catch {
            throw .file(error)
        }
        throw .damaged(finding(at: place, length: Block.headerLength, .damage, "this block is damaged"))
    }

    /// What the block has of the run.
    mutating func part(of run: RunID, at place: BlockPlace) throws(ReadingFault) -> RunPart {
        let block: CommitBlock?
        var length = Block.headerLength
        if let known = recent.block(at: place) {
            block = known
        } else {
            let (bytes, frame) = try self.block(at: place)
            length = bytes.count
            block = CommitBlock(bytes, frame, at: place)
            if let block { recent.insert(block) }
        }
        guard let block, let share = block.share(of: run) else {
            throw .damaged(
                finding(
                    at: place, length: length, .malformedRecord,
                    "this block should have records of run \(run), and has none, or not as many as it says"))
        }
        let (reference, neededSequences) = block.bytes.withUnsafeBytes { buffer in
            (share.entry.referenceText(in: buffer), share.entry.neededSequences(in: buffer))
        }
        return RunPart(
            entry: share.entry, place: place, number: block.number, reference: reference,
            neededSequences: neededSequences, records: share.records, bytes: block.bytes)
    }

    /// What the block at `last` and the blocks before it have of the run, the earliest first.
    ///
    /// The blocks are read from the last one backwards, to the run's beginning or to the first part for which `isEnough` is true.
    mutating func parts(
        of run: RunID, endingAt last: BlockPlace, until isEnough: (RunPart) -> Bool
    ) throws(ReadingFault) -> [RunPart] {
        var parts: [RunPart] = []
        var place = last
        while true {
            let part = try part(of: run, at: place)
            parts.append(part)
            guard let previous = part.entry.previous, !isEnough(part) else { return parts.reversed() }
            // Each block names the run's block before it. One that names itself or a later block would send the loop round for ever.
            guard
                previous.segment < place.segment || previous.segment == place.segment && previous.offset < place.offset
            else {
                throw .damaged(
                    finding(
                        at: place, length: Block.headerLength, .malformedRecord,
                        "the block that this one names as the one before it of run \(run) does not stand before it"))
            }
            place = previous
        }
    }

    /// Adds the records of the part, from the sequence `first` on, until `records` has `limit` of them.
    mutating func records(
        of part: RunPart, from first: UInt64, limit: Int, into records: inout [Record]
    ) throws(ReadingFault) {
        var beginning: (version: FlowVersion, reference: String?)?
        if part.entry.isBeginning {
            let place = BlockPlace(segment: part.place.segment, offset: part.entry.table)
            beginning = (try version(at: place), part.reference)
        }
        var reader = ByteReader(part.bytes)
        for (offset, record) in part.records.enumerated() where part.entry.first + UInt64(offset) >= first {
            if records.count >= limit { return }
            reader.go(to: record.bytes)
            do throws(ByteError) {
                records.append(
                    try reader.record(
                        of: part.entry.run, following: beginning?.version, reference: beginning?.reference))
            } catch {
                let what = "a record of run \(part.entry.run)"
                switch BlockFault(error, reading: what, in: "the file", from: Int(part.place.offset)) {
                case .malformed(let reason):
                    throw .damaged(finding(at: part.place, length: Block.headerLength, .malformedRecord, reason))
                case .newer(let what):
                    throw .newer(
                        file: FileName.segment(part.place.segment).text, position: UInt64(part.place.offset), what: what
                    )
                }
            }
        }
    }

    /// The flow version in the table block at this place.
    private mutating func version(at place: BlockPlace) throws(ReadingFault) -> FlowVersion {
        if let known = cache.version(at: place) { return known }
        do throws(ReadingFault) {
            let (bytes, frame) = try block(at: place)
            var reader = ByteReader(bytes, in: frame.payload)
            guard frame.header.kind == Block.Kind.table.rawValue, let version = try? FlowVersion(from: &reader) else {
                throw .damaged(finding(at: place, length: bytes.count, .malformedRecord, "this is no table"))
            }
            return cache.insert(version, at: place)
        } catch {
            guard goesWithoutTables, case .damaged = error else { throw error }
            return .unread
        }
    }

    private func finding(at place: BlockPlace, length: Int, _ kind: FileLog.Finding.Kind, _ reason: String)
        -> FileLog.Finding
    {
        FileLog.Finding(
            kind: kind, file: FileName.segment(place.segment).text, position: UInt64(place.offset),
            length: UInt64(length), reason: reason)
    }
}

extension OpenFile {
    /// The first bytes of a block; only those of its header where bytes behind them, which may be of another block, cannot be read.
    fileprivate func beginning(of count: Int, from offset: UInt64) throws(StorageFault) -> [UInt8] {
        do throws(StorageFault) {
            return try bytes(from: offset, count: count)
        } catch {
            guard error.isOfBadDisk else { throw error }
            return try bytes(from: offset, count: Block.headerLength)
        }
    }
}

extension LogError {
    init(_ fault: ReadingFault) {
        switch fault {
        // A want of descriptors or memory passes, so the same call may succeed later, which `unavailable` says.
        case .file(let fault) where fault.isOutOfDescriptorsOrMemory: self = .unavailable(retryAfter: nil)
        case .file(let fault): self = .storage(fault)
        case .damaged(let finding): self = .damaged(finding.description)
        case .newer(let file, let position, let what): self = .newer("\(file), byte \(position): \(what)")
        }
    }
}
