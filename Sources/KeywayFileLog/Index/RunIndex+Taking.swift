import KeywayCore
import KeywayLog

extension RunIndex {
    /// Takes in what a block says of a run, or says why that is no history.
    ///
    /// `acrossGaps`: blocks before are lost, so runs may have gone on, or begun, without being seen.
    func take(
        _ entry: CommitEntry, of bytes: UnsafeRawBufferPointer, at place: BlockPlace, acrossGaps: Bool
    ) -> String? {
        guard let next = UInt32(exactly: entry.next) else { return "run \(entry.run) has too many records" }
        guard let known = find(entry.run) else {
            if !entry.isBeginning, !acrossGaps { return "run \(entry.run) goes on here and has not begun" }
            let reference = Self.hash(of: entry.reference.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
            add(
                Entry(
                    run: entry.run, time: entry.time, place: place, next: next,
                    marks: reference << 1 | (entry.isOpen ? 1 : 0)))
            return nil
        }
        var found = self[known]
        if entry.isBeginning { return "run \(entry.run) begins here, and has begun before" }
        let fits = acrossGaps ? entry.first >= found.next : entry.first == found.next && entry.previous == found.place
        if !fits { return "run \(entry.run) goes on here with record \(entry.first), and \(found.next) is its next" }
        if entry.time < found.time { return "run \(entry.run) has a record that is earlier than the one before" }
        found.place = place
        found.time = entry.time
        found.next = next
        found.marks = found.marks & ~1 | (entry.isOpen ? 1 : 0)
        self[known] = found
        return nil
    }
}
