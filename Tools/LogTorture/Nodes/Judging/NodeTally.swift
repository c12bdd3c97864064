/// What came of one seed of many nodes, or of many seeds.
struct NodeTally: CourseTally {
    var seeds = 0
    var digest = firstDigest
    /// How often a fault struck a host, such as a death of its node or a lost statement; an outage of the engine counts once for each host.
    var faults = 0
    /// Appends that the log has.
    var appends = 0
    /// Commands of which a person was told that they are decided.
    var acknowledged = 0
    /// How many breaches there were of the law `acknowledgedOnce`: commands, and runs with webhooks, that the log has not as was told.
    var acknowledgedLost = 0
    /// How many breaches there were of the laws on `once`: performed twice, by another node or after the answer; also any order that was
    /// performed before it was in the log.
    var onceTwice = 0
    /// Commands that were refused to a person because the key store did not give the run's key.
    var locked = 0
    /// Deadlines, takeovers of orders and grants of a lane that came later than faults explain.
    var late = 0
    var breaches: [Breach<NodeLaw>] = []

    var counts: [(name: String, count: Int)] {
        [
            ("faults", faults), ("appends", appends), ("acknowledged", acknowledged),
            ("acknowledgedLost", acknowledgedLost), ("onceTwice", onceTwice), ("late", late), ("locked", locked),
        ]
    }

    mutating func count(_ other: NodeTally) {
        faults += other.faults
        appends += other.appends
        acknowledged += other.acknowledged
        acknowledgedLost += other.acknowledgedLost
        onceTwice += other.onceTwice
        late += other.late
        locked += other.locked
    }

    mutating func count(_ law: NodeLaw, _ count: Int) {
        switch law {
        case .acknowledgedOnce: acknowledgedLost += count
        case .onceAtMostOnce, .neverAfterItsEnd: onceTwice += count
        case .timersNotLate, .leftOrdersAreTaken, .lanesAreGranted: late += count
        case .streamsAreLinear, .timersNotEarly, .nothingFromTheLiving, .everyRunEnds, .everybodyIsAnswered,
            .laneForOne, .wordsGoToTheHolder, .valuesStay, .nothingInClear, .replayEqualsNodes:
            break
        }
    }
}
