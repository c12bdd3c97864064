public import KeywayLog

extension FileLog {
    /// Why a log in a folder cannot be opened or read.
    public enum Failure: Error, Hashable, Sendable {
        /// There is no folder at the path, nor anything else.
        case absent(path: String)
        /// Something other than a folder is at the path.
        case notAFolder(path: String)
        /// The folder holds no log; `found` is a file in it, nil where all are hidden or named as a log names files.
        case notALog(path: String, found: String?)
        /// An earlier version of Keyway wrote the file, and this one does not read it.
        ///
        /// `found` is the number of the file's format, `known` the only one that this version reads.
        case olderFormat(path: String, found: UInt32, known: UInt32)
        /// A later version of Keyway wrote the file; `found` and `known` are as in `olderFormat`.
        case newerFormat(path: String, found: UInt32, known: UInt32)
        /// A later version of Keyway wrote something into the log that this version does not know, a kind of record for one; the
        /// log's format is the same.
        ///
        /// The log is not damaged, and nothing in the folder was changed. `position` is a byte of the file at `path`, and `what` is a
        /// sentence.
        case newerContent(path: String, position: UInt64, what: String)
        /// Another process, or this one, has the log open for writing.
        case locked(path: String)
        /// The log's bytes are not as they were written, as the finding says; nothing in the folder was changed.
        case damaged(path: String, FileLog.Finding)
        /// The log ends before the mark that the app kept: an old copy stands in its place, or its end was lost.
        case behind(path: String, found: FileLog.Mark, expected: FileLog.Mark)
        /// The mark that the app kept is of another log; `found` is nil where the folder holds none.
        case anotherLog(path: String, found: FileLog.ID?, expected: FileLog.ID)
        /// The disk refused a call.
        case file(StorageFault)
    }
}

extension FileLog.Failure: CustomStringConvertible {
    /// One sentence that says where, what and why.
    public var description: String {
        switch self {
        case .absent(let path): "\(path): there is nothing"
        case .notAFolder(let path): "\(path): this is no folder"
        case .notALog(let path, let found?): "\(path): this is no log; it holds \(found)"
        case .notALog(let path, nil): "\(path): this is no log; it holds no segment of one"
        case .olderFormat(let path, let found, let known):
            "\(path): the format is \(found), which only the versions of Keyway before format \(known) read"
        case .newerFormat(let path, let found, let known):
            "\(path): the format is \(found), and this version of Keyway reads format \(known)"
        case .newerContent(let path, let position, let what): "\(path), byte \(position): \(what)"
        case .locked(let path): "\(path): somebody has this log open for writing"
        case .damaged(let path, let finding): "\(path): the log is damaged: \(finding)"
        case .behind(let path, let found, let expected):
            "\(path): the log went back in time: it has come to \(found), and had come to \(expected)"
        case .anotherLog(let path, let found?, let expected): "\(path): this is log \(found), and not log \(expected)"
        case .anotherLog(let path, nil, let expected): "\(path): log \(expected) should be here, and there is none"
        case .file(let fault): "\(fault)"
        }
    }
}

/// Runs the body, and throws a fault of the disk as `FileLog.Failure.file`.
func onDisk<Result>(_ body: () throws(StorageFault) -> Result) throws(FileLog.Failure) -> Result {
    do throws(StorageFault) {
        return try body()
    } catch {
        throw .file(error)
    }
}

/// Runs the body; nil where it throws that a file or folder is missing.
///
/// For what an app may delete at any time, also after the folder was listed: `.torn-` files, and folders of damaged logs.
func unlessGone<Result>(_ body: () throws(FileLog.Failure) -> Result?) throws(FileLog.Failure) -> Result? {
    do throws(FileLog.Failure) {
        return try body()
    } catch {
        switch error {
        case .absent: return nil
        case .file(let fault) where fault.isMissing: return nil
        default: throw error
        }
    }
}
