import KeywayLog

extension OpenFolder {
    /// Copies the tail, the bytes in doubt, into a `.torn-` file, which is durable when this returns; the log itself stays as it is.
    func setAside(_ tail: LogScan.Tail, of log: FileLog.ID) throws(StorageFault) {
        let file = try openFile(FileName.unfinishedRemainder, for: .creating)
        try file.write(Remainder(log: log, place: tail.place, remains: tail.bytes).bytes, at: 0)
        try file.flush()
        try move(FileName.unfinishedRemainder, to: try freeName(for: tail.place))
        try flush()
    }

    /// A name for the tail's file that is not in use: an earlier opening may have set aside bytes from the same place.
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
