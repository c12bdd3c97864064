/// The few calls that the log needs of a disk; everything that may fail on one fails here.
package protocol FileSystem: Sendable {
    /// What stands at the path; nil if nothing does.
    func kind(of path: String) throws(FileError) -> FileKind?
    /// The names in a folder, in no order.
    func names(in folder: String) throws(FileError) -> [String]
    /// Makes the folder and those above it that are missing, durably.
    func makeFolder(_ path: String) throws(FileError)
    /// Opens a file; but for `creating` it must be there already.
    func openFile(_ path: String, for purpose: FilePurpose) throws(FileError) -> any OpenFile
    /// Gives a file another name in the same folder; whatever had that name is gone.
    func move(_ path: String, to target: String) throws(FileError)
    /// Takes the name away; the bytes go with the last one who has the file open.
    func removeFile(_ path: String) throws(FileError)
    /// Makes the names in the folder durable.
    func flushFolder(_ path: String) throws(FileError)
    /// Takes the lock whose file is made if need be; nil if somebody holds it. It is held as long as the value lives.
    func takeLock(_ path: String) throws(FileError) -> (any HeldLock)?
}

/// What may stand at a path; a link is what it leads to.
package enum FileKind: Sendable {
    case file
    case folder
    /// A device, a pipe or a socket.
    case other
}

/// What a file is opened for, and whether it may exist.
package enum FilePurpose: Sendable {
    /// The file must exist, and stays as it is.
    case reading
    /// The file must exist; it can be read as well.
    case writing
    /// The file must not exist.
    case creating
}

/// A file that stays open as long as the value lives.
package protocol OpenFile: Sendable {
    /// How many bytes it has now.
    func size() throws(FileError) -> UInt64
    /// The bytes from an offset on; fewer where the file ends.
    func bytes(from offset: UInt64, count: Int) throws(FileError) -> [UInt8]
    /// Writes all bytes, or throws with any part of them written.
    func put(_ bytes: [UInt8], at offset: UInt64) throws(FileError)
    /// Takes away the bytes from this offset on; durable with the next flush.
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
