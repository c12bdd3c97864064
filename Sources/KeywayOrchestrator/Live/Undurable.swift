import KeywayCore
import KeywayLog
import KeywayRuns

/// The decisions of a run that the log has not reported to be durable, in the order of deciding.
///
/// A decision without records stands here as well: its answer must not overtake the records that it was decided on.
struct Undurable {
    /// One decision, and what waits for its records.
    struct Entry {
        /// Whether the log has yet to report on the records; if not, the entry is taken out together with the one
        /// before it.
        var awaitsReport: Bool
        /// The salt of the opening that took the records last; nil where they wait for one.
        var opening: UInt64?
        /// The records, for as long as a log may be opened again that lacks them; nil where there are none.
        var append: Append?
        /// When the records were decided; nil where there are none, or no tracer.
        var decidedAt: ContinuousClock.Instant?
        /// What the courier carries out once the entry is durable.
        var outgoing: [CourierItem]
        /// Where the run stands after the decision, for observers; nil where it stands as before.
        var shown: RunState?
        /// Is given the answer, or an error where the records do not become durable.
        var receiver: AnswerReceiver?
        var answer: CommandAnswer?
    }

    private var entries: [Entry] = []
    /// The index of the first entry not taken out. The rest, thousands when a disk stalls, is not moved each time.
    private var first = 0

    var isEmpty: Bool { first == entries.count }
    var count: Int { entries.count - first }

    mutating func append(_ entry: Entry) {
        if isEmpty || first > 32 && first * 2 > entries.count {
            entries.removeFirst(first)
            first = 0
        }
        entries.append(entry)
    }

    /// Takes out the first entry, on which the log has reported, and those behind it on which no report is to come.
    mutating func takeDurable() -> [Entry] {
        isEmpty ? [] : take(atLeast: 1)
    }

    /// Takes out the entries at the front on which no report is to come.
    mutating func takeWithoutReport() -> [Entry] { take(atLeast: 0) }

    /// The sequence of the first record that may not be durable; nil where there is none.
    var firstUnsure: UInt64? {
        for entry in entries[first...] { if let record = entry.append?.records.first { return record.sequence } }
        return nil
    }

    /// Hands to an opening of the log what is not durable and was not handed to it before, in order.
    ///
    /// - Parameters:
    ///   - opening: the salt of the opening.
    ///   - hand: returns whether the log will tell when an append is durable. Where it throws, that entry and all behind it wait on.
    mutating func hand<Failure: Error>(
        to opening: UInt64, _ hand: (Append) throws(Failure) -> Bool
    ) throws(Failure) {
        for place in entries.indices.dropFirst(first) where entries[place].opening != opening {
            guard let append = entries[place].append else { continue }
            entries[place].awaitsReport = true
            entries[place].awaitsReport = try hand(append)
            entries[place].opening = opening
        }
    }

    /// Takes out all entries, because their records will not become durable.
    mutating func takeAll() -> [Entry] {
        let taken = Array(entries[first...])
        (entries, first) = ([], 0)
        return taken
    }

    private mutating func take(atLeast count: Int) -> [Entry] {
        let start = first
        first += count
        while first < entries.count, !entries[first].awaitsReport { first += 1 }
        let taken = Array(entries[start..<first])
        // What was taken out keeps nothing alive while the run waits for what comes next.
        if isEmpty { (entries, first) = ([], 0) }
        return taken
    }
}

/// The code that sent a command: it is called with the answer once that is durable.
typealias AnswerReceiver = @Sendable (Result<CommandAnswer, RunError>) -> Void
