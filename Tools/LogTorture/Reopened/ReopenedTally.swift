/// What came of one seed of live runs over a log that fails, or of many seeds.
struct ReopenedTally: CourseTally {
    var seeds = 0
    var digest = firstDigest
    /// How often the log failed: appends that it refused, lost or reported in doubt, openings and readings that failed, and what the disk
    /// below it refused.
    var faults = 0
    /// How often the log was opened, by each life of the app and where it had failed.
    var openings = 0
    /// Runs that were begun.
    var runs = 0
    /// Commands that were answered, and were not refused before they were decided.
    var answered = 0
    /// Situations that observers were shown.
    var shown = 0
    /// Calls of handlers.
    var performed = 0
    /// Records that the logs had at the end.
    var records = 0
    /// How many breaches there were of the law `answeredIsInTheLog`.
    var answeredLost = 0
    /// How many breaches there were of the law `onceAtMostOnce`.
    var onceTwice = 0
    var breaches: [Breach<ReopenedLaw>] = []

    var counts: [(name: String, count: Int)] {
        [
            ("faults", faults), ("openings", openings), ("runs", runs), ("answered", answered), ("shown", shown),
            ("performed", performed), ("records", records), ("answeredLost", answeredLost), ("onceTwice", onceTwice),
        ]
    }

    mutating func count(_ other: ReopenedTally) {
        faults += other.faults
        openings += other.openings
        runs += other.runs
        answered += other.answered
        shown += other.shown
        performed += other.performed
        records += other.records
        answeredLost += other.answeredLost
        onceTwice += other.onceTwice
    }

    mutating func count(_ law: ReopenedLaw, _ count: Int) {
        switch law {
        case .answeredIsInTheLog: answeredLost += count
        case .onceAtMostOnce: onceTwice += count
        default: break
        }
    }
}
