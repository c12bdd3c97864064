/// What came of one seed of many nodes, or of many seeds.
struct NodeTally: CourseTally {
    var seeds = 0
    var digest = firstDigest
    var faults = 0
    var appends = 0
    /// Commands that a person was told to be done.
    var acknowledged = 0
    var acknowledgedLost = 0
    var onceTwice = 0
    /// Commands that a person was told to be refused, since a run's key was not to be had.
    var locked = 0
    /// Deadlines and orders that came later than faults explain.
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
