import Keyway

extension LogFolder {
    /// The records of the blocks at these places, which must be as they were when the log was opened.
    func records(
        at places: some Sequence<Catalog.Place>, of log: LogID, tables: [BlockPosition: FlowTable],
        _ body: ([Record]) throws(LogError) -> Void
    ) throws(LogError) {
        var open: (segment: UInt32, file: any OpenFile, seed: BlockSeed)?
        for place in places {
            let segment = place.position.segment
            let name = FileName.segment(segment).text
            if open?.segment != segment {
                let file = try onDisk { () throws(FileError) in
                    try fileSystem.openFile(path(of: name), for: .reading)
                }
                open = (segment, file, BlockSeed(log: log, segment: segment))
            }
            guard let open else { continue }
            let bytes = try onDisk { () throws(FileError) in
                try open.file.bytes(from: place.position.offset, count: place.length)
            }
            guard let commit = CommitPayload(bytes, at: place.position.offset, seed: open.seed, tables: tables) else {
                let finding = Finding(
                    kind: .damage, file: name, position: place.position.offset, length: UInt64(place.length),
                    reason: "these bytes have changed since the log was opened")
                throw .damaged(path: path, finding)
            }
            try body(commit.records)
        }
    }
}

extension CommitPayload {
    /// The payload of a block whose bytes these are; nil if they are not.
    fileprivate init?(_ bytes: [UInt8], at offset: UInt64, seed: BlockSeed, tables: [BlockPosition: FlowTable]) {
        guard let frame = BlockFrame(bytes, at: 0, offset: offset, seed: seed) else { return nil }
        var reader = ByteReader(bytes, in: frame.payload)
        guard let commit = try? CommitPayload(from: &reader, tables: tables), reader.isAtEnd else { return nil }
        self = commit
    }
}
