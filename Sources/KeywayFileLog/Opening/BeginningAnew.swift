import KeywayLog

extension Opening {
    /// Gives the damaged log's folder another name, and makes an empty one in its place.
    ///
    /// After a crash before the new log's first block there is no folder at the path, or one without a block. The next
    /// opening then looks for the damaged log beside it.
    static func moveAway(_ path: String, in fileSystem: any FileSystem) throws(FileLog.Failure) -> LogFolder {
        try onDisk { () throws(StorageFault) in
            var copy = 1
            while try fileSystem.kind(of: damaged(path, copy)) != nil { copy += 1 }
            try fileSystem.moveFolder(path.withoutSlash, to: damaged(path, copy))
            try fileSystem.makeFolder(path)
        }
        return try LogFolder(path, in: fileSystem)
    }

    /// The last log that was damaged and moved away from this path; nil if none was.
    static func damagedLog(
        beside path: String, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> OpeningNote.Older? {
        var last: String?
        var copy = 1
        while try onDisk({ () throws(StorageFault) in try fileSystem.kind(of: damaged(path, copy)) }) == .folder {
            last = damaged(path, copy)
            copy += 1
        }
        guard let last else { return nil }
        let log = try LogScan.identity(of: try LogFolder(last, in: fileSystem)) ?? FileLog.ID(high: 0, low: 0)
        return OpeningNote.Older(log: log, folder: String(last.split(separator: "/").last ?? ""))
    }

    private static func damaged(_ path: String, _ copy: Int) -> String { "\(path.withoutSlash).damaged-\(copy)" }
}

extension String {
    fileprivate var withoutSlash: String {
        var text = self
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return text
    }
}
