import KeywayLog

/// The log's next segment, filled with zeros ahead of its use, under another name: a full disk is noticed early.
struct NextSegment: Sendable {
    /// How many bytes are written and flushed at a time: few, so that nobody who appends waits for long.
    static let sliceLength: UInt64 = 256 << 10
    /// The least number of bytes that are filled with zeros before a segment is used. Behind them the file of a larger segment grows
    /// as it is written.
    static let leastPrepared: UInt64 = 4 << 20
    private static let zeros = [UInt8](repeating: 0, count: Int(sliceLength))

    private let folder: any OpenFolder
    /// How many bytes a segment has before the one after it is begun.
    private let size: UInt64
    private var file: (any OpenFile)?
    /// How many bytes of the file are filled with zeros and flushed.
    private var prepared: UInt64 = 0
    /// Whether the disk refused to fill the segment ahead: the disk is asked again when the segment is needed.
    private var isRefused = false

    init(in folder: any OpenFolder, size: UInt64) {
        self.folder = folder
        self.size = size
    }

    var needsPreparing: Bool { prepared < size && !isRefused }

    /// Prepares a slice more. An error of the disk is not reported, since nothing depends on the segment yet.
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
        let name = FileName.segment(header.segment).text
        try folder.move(FileName.next, to: name)
        self.file = nil
        try folder.flush()
        return RenamedFile(file, path: folder.path + "/" + name)
    }

    private mutating func prepareSlice() throws(StorageFault) {
        let file: any OpenFile
        if let known = self.file {
            file = known
        } else {
            // A file of this name is half written, since the disk refused it, or was left by an earlier opening of the log.
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
