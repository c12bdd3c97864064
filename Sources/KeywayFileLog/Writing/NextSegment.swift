import KeywayLog

/// The log's next segment, filled with zeros under the name `next.lock` before it is used: so a full disk is noticed early.
struct NextSegment: Sendable {
    private let folder: any OpenFolder
    private let measures: SegmentMeasures
    /// The file under the name `next.lock`; nil before its first slice, and after a slice has failed.
    private var file: (any OpenFile)?
    /// How many bytes of the file are filled with zeros and flushed.
    private var prepared: UInt64 = 0
    /// Whether the disk refused to fill the segment ahead: the disk is asked again when the segment is needed.
    private var isRefused = false

    init(in folder: any OpenFolder, _ measures: SegmentMeasures) {
        self.folder = folder
        self.measures = measures
    }

    var needsPreparing: Bool { prepared < measures.size && !isRefused }

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
        repeat { try prepareSlice() } while prepared < min(measures.size, measures.roomAhead)
        guard let file else { preconditionFailure("preparing a slice has opened the file") }
        try file.write(header.bytes, at: 0)
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
        guard prepared < measures.size else { return }
        let end = measures.nextFillEnd(after: prepared, needing: measures.size)
        do throws(StorageFault) {
            try file.writeZeros(in: prepared..<end, each: measures.slice)
            try file.flush()
        } catch {
            // After a failed flush nobody knows what the disk has of the file: it is begun anew.
            self.file = nil
            throw error
        }
        prepared = end
    }
}
