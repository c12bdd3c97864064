/// What came of one seed, or of many.
struct NodeTally: CourseTally {
    var seeds = 0
    /// A number that is the same when everything was.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    var faults = 0
    var appends = 0
    /// Commands that a person was told to be done.
    var acknowledged = 0
    var acknowledgedLost = 0
    var onceTwice = 0
    /// Deadlines and orders that came later than faults explain.
    var late = 0
    var breaches: [NodeBreach] = []

    mutating func mix(_ number: UInt64) {
        digest = (digest ^ number) &* 0x0000_0100_0000_01B3
        digest ^= digest >> 31
    }

    var isBroken: Bool { !breaches.isEmpty }

    mutating func note(_ breach: NodeBreach) {
        switch breach.law {
        case .acknowledgedOnce: acknowledgedLost += 1
        case .onceAtMostOnce, .neverAfterItsEnd: onceTwice += 1
        case .timersNotLate, .leftOrdersAreTaken: late += 1
        case .streamsAreLinear, .timersNotEarly, .nothingFromTheLiving, .everyRunEnds, .everybodyIsAnswered,
            .replayEqualsNodes:
            break
        }
        if breaches.count < 20 { breaches.append(breach) }
    }

    mutating func add(_ other: NodeTally) {
        mix(other.digest)
        seeds += other.seeds
        faults += other.faults
        appends += other.appends
        acknowledged += other.acknowledged
        acknowledgedLost += other.acknowledgedLost
        onceTwice += other.onceTwice
        late += other.late
        // Enough to see what is wrong.
        breaches += other.breaches.prefix(max(0, 100 - breaches.count))
    }
}
