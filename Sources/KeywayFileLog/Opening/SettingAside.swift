import KeywayLog

extension OpenFolder {
    /// Keeps the bytes in a file of their own, which is durable when it returns; in the log they stand as before.
    func setAside(_ tail: LogScan.Tail, of log: FileLog.ID) throws(StorageFault) {
        let kept = try openFile(FileName.unfinishedRemainder, for: .creating)
        try kept.put(Remainder(log: log, place: tail.place, remains: tail.bytes).bytes, at: 0)
        try kept.flush()
        try move(FileName.unfinishedRemainder, to: try freeName(for: tail.place))
        try flush()
    }

    /// The same place may have been in doubt before.
    private func freeName(for place: BlockPlace) throws(StorageFault) -> String {
        let taken = try names()
        var copy: UInt32 = 1
        while true {
            let name = FileName.remainder(segment: place.segment, offset: UInt64(place.offset), copy: copy).text
            if !taken.contains(name) { return name }
            copy += 1
        }
    }
}
