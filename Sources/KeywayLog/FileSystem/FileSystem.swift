/// The few calls that the log needs of a disk; everything that may fail on one fails here.
package protocol FileSystem: Sendable {
    /// What stands at the path; nil if nothing does.
    func kind(of path: String) throws(FileError) -> FileKind?
    /// The names in a folder, in no order.
    func names(in folder: String) throws(FileError) -> [String]
    /// Makes the folder and those above it that are missing, durably.
    func makeFolder(_ path: String) throws(FileError)
    func openFile(_ path: String, for purpose: FilePurpose) throws(FileError) -> any OpenFile
    /// Gives a file another name in the same folder; whatever had that name is gone.
    func move(_ path: String, to target: String) throws(FileError)
    func removeFile(_ path: String) throws(FileError)
    /// Makes the names in the folder durable.
    func flushFolder(_ path: String) throws(FileError)
    /// Takes the lock whose file is made if need be; nil if somebody holds it. It is held as long as the value lives.
    func takeLock(_ path: String) throws(FileError) -> (any HeldLock)?
}

package enum FileKind: Sendable {
    case file
    case folder
    case other
}

package enum FilePurpose: Sendable {
    case reading
    case writing
    /// The file must not exist.
    case creating
}

/// A file that stays open as long as the value lives.
package protocol OpenFile: Sendable {
    func size() throws(FileError) -> UInt64
    /// The bytes from an offset on; fewer where the file ends.
    func bytes(from offset: UInt64, count: Int) throws(FileError) -> [UInt8]
    /// Writes all bytes, or throws with any part of them written.
    func put(_ bytes: [UInt8], at offset: UInt64) throws(FileError)
    func cut(to size: UInt64) throws(FileError)
    /// Makes what was written durable.
    func flush() throws(FileError)
}

/// A lock that is given back when the value goes.
package protocol HeldLock: AnyObject, Sendable {}

extension OpenFile {
    func allBytes() throws(FileError) -> [UInt8] {
        try bytes(from: 0, count: Int(clamping: size()))
    }
}
