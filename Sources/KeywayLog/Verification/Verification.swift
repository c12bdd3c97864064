/// Reads all of a log, checks it as far as the log alone can tell, and changes nothing.
///
/// - Throws: `LogError` where there is no log to speak of: `absent`, `notAFolder`, `notALog` or `file`.
public func verify(_ folder: String) throws(LogError) -> VerificationReport {
    try verify(folder, in: SystemFileSystem())
}

/// The same on any file system.
package func verify(_ folder: String, in fileSystem: any FileSystem) throws(LogError) -> VerificationReport {
    try LogReader(folder, in: fileSystem).report
}

extension VerificationReport {
    init(_ scan: LogScan, of folder: LogFolder) throws(LogError) {
        segments = folder.segments.count
        blocks = scan.blockCount
        records = scan.catalog.recordCount
        runs = scan.catalog.runs.count
        setAside = folder.remainders.count
        findings = scan.findings
        for name in folder.remainders {
            let bytes = try folder.bytes(of: name)
            guard let reason = Self.fault(of: bytes, named: name) else { continue }
            findings.append(
                Finding(
                    kind: .damagedRemainder, file: name, position: 0, length: UInt64(bytes.count), reason: reason))
        }
        for name in folder.foreign {
            findings.append(
                Finding(
                    kind: .foreignFile, file: name, position: 0, length: 0, reason: "this is no part of the log"))
        }
    }

    private static func fault(of bytes: [UInt8], named name: String) -> String? {
        guard let remainder = Remainder(bytes) else { return "these bytes, which were set aside, are damaged" }
        guard case .remainder(remainder.position.segment, remainder.position.offset, _) = FileName(name) else {
            return "these bytes were set aside from another place"
        }
        return nil
    }
}
