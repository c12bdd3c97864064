import KeywayCore
import KeywayLog

extension CommitView {
    /// Reads all records, and throws what is wrong with them or with what the entries say of them.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the view, as an array: those of the file from its beginning.
    ///   - index: where each run ends before this block.
    func check(in bytes: [UInt8], before index: RunIndex) throws(BlockFault) {
        guard let groups = groups() else { throw .malformed("the records of this block cannot be told apart") }
        var points = entries.map { entry in
            if entry.isBeginning { return AppendPoint() }
            let known = index.find(entry.run).map { index[$0] }
            return AppendPoint(next: entry.first, time: Instant(milliseconds: known?.time ?? .min))
        }
        var reader = ByteReader(bytes)
        for group in groups {
            let entry = entries[group.entry]
            for range in group.records {
                reader.go(to: range)
                try Self.check(&reader, run: entry.run, passing: &points[group.entry])
            }
        }
        for (point, entry) in zip(points, entries) {
            guard point.next == entry.next, point.time == Instant(milliseconds: entry.time) else {
                throw .malformed("the block says something else of run \(entry.run) than its records")
            }
            if entry.referenceBytes != nil, entry.referenceText(in: self.bytes) == nil {
                throw .malformed("the reference of run \(entry.run) is not UTF-8")
            }
            do throws(RecordFault) {
                try point.checkNeeded(entry.neededSequences(in: self.bytes))
            } catch {
                throw .malformed("run \(entry.run): \(error)")
            }
        }
    }

    /// Reads one record, and moves its run's point behind it; throws where the record is broken or cannot follow the one before.
    private static func check(
        _ reader: inout ByteReader, run: RunID, passing point: inout AppendPoint
    ) throws(BlockFault) {
        let record: Record
        do throws(ByteError) {
            record = try reader.record(of: run, following: nil, reference: nil)
        } catch {
            throw BlockFault(error, reading: "a record of run \(run)", in: "the file")
        }
        guard reader.isAtEnd else { throw .malformed("a record of run \(run) has bytes behind its end") }
        do throws(RecordFault) {
            try point.pass(record)
        } catch {
            throw .malformed("run \(run): \(error)")
        }
    }
}
