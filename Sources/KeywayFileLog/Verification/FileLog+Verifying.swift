import KeywayLog

extension FileLog {
    /// Reads all of a log, checks it as far as the log alone can tell, and changes nothing.
    ///
    /// - Parameter folder: the path of the log's folder.
    /// - Throws: `FileLog.Failure`: `absent`, `notAFolder` or `notALog` where there is no log; `olderFormat`, `newerFormat` or
    ///   `newerContent` where another version of Keyway wrote the log, or something in it that this version cannot read; or `file`.
    public static func verify(_ folder: String) throws(Failure) -> Verification {
        try verify(folder) { _, _ in true }
    }

    /// Verifies a log on any file system, as `verify(_:)` does on that of this machine.
    ///
    /// `report` is told after each segment how many were read so far, and how many there are. False stops the look: then the answer
    /// is about the segments that were read, and counts these alone.
    package static func verify(
        _ path: String, in fileSystem: any FileSystem = SystemFileSystem(),
        reporting report: (_ read: Int, _ total: Int) -> Bool = { _, _ in true }
    ) throws(Failure) -> Verification {
        let (folder, scan) = try LogScan.look(
            path, in: fileSystem, LogScan.Extent(pastDamage: true, readsRecords: true), reporting: report)
        return try Verification(scan, of: folder)
    }
}

extension FileLog.Verification {
    init(_ scan: LogScan, of folder: LogFolder) throws(FileLog.Failure) {
        segments = scan.segmentCount
        blocks = scan.blockCount
        records = scan.recordCount
        runs = scan.index.count
        setAside = try folder.setAside()
        damagedLog = scan.replacedLog?.folder
        isBeingWritten = scan.isBeingWritten
        findings = scan.findings
        // The `.torn-` files with bytes that an opening took out of the log's end. The app may delete them at any time.
        for name in folder.remainders {
            let found = try unlessGone { () throws(FileLog.Failure) in
                try folder.contents(of: name, upTo: Remainder.greatestSize)
            }
            guard let found, let reason = Self.fault(of: found.bytes ?? [], named: name) else { continue }
            findings.append(
                FileLog.Finding(kind: .damagedRemainder, file: name, position: 0, length: found.size, reason: reason))
        }
        for name in folder.foreign {
            findings.append(
                FileLog.Finding(
                    kind: .foreignFile, file: name, position: 0, length: 0, reason: "this is not part of the log"))
        }
    }

    /// What is wrong with a `.torn-` file that has these bytes and this name; nil where nothing is.
    private static func fault(of bytes: [UInt8], named name: String) -> String? {
        guard let remainder = Remainder(bytes) else { return "these bytes, which were set aside, are damaged" }
        guard case .remainder(remainder.place.segment, UInt64(remainder.place.offset), _) = FileName(name) else {
            return "these bytes were set aside from another place than the file's name says"
        }
        return nil
    }
}

extension LogFolder {
    /// One entry for each file of bytes that an opening has set aside; the app may have deleted some of these files.
    func setAside() throws(FileLog.Failure) -> [FileLog.SetAside] {
        var all: [FileLog.SetAside] = []
        for name in remainders {
            guard case .remainder(let segment, let offset, _) = FileName(name) else { continue }
            let found = try unlessGone { () throws(FileLog.Failure) in
                try onDisk { () throws(StorageFault) in try folder.openFile(name, for: .reading).size() }
            }
            guard let size = found else { continue }
            let header = UInt64(Remainder.headerLength)
            all.append(
                FileLog.SetAside(
                    file: name, segment: segment, position: offset, length: size > header ? size - header : 0))
        }
        return all
    }
}
