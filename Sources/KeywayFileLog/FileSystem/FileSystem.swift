package import KeywayLog

/// All calls that the log makes to a disk: a test that lets each of them fail has every error that a disk can report.
///
/// An app uses `SystemFileSystem`; tests hand in disks that fail.
package protocol FileSystem: Sendable {
    /// What is at the path, links followed; nil if nothing is.
    func kind(of path: String) throws(StorageFault) -> FileKind?
    /// Makes the folder and the missing ones above it.
    ///
    /// The name of each folder that is made is flushed in the folder above it, unless this process may not list that one, and so cannot
    /// open it for the flush.
    func makeFolder(_ path: String) throws(StorageFault)
    /// Opens a folder: from then on its files are reached through it, wherever it is moved and whatever takes its path.
    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder
    /// Gives a folder another path on the same disk, durably; throws where something is at the new path.
    func moveFolder(_ path: String, to target: String) throws(StorageFault)
}

/// A folder that stays open as long as the value lives.
package protocol OpenFolder: Sendable {
    /// The path by which the folder was opened, for messages alone.
    var path: String { get }
    /// What stands at that path now; a folder that was deleted stands nowhere.
    func occupant() throws(StorageFault) -> PathOccupant
    /// The names in the folder, in no order.
    func names() throws(StorageFault) -> [String]
    /// Opens a file. It must exist; for `creating` it must not.
    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile
    /// Gives a file another name in the folder; whatever had that name is gone.
    func move(_ name: String, to target: String) throws(StorageFault)
    /// Gives a file a second name in the folder; throws where something has that name.
    func link(_ name: String, as target: String) throws(StorageFault)
    /// Removes the name; the bytes stay as long as somebody has the file open.
    func removeFile(_ name: String) throws(StorageFault)
    /// Makes the names in the folder durable.
    func flush() throws(StorageFault)
    /// Makes the folder's own name durable in the folder above it.
    func flushOwnName() throws(StorageFault)
    /// Makes the folder's own name durable, and those of all folders above it: after a loss of power the path still leads to it.
    ///
    /// What stands above a folder that this process may not list, or on another disk, is not flushed.
    func flushPath() throws(StorageFault)
    /// Locks the file and the folder without waiting, and makes the file if need be; nil if another lock excludes this one.
    ///
    /// The lock on the folder keeps a second writer out where somebody deletes the lock file. Several shared locks may be held at once;
    /// where `shared` is false, the lock excludes all others, as that of a writer. A call for a shared lock makes no file, and returns nil
    /// where the file is missing.
    func takeLock(_ name: String, shared: Bool) throws(StorageFault) -> (any HeldLock)?
}

/// What may stand at a path; a link is what it leads to.
package enum FileKind: Sendable {
    case file
    case folder
    /// A device, a pipe or a socket.
    case other
}

/// What stands at the path by which a folder was opened.
package enum PathOccupant: Sendable {
    case thisFolder
    /// Something else: this folder was moved or deleted, and another thing came to its path.
    case another
    case nothing
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
    /// How many bytes the file has now.
    func size() throws(StorageFault) -> UInt64
    /// The bytes from an offset on; fewer where the file ends.
    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8]
    /// Writes all bytes, or throws with any part of them written.
    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault)
    /// Cuts the file to this size, which is not above the file's; the bytes are durably gone after the next `flush`.
    func truncate(to size: UInt64) throws(StorageFault)
    /// Makes what was written durable.
    func flush() throws(StorageFault)
}

/// A lock of `takeLock`, held until the last reference to this object is gone.
package protocol HeldLock: AnyObject, Sendable {}

extension OpenFolder {
    /// Whether the folder still stands at its path and has not been deleted.
    package func isInPlace() throws(StorageFault) -> Bool { try occupant() == .thisFolder }

    /// Throws where the folder was moved or deleted: nobody would find what is written into it, and another folder may
    /// stand at its path.
    package func checkIsInPlace() throws(StorageFault) {
        guard try isInPlace() else { throw notInPlace }
    }

    /// Throws where another folder stands at the path of this one, which was moved or deleted.
    package func checkIsNotReplaced() throws(StorageFault) {
        if try occupant() == .another { throw notInPlace }
    }

    private var notInPlace: StorageFault {
        StorageFault(operation: "go on in", subject: path, number: 0, reason: "the folder was moved or deleted")
    }
}
