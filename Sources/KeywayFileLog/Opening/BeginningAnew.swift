import KeywayLog

/// A damaged log's folder gives way to an empty one, which says whose place it has taken.
///
/// Before it is moved, the damaged folder gets a file that says that no log has taken its place yet. The file goes when the new log has
/// a block, which names the old folder. So an opening that finds a log without a block knows a process that died in between from an app
/// that has deleted a log: folders that were moved away long ago are none of a new log's business.
extension Opening {
    /// Gives the damaged log's folder another name, and makes an empty one in its place.
    ///
    /// The name has a higher number than that of any folder which was moved away before and is still there.
    static func moveAway(_ damaged: LogFolder, in fileSystem: any FileSystem) throws(FileLog.Failure) -> LogFolder {
        let path = damaged.path
        try onDisk { () throws(StorageFault) in
            let folder = damaged.folder
            if try !folder.names().contains(FileName.unreplaced) {
                try folder.openFile(FileName.unreplaced, for: .creating).flush()
            }
            try folder.flush()
            let last = try numbersOfDamaged(beside: path, in: fileSystem).last ?? 0
            // The lock keeps other openings away, and nobody else: another folder may have come to the path.
            try folder.checkIsInPlace()
            try fileSystem.moveFolder(path.withoutSlash, to: path.damaged(last + 1))
            try fileSystem.makeFolder(path)
        }
        return try LogFolder(path, in: fileSystem)
    }

    /// The log that was damaged and moved away from this path last, and in the place of which no log has a block; nil where there is
    /// none.
    static func damagedLog(
        beside path: String, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> OpeningNote.Older? {
        let numbers = try onDisk { () throws(StorageFault) in try numbersOfDamaged(beside: path, in: fileSystem) }
        for number in numbers.reversed() {
            let damaged = path.damaged(number)
            let kind = try onDisk { () throws(StorageFault) in try fileSystem.kind(of: damaged) }
            guard kind == .folder else { continue }
            let folder = try LogFolder(damaged, in: fileSystem)
            guard folder.isUnreplaced else { continue }
            let log = try LogScan.identity(of: folder) ?? FileLog.ID(high: 0, low: 0)
            return OpeningNote.Older(log: log, folder: damaged.lastName)
        }
        return nil
    }

    /// Notes that a log has taken the place of the damaged one in the folder of this name, for its first block says so.
    ///
    /// A disk that refuses is asked again at each opening of the log.
    static func noteReplaced(_ name: String, beside path: String, in fileSystem: any FileSystem) {
        do throws(StorageFault) {
            let folder = try fileSystem.openFolder(path.folderAbove.appending(name: name))
            guard try folder.names().contains(FileName.unreplaced) else { return }
            try folder.removeFile(FileName.unreplaced)
            try folder.flush()
        } catch {}
    }

    /// The numbers of what is there under names of damaged logs that stood at the path, in order.
    private static func numbersOfDamaged(
        beside path: String, in fileSystem: any FileSystem
    ) throws(StorageFault) -> [UInt64] {
        let names: [String]
        do throws(StorageFault) {
            names = try fileSystem.openFolder(path.folderAbove).names()
        } catch {
            // In a folder that is not there, or that this process may not list, it has moved nothing away.
            guard error.isMissing || error.isForWantOfRights else { throw error }
            return []
        }
        let beginning = path.withoutSlash.lastName + ".damaged-"
        return names.filter { $0.hasPrefix(beginning) }.compactMap { name in
            let digits = String(name.dropFirst(beginning.count))
            guard let number = UInt32(digits), number > 0, "\(number)" == digits else { return nil }
            return UInt64(number)
        }
        .sorted()
    }
}

extension String {
    fileprivate var withoutSlash: String {
        var text = self
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// The path of the folder in which this one stands; one without a name above is in the working folder.
    fileprivate var folderAbove: String {
        guard let slash = withoutSlash.lastIndex(of: "/") else { return "." }
        let above = withoutSlash[..<slash]
        return above.isEmpty ? "/" : String(above)
    }

    /// The last name of a path that does not end in a slash.
    fileprivate var lastName: String { String(split(separator: "/").last ?? "") }

    fileprivate func appending(name: String) -> String { hasSuffix("/") ? self + name : self + "/" + name }

    /// What the folder at this path is called once it was moved away.
    fileprivate func damaged(_ number: UInt64) -> String { "\(withoutSlash).damaged-\(number)" }
}
