import KeywayCore
import KeywayLog
import KeywayRuns

/// The decisions of a run that the log has not reported to be durable, in the order of deciding.
///
/// A decision without records stands here as well: its answer must not overtake the records that it was decided on.
struct Undurable {
    /// One decision, or the end of a run that was stopped, and what is to be carried out in its turn.
    ///
    /// It is an object, so that taking it out moves one reference: the run's lock is held meanwhile. It is kept small, because one thread
    /// makes it and another releases it, as with `CourierItem`.
    final class Entry {
        /// The records, which are kept in case the log is opened again and lacks them; nil for a decision without records.
        var append: Append?
        /// What follows from the entry: the courier, a thread for all runs, carries it out once the entry is durable. The answer to
        /// a command stands behind it; only the end of a run whose records were refused stands behind the answer.
        var outgoing: [CourierItem]
        /// Where the run stands after the decision; nil where it stands as before.
        let state: RunState?

        init(outgoing: [CourierItem], state: RunState? = nil) {
            self.outgoing = outgoing
            self.state = state
        }
    }

    /// An entry, and what must be known to take it out.
    ///
    /// One flush makes hundreds of entries durable, and the run's lock is held while they are taken out: so nothing is read from the
    /// objects meanwhile, which another thread has written.
    private struct Place {
        let entry: Entry
        /// The salt, a random number, of the log's opening that took the records last; nil where none has, or there are no records.
        var opening: UInt64?
        /// Whether the log has yet to report on the records; if false, the entry is taken out together with the entry
        /// before it.
        var awaitsReport: Bool
    }

    /// In the order of deciding.
    private var places = Queue<Place>()

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }

    /// - Parameters:
    ///   - opening: the salt of the log's opening that took the records; nil where none did.
    ///   - awaitsReport: whether the log, or a later opening of it, will report on the records of the entry.
    mutating func append(_ entry: Entry, takenBy opening: UInt64? = nil, awaitsReport: Bool) {
        places.append(Place(entry: entry, opening: opening, awaitsReport: awaitsReport))
    }

    /// Takes out so many entries, which the log has reported to be durable, and those behind each on which no report is to come.
    mutating func takeDurable(appends: Int) -> [Entry] {
        var taken: [Entry] = []
        taken.reserveCapacity(appends)
        for _ in 0..<appends {
            guard let place = places.popFirst() else { break }
            taken.append(place.entry)
            takeWithoutReport(into: &taken)
        }
        return taken
    }

    /// Takes out the entries at the front on which no report is to come.
    mutating func takeWithoutReport() -> [Entry] {
        var taken: [Entry] = []
        takeWithoutReport(into: &taken)
        return taken
    }

    private mutating func takeWithoutReport(into taken: inout [Entry]) {
        while places.first?.awaitsReport == false, let place = places.popFirst() { taken.append(place.entry) }
    }

    /// The sequence of the first record that may not be durable; nil where there is none.
    var firstUnsure: UInt64? {
        for index in 0..<places.count {
            if let record = places[index].entry.append?.records.first { return record.sequence }
        }
        return nil
    }

    /// Hands to an opening of the log what is not durable and was not handed to it before, in order, up to the first append that turns out
    /// to be durable already.
    ///
    /// Whoever calls this takes out what is durable before the rest is handed over: the log may report on the rest at once.
    ///
    /// - Parameters:
    ///   - opening: the salt of the opening.
    ///   - hand: hands over one append. Returns whether the log will report when it is durable; false where it is durable already. Where
    ///     `hand` throws, that entry and all behind it stay, for a later call.
    /// - Returns: whether an append was durable already; false where nothing is left to be handed over.
    mutating func hand<Failure: Error>(
        to opening: UInt64, _ hand: (Append) throws(Failure) -> Bool
    ) throws(Failure) -> Bool {
        for index in 0..<places.count {
            guard places[index].opening != opening, let append = places[index].entry.append else { continue }
            places[index].awaitsReport = true
            places[index].awaitsReport = try hand(append)
            places[index].opening = opening
            if !places[index].awaitsReport { return true }
        }
        return false
    }

    /// Takes out all entries, because their records will not become durable.
    mutating func takeAll() -> [Entry] { places.removeAll().map(\.entry) }
}

/// The code that sent a command: it is called with the answer once that is durable.
typealias AnswerReceiver = @Sendable (Result<CommandAnswer, RunError>) -> Void
