import Keyway

extension LogFolder {
    /// Takes the torn parts out of the log and keeps them in files, which are durable before anything is cut.
    func setAside(_ parts: [LogScan.TornPart], of log: LogID?) throws(LogError) {
        let unfinished = path(of: FileName.unfinishedRemainder)
        try onDisk { () throws(FileError) in
            // An earlier opening came no further; what it was about to keep is still in the log.
            if try fileSystem.kind(of: unfinished) != nil { try fileSystem.removeFile(unfinished) }
        }
        // From the end, so that what is left is a log at every moment.
        for part in parts.reversed() {
            try onDisk { () throws(FileError) in try setAside(part, of: log, by: unfinished) }
        }
    }

    private func setAside(_ part: LogScan.TornPart, of log: LogID?, by unfinished: String) throws(FileError) {
        let segment = path(of: FileName.segment(part.position.segment).text)
        let file = try fileSystem.openFile(segment, for: .writing)
        if part.length > 0 {
            let remains = try file.bytes(from: part.position.offset, count: part.length)
            let remainder = Remainder(log: log ?? LogID(high: 0, low: 0), position: part.position, remains: remains)
            let kept = try fileSystem.openFile(unfinished, for: .creating)
            try kept.put(remainder.bytes, at: 0)
            try kept.flush()
            try fileSystem.move(unfinished, to: path(of: freeName(for: part.position)))
            try fileSystem.flushFolder(path)
        }
        if part.isWholeFile {
            try fileSystem.removeFile(segment)
            try fileSystem.flushFolder(path)
        } else {
            try file.cut(to: part.position.offset)
            try file.flush()
        }
    }

    /// The same place may have been torn before.
    private func freeName(for position: BlockPosition) throws(FileError) -> String {
        let taken = try fileSystem.names(in: path)
        var copy: UInt32 = 1
        while true {
            let name = FileName.remainder(segment: position.segment, offset: position.offset, copy: copy).text
            if !taken.contains(name) { return name }
            copy += 1
        }
    }
}
