import KeywayLog

/// The files of a log, by their names.
struct LogFolder: Sendable {
    let path: String
    let folder: any OpenFolder
    /// The numbers of the segments, in order.
    private(set) var segments: [UInt32] = []
    /// The names of the `.torn-` files, which keep bytes that were set aside.
    private(set) var remainders: [String] = []
    /// The names of files that are not part of a log.
    private(set) var foreign: [String] = []
    private(set) var hasHead = false
    private(set) var hasLock = false
    /// Whether there is an `unreplaced.lock`: the log was damaged, and the log in its place has no block yet that names this folder.
    private(set) var isUnreplaced = false

    /// Opens and lists a folder, which need not be a log.
    init(_ path: String, in fileSystem: any FileSystem) throws(FileLog.Failure) {
        switch try onDisk({ () throws(StorageFault) in try fileSystem.kind(of: path) }) {
        case .folder: break
        case nil: throw .absent(path: path)
        case .file, .other: throw .notAFolder(path: path)
        }
        try self.init(try onDisk { () throws(StorageFault) in try fileSystem.openFolder(path) })
    }

    /// Lists a folder that is open.
    init(_ folder: any OpenFolder) throws(FileLog.Failure) {
        self.folder = folder
        path = folder.path
        for name in try onDisk({ () throws(StorageFault) in try folder.names() }).sorted() {
            switch FileName(name) {
            case .segment(let number): segments.append(number)
            case .remainder: remainders.append(name)
            case .expendable:
                if name == FileName.head { hasHead = true }
                if name == FileName.lock { hasLock = true }
                if name == FileName.unreplaced { isUnreplaced = true }
            case .foreign: foreign.append(name)
            }
        }
        segments.sort()
    }

    /// Whether a writer has the log open: then a shared lock is refused. A shared lock that is granted is released at once.
    func isBeingWritten() throws(FileLog.Failure) -> Bool {
        guard hasLock else { return false }
        return try onDisk { () throws(StorageFault) in try folder.takeLock(FileName.lock, shared: true) } == nil
    }

    /// What one file holds, as far as it can be read; no bytes where there are more than `limit`.
    func contents(of name: String, upTo limit: UInt64) throws(FileLog.Failure) -> FileContents {
        try onDisk { () throws(StorageFault) in
            try FileContents(folder.openFile(name, for: .reading), upTo: limit)
        }
    }

    /// What `head.index` says; nil where the folder has no such file.
    func head() throws(FileLog.Failure) -> HeadReading? {
        guard hasHead else { return nil }
        return try onDisk { () throws(StorageFault) in
            let file = try folder.openFile(FileName.head, for: .reading)
            return HeadReading(try file.readableBytes(first: Head.fileLength), size: try file.size())
        }
    }

    /// The first bytes of one file; fewer where it is shorter, and none where they cannot be read.
    func bytes(of name: String, first count: Int) throws(FileLog.Failure) -> [UInt8] {
        try onDisk { () throws(StorageFault) in
            try folder.openFile(name, for: .reading).readableBytes(first: count)
        }
    }

    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : path + "/" + name }
}

extension OpenFile {
    /// The first bytes; none where the disk cannot read them.
    ///
    /// A read that fails is repeated once: it may have failed by chance, and without its head a log cannot tell damage in what was
    /// written last from a write that was not finished.
    fileprivate func readableBytes(first count: Int) throws(StorageFault) -> [UInt8] {
        for _ in 0..<2 {
            do throws(StorageFault) {
                return try bytes(from: 0, count: count)
            } catch {
                guard error.isOfBadDisk else { throw error }
            }
        }
        return []
    }
}
