/// The files of a log, by their names.
struct LogFolder: Sendable {
    let path: String
    let fileSystem: any FileSystem
    /// By number.
    private(set) var segments: [UInt32] = []
    private(set) var remainders: [String] = []
    private(set) var foreign: [String] = []

    /// Lists a folder, which need not be a log.
    init(_ path: String, in fileSystem: any FileSystem) throws(LogError) {
        self.path = path
        self.fileSystem = fileSystem
        switch try onDisk({ () throws(FileError) in try fileSystem.kind(of: path) }) {
        case .folder: break
        case nil: throw .absent(path: path)
        case .file, .other: throw .notAFolder(path: path)
        }
        let names = try onDisk { () throws(FileError) in try fileSystem.names(in: path) }
        for name in names.sorted() {
            switch FileName(name) {
            case .segment(let number): segments.append(number)
            case .remainder: remainders.append(name)
            case .expendable: break
            case .foreign: foreign.append(name)
            }
        }
        segments.sort()
    }

    func path(of name: String) -> String { Self.path(of: name, in: path) }

    static func path(of name: String, in folder: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// All bytes of one file.
    func bytes(of name: String) throws(LogError) -> [UInt8] {
        try onDisk { () throws(FileError) in
            try fileSystem.openFile(path(of: name), for: .reading).allBytes()
        }
    }
}

/// What the file system refuses becomes the log's error.
func onDisk<Result>(_ body: () throws(FileError) -> Result) throws(LogError) -> Result {
    do throws(FileError) {
        return try body()
    } catch {
        throw .file(error)
    }
}
