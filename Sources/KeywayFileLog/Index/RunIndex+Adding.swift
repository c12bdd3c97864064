import KeywayCore
import KeywayLog

extension RunIndex {
    /// Adds what a commit block says of a run; returns nil, or why the entry cannot follow what the blocks before say of the run.
    ///
    /// - Parameters:
    ///   - bytes: the bytes that the entry was read from.
    ///   - place: where the block begins.
    ///   - acrossGaps: whether earlier blocks are lost, so that the run may have begun or gone on in one of them.
    func add(
        _ entry: CommitEntry, of bytes: UnsafeRawBufferPointer, at place: BlockPlace, acrossGaps: Bool
    ) -> String? {
        let next = UInt32(clamping: entry.next)
        guard let known = find(entry.run) else {
            if !entry.isBeginning, !acrossGaps { return "run \(entry.run) goes on here and has not begun" }
            let reference = Self.hash(of: entry.referenceBytes.map { UnsafeRawBufferPointer(rebasing: bytes[$0]) })
            add(
                Entry(
                    run: entry.run, time: entry.time, place: place, next: next,
                    referenceAndOpen: reference << 1 | (entry.isOpen ? 1 : 0)))
            return nil
        }
        var found = self[known]
        // Whoever reads the block finds one share of it for each run: the records of a second one would be lost.
        if found.place == place { return "run \(entry.run) is named twice in this block" }
        if entry.isBeginning { return "run \(entry.run) begins here, and has begun before" }
        let fits = acrossGaps ? entry.first >= found.next : entry.first == found.next && entry.previous == found.place
        if !fits { return "run \(entry.run) goes on here with record \(entry.first), and \(found.next) is its next" }
        if entry.time < found.time { return "run \(entry.run) has a record that is earlier than the one before" }
        found.place = place
        found.time = entry.time
        found.next = next
        found.referenceAndOpen = found.referenceAndOpen & ~1 | (entry.isOpen ? 1 : 0)
        self[known] = found
        return nil
    }
}
