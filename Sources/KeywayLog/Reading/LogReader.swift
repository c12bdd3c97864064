public import Keyway

/// A log as it stood when it was opened for reading; a writer may go on meanwhile.
///
/// A log that is damaged gives the records before the first damage; the report says what is wrong.
public struct LogReader: Sendable {
    /// What the log holds and what is wrong with it.
    public let report: VerificationReport
    private let folder: LogFolder
    private let log: LogID
    private let catalog: Catalog

    /// Reads the log in the folder.
    ///
    /// - Throws: `LogError.absent`, `notAFolder`, `notALog` or `file`.
    public init(_ folder: String) throws(LogError) {
        try self.init(folder, in: SystemFileSystem())
    }

    /// The same on any file system.
    package init(_ path: String, in fileSystem: any FileSystem) throws(LogError) {
        let folder = try LogFolder(path, in: fileSystem)
        guard !folder.segments.isEmpty else {
            throw .notALog(path: path, found: folder.foreign.first ?? folder.remainders.first)
        }
        let scan = try LogScan(folder)
        report = try VerificationReport(scan, of: folder)
        log = scan.log ?? LogID(high: 0, low: 0)
        catalog = scan.intact ?? scan.catalog
        self.folder = folder
    }

    /// The runs in the order in which they began.
    public var runs: [RunID] { catalog.runs }

    /// The records of one run from its beginning; none if the run is not known.
    public func records(of run: RunID) throws(LogError) -> [Record] {
        try catalog.records(of: run, in: folder, log: log)
    }

    /// Hands over the records of all runs in the order in which they were appended, those of one append together.
    public func forEachAppend(_ body: ([Record]) throws(LogError) -> Void) throws(LogError) {
        try folder.records(at: catalog.commits, of: log, tables: catalog.tables, body)
    }
}

extension Catalog {
    func records(of run: RunID, in folder: LogFolder, log: LogID) throws(LogError) -> [Record] {
        var records: [Record] = []
        try folder.records(at: streams[run]?.places ?? [], of: log, tables: tables) { block in
            records += block.lazy.filter { $0.run == run }
        }
        return records
    }
}
