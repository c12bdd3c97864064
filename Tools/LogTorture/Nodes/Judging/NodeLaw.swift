/// What must hold of many nodes over one log.
enum NodeLaw: String, CaseIterable {
    case streamsAreLinear = "the records of a run follow each other without a gap, and end where the log says"
    case acknowledgedOnce = "an acknowledged command is in the log once, and has the answer that was told"
    case onceAtMostOnce = "what happens once is performed at most once, by the node whose record says so"
    case neverAfterItsEnd = "what happens once is not performed after it was answered"
    case timersNotEarly = "no deadline is early"
    case timersNotLate = "a deadline is late by no more than faults explain"
    case leftOrdersAreTaken = "orders of a node that is gone are taken up in two leases, and one more for each fault"
    case nothingFromTheLiving = "nothing is taken from a node that lives"
    case everyRunEnds = "every run ends"
    case replayEqualsNodes = "what nodes have in memory is what the log says"
}

/// A law that did not hold.
struct NodeBreach: Hashable {
    var seed: UInt64
    var law: NodeLaw
    var explanation: String
}

extension NodeBreach: CustomStringConvertible {
    var description: String { "seed \(seed): \(law.rawValue); but \(explanation)" }
}

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
        case .streamsAreLinear, .timersNotEarly, .nothingFromTheLiving, .everyRunEnds, .replayEqualsNodes: break
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
