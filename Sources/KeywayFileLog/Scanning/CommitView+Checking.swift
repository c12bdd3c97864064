import KeywayCore
import KeywayLog

extension CommitView {
    /// Reads all records, and says what is wrong with them or with what the entries say of them; nil if nothing is.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the view, as an array.
    ///   - index: where each run ends before this block.
    ///   - acrossGaps: whether earlier blocks are lost.
    func fault(in bytes: [UInt8], before index: RunIndex, acrossGaps: Bool) -> String? {
        guard let groups = groups() else { return "the records of this block cannot be told apart" }
        var points = entries.map { entry in
            if entry.isBeginning { return AppendPoint() }
            let known = index.find(entry.run).map { index[$0] }
            return AppendPoint(next: entry.first, time: Instant(milliseconds: known?.time ?? .min))
        }
        for group in groups {
            let entry = entries[group.entry]
            for range in group.records {
                if let fault = Self.fault(of: range, in: bytes, run: entry.run, passing: &points[group.entry]) {
                    return fault
                }
            }
        }
        for (point, entry) in zip(points, entries) {
            guard point.next == entry.next, point.time == Instant(milliseconds: entry.time) else {
                return "the block says something else of run \(entry.run) than its records"
            }
            if entry.reference != nil, entry.referenceText(in: self.bytes) == nil {
                return "the reference of run \(entry.run) is not UTF-8"
            }
            let needed = entry.neededSequences(in: self.bytes)
            guard zip(needed, needed.dropFirst()).allSatisfy({ $0 < $1 }), needed.last.map({ $0 < entry.next }) ?? true
            else {
                return "run \(entry.run) cannot hold what the block says"
            }
        }
        return nil
    }

    /// Reads one record and moves past it.
    private static func fault(
        of range: Range<Int>, in bytes: [UInt8], run: RunID, passing point: inout AppendPoint
    ) -> String? {
        var reader = ByteReader(bytes, in: range)
        let record: Record
        do throws(ByteError) {
            record = try reader.record(of: run, following: nil, reference: nil)
        } catch {
            return "a record of run \(run) cannot be read: \(error)"
        }
        guard reader.isAtEnd else { return "a record of run \(run) ends before its bytes" }
        do throws(RecordFault) {
            try point.pass(record)
            return nil
        } catch {
            return "run \(run): \(error)"
        }
    }
}
