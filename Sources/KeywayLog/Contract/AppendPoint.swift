package import KeywayCore

/// Where the next record of a run goes: all that decides whether a record may follow those that the log has.
package struct AppendPoint: Equatable, Sendable {
    /// The sequence of the next record.
    package private(set) var next: UInt64 = 0
    /// The time of the run's last record, which the next one may not be earlier than.
    package private(set) var time = Instant(milliseconds: .min)

    /// The point in a run that has not begun.
    package init() {}

    /// The point behind the records of a run, for a caller that has not read them: an index of the log says where they end.
    package init(next: UInt64, time: Instant) {
        self.next = next
        self.time = time
    }

    /// Moves past the record, or says why it cannot stand here.
    package mutating func pass(_ record: Record) throws(RecordFault) {
        guard record.sequence == next else { throw .sequence(found: record.sequence, expected: next) }
        guard next < .max else { throw .tooManyRecords(limit: .max) }
        if case .began = record.content {
            if next > 0 { throw .begunAgain(sequence: next) }
        } else if next == 0 {
            throw .notBegun(sequence: next)
        }
        guard record.time >= time else { throw .earlier(sequence: next, time: record.time, than: time) }
        time = record.time
        next += 1
    }

    /// Checks the `neededRecords` of a run whose last record stands before this point (`Standing.open(neededRecords:)`): each is a record
    /// of the run, and the sequences ascend.
    package func checkNeeded(_ sequences: [UInt64]) throws(RecordFault) {
        var least: UInt64 = 0
        for sequence in sequences {
            guard least <= sequence, sequence < next else { throw .needed(sequence: sequence) }
            least = sequence + 1
        }
    }

    /// The point behind the records of the append.
    ///
    /// An append that does not begin with the run's next record is a conflict, also where its records are in the log
    /// already: so of two writers of one run never both are told that they wrote the same record.
    /// - Throws: `LogError.conflict` or `invalid`.
    package func admitting(_ append: Append) throws(LogError) -> AppendPoint {
        let run = append.run
        guard let first = append.records.first else { throw .invalid(run: run, .noRecords) }
        for record in append.records where record.run != run { throw .invalid(run: run, .otherRun(record.run)) }
        guard first.sequence == next else { throw .conflict(run: run, expected: first.sequence, actual: next) }
        var point = self
        do throws(RecordFault) {
            for record in append.records { try point.pass(record) }
            if case .open(let neededRecords) = append.standing { try point.checkNeeded(neededRecords) }
        } catch {
            throw .invalid(run: run, error)
        }
        return point
    }
}
