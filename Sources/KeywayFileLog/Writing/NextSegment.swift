import KeywayLog

/// The segment that will be the next, filled with zeros ahead under another name, so that a full disk is met here.
struct NextSegment: Sendable {
    /// So much is written and flushed at a time, so that nobody who appends waits for long.
    static let sliceLength: UInt64 = 256 << 10
    /// So much of a segment is filled with zeros before it is used, at the least; behind that a larger one may grow.
    static let leastPrepared: UInt64 = 4 << 20
    private static let zeros = [UInt8](repeating: 0, count: Int(sliceLength))

    private let folder: any OpenFolder
    private let size: UInt64
    private var file: (any OpenFile)?
    private var prepared: UInt64 = 0
    /// The disk refused; it is asked again when the segment is needed.
    private var isRefused = false

    init(in folder: any OpenFolder, size: UInt64) {
        self.folder = folder
        self.size = size
    }

    var isWanting: Bool { prepared < size && !isRefused }

    /// Prepares a slice more; a refusal is not told, for nothing depends on it yet.
    mutating func prepareAhead() {
        do throws(StorageFault) {
            try prepareSlice()
        } catch {
            isRefused = true
        }
    }

    /// Gives the segment its header and its name, durably.
    mutating func begin(_ header: SegmentHeader) throws(StorageFault) -> any OpenFile {
        repeat { try prepareSlice() } while prepared < min(size, Self.leastPrepared)
        guard let file else { preconditionFailure("preparing a slice has opened the file") }
        try file.put(header.bytes, at: 0)
        try file.flush()
        try folder.move(FileName.next, to: FileName.segment(header.segment).text)
        self.file = nil
        try folder.flush()
        return file
    }

    private mutating func prepareSlice() throws(StorageFault) {
        let file: any OpenFile
        if let known = self.file {
            file = known
        } else {
            // What is there was refused in the middle, or is of an earlier opening.
            if try folder.names().contains(FileName.next) { try folder.removeFile(FileName.next) }
            file = try folder.openFile(FileName.next, for: .creating)
            prepared = 0
            self.file = file
        }
        let count = min(size - min(size, prepared), Self.sliceLength)
        guard count > 0 else { return }
        do throws(StorageFault) {
            try file.put(Array(Self.zeros.prefix(Int(count))), at: prepared)
            try file.flush()
        } catch {
            // After a failed flush nothing of the file is believed.
            self.file = nil
            throw error
        }
        prepared += count
    }
}
