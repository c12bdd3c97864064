public import Keyway

/// Why the log did not do what it was asked.
public enum LogError: Error, Equatable, Sendable {
    /// The stream is elsewhere: `actual` is the sequence of its next record, nil where there is no stream.
    case conflict(run: RunID, expected: ExpectedVersion, actual: UInt64?)
    /// These records are no history, wherever they were appended.
    case invalid(run: RunID, RecordFault)
    /// There is nothing at this path.
    case absent(path: String)
    /// What stands at this path is not a folder.
    case notAFolder(path: String)
    /// The folder holds no log; `found` is a file in it, if there is any.
    case notALog(path: String, found: String?)
    /// A later version of Keyway wrote this file.
    case newerFormat(path: String, found: UInt32, known: UInt32)
    /// The log is damaged before its end, and so nothing is added to it.
    case damaged(path: String, Finding)
    /// Another writer has the log open; the path is that of its lock.
    case locked(path: String)
    /// A write failed earlier, so that what the disk has is not known until the log is opened again.
    case poisoned(path: String, reason: FileError)
    /// The log was closed.
    case closed(path: String)
    /// The file system refused.
    case file(FileError)
}

extension LogError: CustomStringConvertible {
    /// One sentence that says what and where.
    public var description: String {
        switch self {
        case .conflict(let run, let expected, nil):
            "run \(run) has not begun, but \(expected.words)"
        case .conflict(let run, let expected, let actual?):
            "run \(run) continues with record \(actual), but \(expected.words)"
        case .invalid(let run, let fault): "these records cannot be appended to run \(run): \(fault)"
        case .absent(let path): "\(path): there is no such folder"
        case .notAFolder(let path): "\(path): this is not a folder, so it is not a log"
        case .notALog(let path, nil): "\(path): this folder is empty, so it is not a log"
        case .notALog(let path, let found?): "\(path): this folder is not a log: it holds \(found) and no segment"
        case .newerFormat(let path, let found, let known):
            "\(path): this log has format \(found), and this version of Keyway knows formats up to \(known)"
        case .damaged(let path, let finding): "\(path): the log is damaged and stays as it is: \(finding)"
        case .locked(let path): "\(path): another writer has this log open"
        case .poisoned(let path, let reason):
            "\(path): an earlier write failed, so the log must be opened again: \(reason)"
        case .closed(let path): "\(path): this log was closed"
        case .file(let error): error.description
        }
    }
}

extension ExpectedVersion {
    fileprivate var words: String {
        switch self {
        case .noStream: "it was expected not to have begun"
        case .exactly(let next): "record \(next) was expected to be its next"
        case .exists: "these records were expected to continue it"
        }
    }
}
