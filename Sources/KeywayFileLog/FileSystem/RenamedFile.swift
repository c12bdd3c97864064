import KeywayLog

/// A file that was renamed after it was opened: its faults name the present path, which the opened file does not know.
struct RenamedFile: OpenFile {
    private let file: any OpenFile
    /// The file's present path.
    private let path: String

    init(_ file: any OpenFile, path: String) {
        self.file = file
        self.path = path
    }

    func size() throws(StorageFault) -> UInt64 {
        try renamed { () throws(StorageFault) in try file.size() }
    }

    func bytes(from offset: UInt64, count: Int) throws(StorageFault) -> [UInt8] {
        try renamed { () throws(StorageFault) in try file.bytes(from: offset, count: count) }
    }

    func write(_ bytes: [UInt8], at offset: UInt64) throws(StorageFault) {
        try renamed { () throws(StorageFault) in try file.write(bytes, at: offset) }
    }

    func truncate(to size: UInt64) throws(StorageFault) {
        try renamed { () throws(StorageFault) in try file.truncate(to: size) }
    }

    func flush() throws(StorageFault) {
        try renamed { () throws(StorageFault) in try file.flush() }
    }

    private func renamed<Result>(_ call: () throws(StorageFault) -> Result) throws(StorageFault) -> Result {
        do throws(StorageFault) {
            return try call()
        } catch {
            var fault = error
            fault.subject = path
            throw fault
        }
    }
}
