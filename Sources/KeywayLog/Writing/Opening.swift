import Keyway

/// A log made ready for writing: locked, looked through, its torn end set aside.
struct Opening {
    let folder: LogFolder
    let log: LogID
    let catalog: Catalog
    let nextBlock: UInt64
    let end: LogScan.End
    let file: any OpenFile
    let lock: any HeldLock

    init(
        _ path: String, in fileSystem: any FileSystem, identifiedBy generator: inout some RandomNumberGenerator
    ) throws(LogError) {
        if try onDisk({ () throws(FileError) in try fileSystem.kind(of: path) }) == nil {
            try onDisk { () throws(FileError) in try fileSystem.makeFolder(path) }
        }
        lock = try Self.lock(path, in: fileSystem)
        folder = try LogFolder(path, in: fileSystem)
        let scan = try LogScan(folder)
        if let refusal = scan.refusal { throw refusal }
        catalog = scan.catalog
        nextBlock = scan.nextBlock
        try folder.setAside(scan.tornParts, of: scan.log)
        if let log = scan.log, let end = scan.end {
            self.log = log
            self.end = end
            let file = folder.path(of: FileName.segment(end.segment).text)
            self.file = try onDisk { () throws(FileError) in
                let file = try fileSystem.openFile(file, for: .writing)
                // What was read here may not be on the disk yet, and what is appended goes on from it.
                try file.flush()
                return file
            }
        } else {
            let log = LogID.random(using: &generator)
            let folder = folder
            self.log = log
            end = LogScan.End(segment: 1, offset: UInt64(SegmentHeader.length))
            file = try onDisk { () throws(FileError) in
                try folder.createSegment(SegmentHeader(log: log, segment: 1, firstBlock: 0))
            }
        }
    }

    /// Takes the writer's lock, and leaves a folder untouched that could not be written to anyway.
    private static func lock(_ path: String, in fileSystem: any FileSystem) throws(LogError) -> any HeldLock {
        let folder = try LogFolder(path, in: fileSystem)
        if folder.segments.isEmpty, let foreign = folder.foreign.first { throw .notALog(path: path, found: foreign) }
        let file = folder.path(of: FileName.lock)
        if try onDisk({ () throws(FileError) in try fileSystem.kind(of: file) }) == nil,
            let refusal = try LogScan(folder).refusal
        {
            throw refusal
        }
        guard let lock = try onDisk({ () throws(FileError) in try fileSystem.takeLock(file) }) else {
            throw .locked(path: file)
        }
        return lock
    }
}
