import KeywayCore
import KeywayLog

/// The opening of a log for writing: it locks and scans the log and, unless the disk is full, makes it ready for appends.
struct Opening {
    /// What the app asks for, and the numbers that are drawn at random for the opening.
    struct Request {
        var path: String
        /// Whether each batch is flushed before its appends are acknowledged.
        var flushesAppends: Bool
        var ifDamaged: FileLog.DamagePolicy
        /// How far the log must have come; nil where the app has kept no mark.
        var expected: FileLog.Mark?
        /// How large the log's segments get, and how much of a segment is filled with zeros ahead of its use.
        var measures: SegmentMeasures
        /// The wall clock now.
        var wallTime: Instant
        /// Part of the key of every effect that is ordered in this opening.
        var salt: UInt64
        /// The identity that the log gets if it is new.
        var newLog: FileLog.ID
        /// A mistake that the log makes on purpose, so that tests see whether they would find it; nil in every app.
        var planted: PlantedFault?
    }

    let folder: any OpenFolder
    let lock: any HeldLock
    let logID: FileLog.ID
    /// The number of this opening; each later opening has a greater one.
    let epoch: UInt32
    let index: RunIndex
    let writer: SegmentWriter
    /// The bytes in doubt that this opening and earlier ones found at the log's end: each part has a file of its own, or waits in the log
    /// for room on the disk.
    let setAside: [FileLog.SetAside]
    /// The name of the folder of the damaged log that this one replaces; nil where there was none.
    let olderFolder: String?

    init(_ request: Request, in fileSystem: any FileSystem) throws(FileLog.Failure) {
        let path = request.path
        var listed = try Self.folder(of: request, in: fileSystem)
        var lock = try Self.lock(&listed, request, in: fileSystem)
        var scan = try LogScan(listed, request.extent)
        if let refusal = try request.refusal(of: scan, in: fileSystem) {
            guard request.ifDamaged == .beginAnewBeside, case .damaged(_, let finding) = refusal else { throw refusal }
            // The old lock is held until the new one is taken: another opening that gets the old one afterwards finds that
            // the folder was moved, and looks at the path again.
            listed = try Self.moveAway(listed, finding, in: fileSystem)
            var anew = request
            anew.expected = nil
            lock = try Self.lock(&listed, anew, in: fileSystem)
            scan = try LogScan(listed, request.extent)
            if let refusal = scan.refusal { throw refusal }
        }
        self.lock = lock
        folder = listed.folder
        index = scan.index
        var note = OpeningNote(salt: request.salt, wallTime: request.wallTime, setAside: [], older: nil)
        if let tail = scan.tail {
            note.setAside = [OpeningNote.SetAsideBytes(place: tail.place, length: UInt64(tail.bytes.count))]
        }
        // A log without a block may stand in the place of a damaged one, which its first block must name: the process that
        // began it may have died before it wrote the block.
        if scan.nextBlock == 0 {
            note.older = try Self.damagedLog(beside: path, expecting: request.expected?.log, in: fileSystem)
        }
        olderFolder = (note.older ?? scan.replacedLog)?.folder
        let repair: Repair
        if let log = scan.log, let end = scan.end {
            repair = Repair(scan, log: log, end: end, in: listed.folder, planted: request.planted)
        } else {
            repair = Repair(new: request.newLog, in: listed.folder)
        }
        logID = repair.logID
        epoch = repair.epoch
        var writer = SegmentWriter(
            repair, note: note, flushesAppends: request.flushesAppends, measures: request.measures)
        var waiting: [FileLog.SetAside] = []
        do throws(StorageFault) {
            try writer.makeReady()
        } catch {
            // A log on a full disk can be read; the first append tries again.
            guard !repair.isNew, error.isDiskFull else { throw .file(error) }
            waiting = writer.partsToSetAside
        }
        if note.older != nil {
            // Without appends the writer writes the opening block alone, which names the damaged log.
            do throws(SegmentWriter.Failure) {
                _ = try writer.write([], after: index)
            } catch {
                throw .file(error.fault)
            }
            // Flushes that block, also in a log that does not flush its appends: `unreplaced.lock` is removed next, and is needed until the
            // block is durable.
            do throws(StorageFault) { try writer.finish() } catch { throw .file(error) }
        }
        if let olderFolder { Self.removeUnreplacedFile(of: olderFolder, beside: path, in: fileSystem) }
        self.writer = writer
        setAside = try LogFolder(listed.folder).setAside() + waiting
    }

    /// The folder at the request's path, which is made where there is none.
    private static func folder(
        of request: Request, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> LogFolder {
        let path = request.path
        if try onDisk({ () throws(StorageFault) in try fileSystem.kind(of: path) }) == nil {
            if let refusal = try request.refusal(of: nil, in: fileSystem) { throw refusal }
            try onDisk { () throws(StorageFault) in try fileSystem.makeFolder(path) }
        }
        return try LogFolder(path, in: fileSystem)
    }

    /// How often an opening opens the path again because the folder that it has locked was moved or deleted.
    private static let folderRetries = 20

    /// Takes the writer's lock of the folder that stands at the path.
    private static func lock(
        _ listed: inout LogFolder, _ request: Request, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> any HeldLock {
        for _ in 0...folderRetries {
            let folder = listed.folder
            let lock = try takeLock(of: listed, request, in: fileSystem)
            // The writer that had the lock until now may have moved the folder away, and begun another log at the path.
            if try onDisk({ () throws(StorageFault) in try folder.isInPlace() }) {
                // That writer may have written to the log until now, so the folder is listed again.
                listed = try LogFolder(folder)
                return lock
            }
            listed = try Self.folder(of: request, in: fileSystem)
        }
        throw .file(
            StorageFault(
                operation: "lock", subject: request.path, number: 0,
                reason: "the folder is moved or deleted again and again"))
    }

    /// How often an opening tries again for the lock, and how long it pauses before each try.
    ///
    /// A reader takes the lock for a moment, to see whether there is a writer.
    private static let lockRetries = (count: 20, milliseconds: 5)

    /// Takes the lock of this folder; a log that may not be written to is refused before a lock file is made in its folder.
    private static func takeLock(
        of listed: LogFolder, _ request: Request, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> any HeldLock {
        if listed.segments.isEmpty, !listed.hasHead, let foreign = listed.foreign.first {
            throw .notALog(path: listed.path, found: foreign)
        }
        if !listed.hasLock,
            let refusal = try request.refusal(of: try LogScan(listed, request.extent), in: fileSystem)
        {
            guard request.ifDamaged == .beginAnewBeside, case .damaged = refusal else { throw refusal }
        }
        for attempt in 0...lockRetries.count {
            if attempt > 0 { pause(milliseconds: lockRetries.milliseconds) }
            let lock = try onDisk { () throws(StorageFault) in
                try listed.folder.takeLock(FileName.lock, shared: false)
            }
            if let lock { return lock }
        }
        throw .locked(path: listed.path(of: FileName.lock))
    }
}

extension Opening.Request {
    /// What the scan keeps for the writer: the flow versions (tables) in the last segment, which need not be written there once more.
    var extent: LogScan.Extent { LogScan.Extent(keepsTables: true, planted: planted) }

    /// Why the log may not be opened for writing as it is; nil where nothing forbids it. `scan` is nil where there is no folder.
    fileprivate func refusal(
        of scan: LogScan?, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> FileLog.Failure? {
        if let refusal = scan?.refusal { return refusal }
        guard let expected else { return nil }
        if let scan, let found = scan.mark, found.log == expected.log {
            return found.reaches(expected) ? nil : .behind(path: path, found: found, expected: expected)
        }
        // The expected log may have been damaged, and this one begun in its place: the app ended before it kept the new mark.
        let isBegun = scan.map { $0.nextBlock > 0 } ?? false
        let older =
            isBegun
            ? scan?.replacedLog : try Opening.damagedLog(beside: path, expecting: expected.log, in: fileSystem)
        if older?.log == expected.log { return nil }
        return .anotherLog(path: path, found: scan?.log, expected: expected.log)
    }
}

extension SegmentWriter.Failure {
    var fault: StorageFault {
        switch self {
        case .notReady(let fault), .before(let fault), .during(let fault): fault
        }
    }
}

extension StorageFault {
    /// Whether the disk or a quota is full, so that the fault passes when something is deleted: ENOSPC or EDQUOT.
    var isDiskFull: Bool {
        #if canImport(Darwin)
            number == 28 || number == 69
        #else
            number == 28 || number == 122
        #endif
    }
}
