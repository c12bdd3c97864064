import KeywayLog

/// The folder of a damaged log is moved away, and a new log begun in its place, whose first block names the damaged log's folder.
///
/// Before it is moved, the damaged folder gets a file `unreplaced.lock`, which is removed once that first block is written. An opening
/// that finds a log without a block looks for this file in the folders that were moved away from its path. A folder with the file is
/// not yet named by the log in its place, so the first block must name it: this opening has moved the folder, or a process that died
/// before it wrote the block. A folder without the file was moved away earlier, and has nothing to do with the log.
extension Opening {
    /// Gives the damaged log's folder another name, and makes an empty one in its place.
    ///
    /// The name has a higher number than that of any folder which was moved away before and is still there, as far as they are found.
    /// - Throws: `FileLog.Failure.damaged` with this finding where the folder stands in a place from which it cannot be moved: it is as it
    ///   was then.
    static func moveAway(
        _ damaged: LogFolder, _ finding: FileLog.Finding, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> LogFolder {
        let path = damaged.path
        let target = try onDisk { () throws(StorageFault) in
            let folder = damaged.folder
            if try !folder.names().contains(FileName.unreplaced) {
                try folder.openFile(FileName.unreplaced, for: .creating).flush()
            }
            try folder.flush()
            let last = try numbersOfDamaged(beside: path, in: fileSystem).last ?? 0
            // The lock keeps out other openings of the log, but nobody who moves folders: another one may stand at the path by now.
            try folder.checkIsInPlace()
            return path.damaged(last + 1)
        }
        do throws(StorageFault) {
            try fileSystem.moveFolder(path.withoutSlash, to: target)
        } catch {
            guard error.isOfUnmovableFolder else { throw .file(error) }
            // No log takes this one's place. Where the file cannot be removed either, the opening of a mended log does that.
            try? damaged.folder.removeFile(FileName.unreplaced)
            var finding = finding
            finding.reason += "; the log's folder cannot be moved away: \(error.reason)"
            throw .damaged(path: path, finding)
        }
        try onDisk { () throws(StorageFault) in try fileSystem.makeFolder(path) }
        return try LogFolder(path, in: fileSystem)
    }

    /// The damaged log that was moved away from this path last and that no block of a new log names yet; nil where there is none.
    ///
    /// - Parameter expected: the log that the app expects at the path. A damaged log whose own bytes do not tell its identity is taken for
    ///   this one.
    static func damagedLog(
        beside path: String, expecting expected: FileLog.ID?, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> OpeningNote.Older? {
        let numbers = try onDisk { () throws(StorageFault) in try numbersOfDamaged(beside: path, in: fileSystem) }
        for number in numbers.reversed() {
            let older = try unlessGone { () throws(FileLog.Failure) in
                try unreplacedLog(at: path.damaged(number), expecting: expected, in: fileSystem)
            }
            if let older { return older }
        }
        return nil
    }

    /// The damaged log in this folder, if no block of a new log names it yet; else nil.
    private static func unreplacedLog(
        at path: String, expecting expected: FileLog.ID?, in fileSystem: any FileSystem
    ) throws(FileLog.Failure) -> OpeningNote.Older? {
        let kind = try onDisk { () throws(StorageFault) in try fileSystem.kind(of: path) }
        guard kind == .folder else { return nil }
        let folder = try LogFolder(path, in: fileSystem)
        guard folder.isUnreplaced else { return nil }
        var log = try LogScan.identity(of: folder)
        // Where no header is whole the rest of the log may tell which it is, so that the mark which an app has kept of it is known.
        if log == nil { log = try LogScan(folder).log }
        return OpeningNote.Older(log: log ?? expected ?? FileLog.ID(high: 0, low: 0), folder: path.lastName)
    }

    /// Removes `unreplaced.lock` from the damaged log's folder of this name: the first block of the log in its place names the folder now.
    ///
    /// A fault of the disk is not reported: each opening of the log tries again.
    static func removeUnreplacedFile(of name: String, beside path: String, in fileSystem: any FileSystem) {
        do throws(StorageFault) {
            let folder = try fileSystem.openFolder(path.folderAbove.appending(name: name))
            guard try folder.names().contains(FileName.unreplaced) else { return }
            try folder.removeFile(FileName.unreplaced)
            try folder.flush()
        } catch {}
    }

    /// The number N of each `NAME.damaged-N` beside the path, the lowest first; below a folder that may not be listed, those from 1 on
    /// without a gap.
    private static func numbersOfDamaged(
        beside path: String, in fileSystem: any FileSystem
    ) throws(StorageFault) -> [UInt64] {
        let names: [String]
        do throws(StorageFault) {
            names = try fileSystem.openFolder(path.folderAbove).names()
        } catch {
            if error.isMissing { return [] }
            guard error.isNotPermitted else { throw error }
            return try numbersInUnlistedFolder(beside: path, in: fileSystem)
        }
        let beginning = path.withoutSlash.lastName + ".damaged-"
        return names.filter { $0.hasPrefix(beginning) }.compactMap { name in
            let digits = String(name.dropFirst(beginning.count))
            guard let number = UInt32(digits), number > 0, "\(number)" == digits else { return nil }
            return UInt64(number)
        }
        .sorted()
    }

    /// The numbers of the `NAME.damaged-N` that are found one after the other by their names alone.
    ///
    /// A process that may write to a folder and not list it may have moved a log away in it all the same.
    private static func numbersInUnlistedFolder(
        beside path: String, in fileSystem: any FileSystem
    ) throws(StorageFault) -> [UInt64] {
        var numbers: [UInt64] = []
        while true {
            let next = UInt64(numbers.count) + 1
            do throws(StorageFault) {
                guard try fileSystem.kind(of: path.damaged(next)) != nil else { return numbers }
            } catch {
                // A process that may not even look at a name cannot have given it to a folder.
                guard error.isNotPermitted else { throw error }
                return numbers
            }
            numbers.append(next)
        }
    }
}

extension String {
    fileprivate var withoutSlash: String {
        var text = self
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// The path of the folder in which this path's last name stands; "." for a path of a single name.
    fileprivate var folderAbove: String {
        guard let slash = withoutSlash.lastIndex(of: "/") else { return "." }
        let above = withoutSlash[..<slash]
        return above.isEmpty ? "/" : String(above)
    }

    /// The last name of a path that does not end in a slash.
    fileprivate var lastName: String { String(split(separator: "/").last ?? "") }

    fileprivate func appending(name: String) -> String { hasSuffix("/") ? self + name : self + "/" + name }

    /// The path that the damaged log's folder at this path is moved to, under this number.
    fileprivate func damaged(_ number: UInt64) -> String { "\(withoutSlash).damaged-\(number)" }
}
