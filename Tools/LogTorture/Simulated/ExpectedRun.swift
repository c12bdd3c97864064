import KeywayCore
import KeywayLog
import KeywayTesting

/// What must be in the log of one run, and what may be.
struct ExpectedRun {
    /// An append that was taken and whose records may be in the log.
    struct Append {
        var records: [Record]
        var standing: Standing
        /// Part of the keys of its effects.
        var salt: UInt64
        var number: Int
        /// What was told of it; nil while nothing was.
        var told: Telling?
    }

    enum Telling {
        case durable
        case inDoubt
        /// None of its records is in the log.
        case refused
    }

    let sample: SampleRun
    /// What was acknowledged or found; it must be there.
    private(set) var known: [Record] = []
    private(set) var standing: Standing?
    private var openedStanding: Standing?
    /// The appends that `known` came by since the last opening, for a loss of power that may take them.
    private(set) var sinceOpening: [Append] = []
    /// How many records were found when the log was opened.
    private(set) var opened = 0
    /// How many records were acknowledged before the last flush that was told.
    private(set) var beforeLastBatch = 0
    /// What was taken and is not known to be durable, in order.
    private(set) var maybe: [Append] = []

    init(_ sample: SampleRun) {
        self.sample = sample
    }

    /// The sequence of the record that comes next.
    var next: UInt64 { UInt64(known.count + maybe.reduce(0) { $0 + $1.records.count }) }

    /// Whether it is in doubt what the run's next record is.
    var isInDoubt: Bool { maybe.contains { $0.told != nil } }

    var isOver: Bool { (maybe.last?.standing ?? standing) == .over }

    /// Notes an append that was handed to the log, and whose end nobody knows yet.
    mutating func expect(_ append: Append) {
        maybe.append(append)
    }

    mutating func takeBack(_ number: Int) {
        maybe.removeAll { $0.number == number }
    }

    /// Notes what was told of an append; says what is wrong with that.
    mutating func tell(_ number: Int, _ telling: Telling) -> String? {
        guard let place = maybe.firstIndex(where: { $0.number == number }) else {
            return "append \(number) was told once more"
        }
        if maybe[place].told != nil { return "append \(number) was told twice" }
        if maybe[..<place].contains(where: { $0.told == nil }) {
            return "append \(number) was told before an earlier one of its run"
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

    /// What was told to be refused is gone, and whoever wrote it may write again.
    mutating func forgetRefused() {
        maybe.removeAll { $0.told == .refused }
    }

    /// How many records were acknowledged before the last batch.
    mutating func noteLastBatch(from count: Int) {
        beforeLastBatch = count
    }

    /// What was acknowledged since the opening may be gone: the log promised no more.
    mutating func doubtSinceOpening() {
        doubt(from: opened)
    }

    /// What the last flush made durable may be gone.
    mutating func doubtLastBatch() {
        doubt(from: beforeLastBatch)
    }

    private mutating func doubt(from count: Int) {
        while known.count > count, var append = sinceOpening.popLast() {
            append.told = .inDoubt
            known.removeLast(append.records.count)
            maybe.insert(append, at: 0)
        }
        standing = sinceOpening.last?.standing ?? openedStanding
    }

    /// Takes what an opening has found as what is there; nil where the records are none that may be there.
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
