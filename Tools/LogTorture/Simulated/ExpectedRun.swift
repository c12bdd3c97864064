import KeywayCore
import KeywayLog
import KeywayTesting

/// Which records of one run must be in the log, and which may be.
struct ExpectedRun {
    /// An append that the log has taken and whose records may be in the log.
    struct Append {
        var records: [Record]
        /// Whether the run is over with these records, and if not which records it still needs.
        var standing: Standing
        /// The salt of the log's opening, a part of the keys by which a backend knows the append's effects.
        var salt: UInt64
        /// Counted over all appends of the seed.
        var number: Int
        /// What the log has told of the append; nil while it has told nothing.
        var told: Telling?
    }

    /// What the log has told of an append.
    enum Telling {
        /// All of the append's records are in the log.
        case durable
        /// Nobody knows before the log is opened again whether the append's records are in the log.
        case inDoubt
        /// None of the append's records is in the log.
        case refused
    }

    /// Gives the run's identity and its records.
    let sample: SampleRun
    /// The records that were acknowledged, or found when the log was opened: they must be there.
    private(set) var known: [Record] = []
    /// Whether the run is over by its known records; nil while it has none.
    private(set) var standing: Standing?
    /// The standing when the log was opened last.
    private var openedStanding: Standing?
    /// The appends by which records became known since the last opening. Where the log reports what it has not flushed, a loss of power
    /// may take them.
    private(set) var sinceOpening: [Append] = []
    /// How many records were found when the log was opened last.
    private(set) var opened = 0
    /// How many records were known before the last write of the log that was reported.
    private(set) var beforeLastBatch = 0
    /// The appends that the log has taken and that are not known to be durable, in order: their records may be there.
    private(set) var maybe: [Append] = []

    init(_ sample: SampleRun) {
        self.sample = sample
    }

    /// The sequence of the record that comes next.
    var next: UInt64 { UInt64(known.count + maybe.reduce(0) { $0 + $1.records.count }) }

    /// Whether nobody knows which record of the run comes next, as an append was refused or is in doubt.
    var isInDoubt: Bool { maybe.contains { $0.told != nil } }

    /// Whether the last append that was taken ends the run.
    var isOver: Bool { (maybe.last?.standing ?? standing) == .over }

    /// Notes an append that is handed to the log, and of which nothing is told yet.
    mutating func expect(_ append: Append) {
        maybe.append(append)
    }

    /// Forgets the append: the log has not taken it.
    mutating func takeBack(_ number: Int) {
        maybe.removeAll { $0.number == number }
    }

    /// Notes what the log has told of an append; returns a sentence where the log must not tell that, and nil otherwise.
    mutating func note(_ telling: Telling, of number: Int) -> String? {
        guard let place = maybe.firstIndex(where: { $0.number == number }) else {
            return "append \(number), which waits for no report, was reported"
        }
        if maybe[place].told != nil { return "append \(number) was reported twice" }
        if maybe[..<place].contains(where: { $0.told == nil }) {
            return "append \(number) was reported before an earlier one of its run"
        }
        switch telling {
        case .durable:
            if place > 0 { return "append \(number) is durable, and an earlier one of its run is not" }
            var append = maybe.removeFirst()
            append.told = .durable
            known += append.records
            standing = append.standing
            sinceOpening.append(append)
        case .inDoubt: maybe[place].told = .inDoubt
        case .refused: maybe[place].told = .refused
        }
        return nil
    }

    /// Forgets the appends that were refused: their records are not in the log, and may be appended again.
    mutating func forgetRefused() {
        maybe.removeAll { $0.told == .refused }
    }

    /// Notes how many records were known before the last write of the log.
    mutating func noteLastBatch(from count: Int) {
        beforeLastBatch = count
    }

    /// Makes the records that were acknowledged since the opening such as may be there: a log that does not flush promises no more.
    mutating func doubtAllSinceOpening() {
        doubt(from: opened)
    }

    /// Makes the records of the last write that was reported such as may be there.
    mutating func doubtLastBatch() {
        doubt(from: beforeLastBatch)
    }

    /// Moves the known records behind the first `count` to those that may be there (`maybe`).
    private mutating func doubt(from count: Int) {
        while known.count > count, var append = sinceOpening.popLast() {
            append.told = .inDoubt
            known.removeLast(append.records.count)
            maybe.insert(append, at: 0)
        }
        standing = sinceOpening.last?.standing ?? openedStanding
    }

    /// Takes the records that an opening has found as the known ones; returns the appends of `maybe` whose records are among them.
    ///
    /// Nil where known records are missing, or records were found that cannot be there; then nothing is changed but `standing`.
    mutating func settle(_ found: [Record]) -> [Append]? {
        guard found.starts(with: known) else { return nil }
        var count = known.count
        var kept: [Append] = []
        for append in maybe where count < found.count {
            guard append.told != .refused, found.count - count >= append.records.count,
                found[count..<count + append.records.count].elementsEqual(append.records)
            else { return nil }
            count += append.records.count
            kept.append(append)
            standing = append.standing
        }
        guard count == found.count else { return nil }
        known = found
        maybe = []
        sinceOpening = []
        opened = found.count
        openedStanding = standing
        beforeLastBatch = found.count
        return kept
    }
}
