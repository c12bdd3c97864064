import Keyway

/// Where a stream ends: all that decides whether a record may follow.
struct StreamHead: Equatable, Sendable {
    /// The sequence of the next record.
    private(set) var next: UInt64 = 0
    /// The time of the record before it.
    private(set) var time = Instant(milliseconds: .min)

    /// The end of a stream whose first records are not known.
    static func after(_ record: Record) -> StreamHead {
        StreamHead(next: record.sequence &+ 1, time: record.time)
    }

    /// Moves past the record, or says why it cannot stand here.
    mutating func pass(_ record: Record) throws(RecordFault) {
        guard record.sequence == next, next < .max else { throw .sequence(found: record.sequence, expected: next) }
        switch record.content {
        case .began where next > 0: throw .begunAgain(sequence: next)
        case .event where next == 0, .legBegan where next == 0: throw .notBegun(sequence: next)
        case .began, .event, .legBegan: break
        }
        guard record.time >= time else { throw .earlier(sequence: next, time: record.time, than: time) }
        time = record.time
        next += 1
    }
}

/// What becomes of records that somebody wants to append.
enum Admission: Equatable {
    /// They are next; the head is where the stream ends with them.
    case appended(StreamHead)
    /// They stand in the log already.
    case repeated
}

extension StreamHead {
    /// Decides about an append; `recorded` reads the stream, and is asked only when the records may be a repetition.
    static func admission(
        of records: [Record], to run: RunID, expecting version: ExpectedVersion, head: StreamHead?,
        recorded: () throws(LogError) -> [Record]
    ) throws(LogError) -> Admission {
        guard let first = records.first else { throw .invalid(run: run, .noRecords) }
        if let stranger = records.first(where: { $0.run != run }) {
            throw .invalid(run: run, .otherRun(stranger.run))
        }
        let conflict = LogError.conflict(run: run, expected: version, actual: head?.next)
        let position: UInt64
        switch version {
        case .noStream: position = 0
        case .exactly(let next): position = next
        case .exists:
            if head == nil { throw conflict }
            position = first.sequence
        }
        guard first.sequence == position else {
            throw .invalid(run: run, .sequence(found: first.sequence, expected: position))
        }
        let next = head?.next ?? 0
        if position < next {
            // Both are arrays in memory, so their sizes fit.
            let stream = try recorded()
            guard UInt64(records.count) <= next - position,
                stream.dropFirst(Int(clamping: position)).prefix(records.count).elementsEqual(records)
            else { throw conflict }
            return .repeated
        }
        guard position == next else { throw conflict }
        do throws(RecordFault) {
            var end = head ?? StreamHead()
            for record in records { try end.pass(record) }
            return .appended(end)
        } catch {
            throw .invalid(run: run, error)
        }
    }
}
