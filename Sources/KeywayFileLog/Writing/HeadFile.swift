import KeywayLog

/// Writes into `head.index`, a file beside the segments, how far the log was flushed.
///
/// No promise of the log depends on this file, so a later failure to write it is not reported: the file then says that
/// less was flushed than was.
struct HeadFile: Sendable {
    private let file: any OpenFile
    private let log: FileLog.ID
    /// The number of the opening that writes.
    private let epoch: UInt32
    /// The counter of the slot that was written last.
    ///
    /// The file has two slots (`Head`), which are written in turn: the later one has the higher counter.
    private var counter: UInt64
    /// The number of the first block that the file does not call flushed.
    private var firstUnflushed: UInt64

    /// Writes the first head of this opening; it is durable when this returns.
    init(
        in folder: any OpenFolder, after reading: HeadReading?, log: FileLog.ID, epoch: UInt32, firstUnflushed: UInt64,
        place: BlockPlace
    ) throws(StorageFault) {
        self.log = log
        self.epoch = epoch
        self.firstUnflushed = firstUnflushed
        func head(_ counter: UInt64) -> Head {
            Head(log: log, epoch: epoch, firstUnflushed: firstUnflushed, place: place, counter: counter)
        }
        guard let reading else {
            // The file has its name only when both slots are whole.
            let new = try folder.openFile(FileName.unfinishedHead, for: .creating)
            try new.write(head(0).bytes + head(1).bytes, at: 0)
            try new.flush()
            try folder.move(FileName.unfinishedHead, to: FileName.head)
            try folder.flush()
            file = new
            counter = 1
            return
        }
        file = try folder.openFile(FileName.head, for: .writing)
        if reading.excess > 0 { try file.truncate(to: UInt64(Head.fileLength)) }
        counter = reading.head?.counter ?? 0
        // Both slots get the epoch of this opening. A mark may have it, and before the first block it stands nowhere else: where one slot
        // changes, the other still tells it. The older slot comes first, and the other only once that one is durable.
        for _ in 0..<2 {
            counter += 1
            try file.write(head(counter).bytes, at: Self.offset(of: counter))
            try file.flush()
        }
    }

    /// Writes that all blocks before the one with this number were flushed.
    ///
    /// What is written survives the end of the process, and a loss of power only after `flush`.
    mutating func note(firstUnflushed: UInt64, at place: BlockPlace) {
        guard firstUnflushed > self.firstUnflushed else { return }
        let head = Head(log: log, epoch: epoch, firstUnflushed: firstUnflushed, place: place, counter: counter + 1)
        do throws(StorageFault) {
            try file.write(head.bytes, at: Self.offset(of: head.counter))
            counter += 1
            self.firstUnflushed = firstUnflushed
        } catch {}
    }

    /// Makes durable the head that was written last.
    func flush() {
        try? file.flush()
    }

    private static func offset(of counter: UInt64) -> UInt64 { counter % 2 * UInt64(Head.slotLength) }
}
