import KeywayLog

/// Reads all of a log, checks it as far as the log alone can tell, and changes nothing.
///
/// - Throws: `FileLogError` where there is no log to speak of: `absent`, `notAFolder`, `notALog` or `file`.
public func verify(_ folder: String) throws(FileLogError) -> VerificationReport {
    try verify(folder, in: SystemFileSystem())
}

/// The same on any file system.
package func verify(_ path: String, in fileSystem: any FileSystem) throws(FileLogError) -> VerificationReport {
    let (folder, scan) = try LogScan.look(
        path, in: fileSystem, LogScan.Extent(pastDamage: true, readsRecords: true))
    return try VerificationReport(scan, of: folder)
}

extension VerificationReport {
    init(_ scan: LogScan, of folder: LogFolder) throws(FileLogError) {
        segments = folder.segments.count
        blocks = scan.blockCount
        records = scan.recordCount
        runs = scan.index.count
        setAside = try folder.setAside()
        beside = scan.beside?.folder
        isBeingWritten = scan.isBeingWritten
        findings = scan.findings
        for name in folder.remainders {
            let bytes = try folder.bytes(of: name)
            guard let reason = Self.fault(of: bytes, named: name) else { continue }
            findings.append(
                LogFinding(
                    kind: .damagedRemainder, file: name, position: 0, length: UInt64(bytes.count), reason: reason))
        }
        for name in folder.foreign {
            findings.append(
                LogFinding(
                    kind: .foreignFile, file: name, position: 0, length: 0, reason: "this is no part of the log"))
        }
    }

    private static func fault(of bytes: [UInt8], named name: String) -> String? {
        guard let remainder = Remainder(bytes) else { return "these bytes, which were set aside, are damaged" }
        guard case .remainder(remainder.place.segment, UInt64(remainder.place.offset), _) = FileName(name) else {
            return "these bytes were set aside from another place"
        }
        return nil
    }
}

extension LogFolder {
    /// What was set aside and is still there.
    func setAside() throws(FileLogError) -> [SetAside] {
        var all: [SetAside] = []
        for name in remainders {
            guard case .remainder(let segment, let offset, _) = FileName(name) else { continue }
            let size = try onDisk { () throws(StorageFault) in try folder.openFile(name, for: .reading).size() }
            let header = UInt64(Remainder.headerLength)
            all.append(
                SetAside(file: name, segment: segment, position: offset, length: size > header ? size - header : 0))
        }
        return all
    }
}
