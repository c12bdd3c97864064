public import KeywayCore
public import KeywayLog

extension FileLog {
    /// Reads a log without keeping it locked, so that it may be used while a writer has the log open.
    public struct Reader {
        /// The runs in the order in which they began.
        public let runs: [RunID]
        /// What is wrong with the segments and `head.index`, as far as it shows without reading records; `verify` reads these as well, and
        /// the other files of the folder.
        public let findings: [FileLog.Finding]
        /// Whether a writer has the log open: then the log's end may be half written, and is no finding.
        public let isBeingWritten: Bool
        private let folder: LogFolder
        private let scan: LogScan
        private let cache = TableCache()
        private let recent = RecentBlocks()

        /// Opens the log in the folder and looks through it.
        ///
        /// - Parameters:
        ///   - folder: the path of the log's folder; a relative one counts from the working folder.
        ///   - pastDamage: whether records behind the first damage are read as well as those before it: then a run may
        ///     lack records, among them its first.
        /// - Throws: `FileLog.Failure.absent`, `notAFolder`, `notALog`, `olderFormat`, `newerFormat`, `newerContent` or
        ///   `file`.
        public init(_ folder: String, pastDamage: Bool = false) throws(FileLog.Failure) {
            try self.init(folder, pastDamage: pastDamage) { _, _ in }
        }

        /// Opens a log on any file system.
        ///
        /// `progress` is called after each segment, with the number of segments read so far and that of all segments.
        package init(
            _ path: String, in fileSystem: any FileSystem = SystemFileSystem(), pastDamage: Bool = false,
            progress: (_ read: Int, _ total: Int) -> Void = { _, _ in }
        ) throws(FileLog.Failure) {
            let (folder, scan) = try LogScan.look(
                path, in: fileSystem, LogScan.Extent(pastDamage: pastDamage)
            ) { read, total in
                progress(read, total)
                return true
            }
            self.folder = folder
            self.scan = scan
            runs = (0..<scan.index.count).map { scan.index[$0].run }
            findings = scan.findings
            isBeingWritten = scan.isBeingWritten
        }

        /// The records of one run from its beginning; none if the run is not known.
        ///
        /// Where the table of the run's flow is damaged, the first record has a `FlowVersion` without bytes.
        ///
        /// - Parameter run: the identity by which the log has the run.
        /// - Throws: `FileLog.Failure.damaged` where the records cannot be read as such, or bytes have changed since the log was opened;
        ///   `newerContent` where a newer version of Keyway wrote the records; or `file`.
        public func records(of run: RunID) throws(FileLog.Failure) -> [Record] {
            guard let position = scan.index.find(run), let log = scan.log else { return [] }
            var reading = BlockReading(
                folder.folder, log: log, cache: cache, recent: recent, goingWithoutTables: true)
            var records: [Record] = []
            do throws(ReadingFault) {
                if let places = scan.places[run] {
                    for place in places {
                        let part = try reading.part(of: run, at: place)
                        try reading.records(of: part, from: 0, limit: .max, into: &records)
                    }
                } else {
                    for part in try reading.parts(of: run, endingAt: scan.index[position].place, until: { _ in false })
                    {
                        try reading.records(of: part, from: 0, limit: .max, into: &records)
                    }
                }
            } catch {
                switch error {
                case .file(let fault): throw .file(fault)
                case .damaged(let finding): throw .damaged(path: folder.path, finding)
                case .newer(let file, let position, let what):
                    throw .newerContent(path: folder.path(of: file), position: position, what: what)
                }
            }
            return records
        }

        /// Whether the run still needs a process that goes on with it, as its last records say; nil if the log has no such run.
        ///
        /// - Parameter run: the identity by which the log has the run.
        public func isOpen(_ run: RunID) -> Bool? {
            scan.index.find(run).map { scan.index[$0].isOpen }
        }
    }
}

extension LogScan {
    /// Looks through the log at the path, which must be one that this version of Keyway reads.
    static func look(
        _ path: String, in fileSystem: any FileSystem, _ extent: Extent,
        reporting report: (_ read: Int, _ total: Int) -> Bool
    ) throws(FileLog.Failure) -> (LogFolder, LogScan) {
        let folder = try LogFolder(path, in: fileSystem)
        if folder.segments.isEmpty, !folder.hasHead { throw .notALog(path: path, found: folder.foreign.first) }
        let isBeingWritten = try folder.isBeingWritten()
        let scan = try LogScan(folder, extent, isBeingWritten: isBeingWritten, reporting: report)
        // Damage is not thrown: it only keeps a writer from the log, and a reader reads what is whole.
        if let failure = scan.otherVersion { throw failure }
        return (folder, scan)
    }
}
