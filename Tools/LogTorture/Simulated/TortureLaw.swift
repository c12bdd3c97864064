/// What must hold of a log on a disk that fails.
enum TortureLaw: String, CaseIterable {
    case nothingAcknowledgedIsLost = "nothing that was acknowledged is lost"
    case noDamageInSilence = "no damage is accepted in silence"
    case noSoundLogIsRefused = "no log that lost nothing is refused"
    case noKeyTwice = "no key of an effect stands for two orders"
    case toldInOrder = "appends are told once and in their order, and as what became of them"
    case oneWriter = "of two who write the same only one hears that it did"
    case refusedMeansUntouched = "a log that is refused stays as it was"
}

/// A law that did not hold.
struct TortureBreach: Hashable {
    var seed: UInt64
    var law: TortureLaw
    var explanation: String
}

extension TortureBreach: CustomStringConvertible {
    var description: String { "seed \(seed): \(law.rawValue); but \(explanation)" }
}

/// What came of one seed, or of many.
struct TortureTally: CourseTally {
    var seeds = 0
    /// A number that is the same when everything was.
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    var crashes = 0
    var faults = 0
    /// Flipped bytes.
    var rotten = 0
    /// Openings that were refused because of damage.
    var refusals = 0
    /// Openings after which the log went on.
    var openings = 0
    /// Records that were told to be durable.
    var acknowledged = 0
    var acknowledgedLost = 0
    var silentDamage = 0
    var onceTwice = 0
    var breaches: [TortureBreach] = []

    mutating func mix(_ number: UInt64) {
        digest = (digest ^ number) &* 0x0000_0100_0000_01B3
        digest ^= digest >> 31
    }

    mutating func add(_ other: TortureTally) {
        mix(other.digest)
        seeds += other.seeds
        crashes += other.crashes
        faults += other.faults
        rotten += other.rotten
        refusals += other.refusals
        openings += other.openings
        acknowledged += other.acknowledged
        acknowledgedLost += other.acknowledgedLost
        silentDamage += other.silentDamage
        onceTwice += other.onceTwice
        // Enough to see what is wrong.
        breaches += other.breaches.prefix(max(0, 100 - breaches.count))
    }

    var isBroken: Bool { !breaches.isEmpty }

    mutating func note(_ breach: TortureBreach, count: Int = 1) {
        switch breach.law {
        case .nothingAcknowledgedIsLost: acknowledgedLost += count
        case .noDamageInSilence: silentDamage += count
        case .noKeyTwice: onceTwice += count
        case .noSoundLogIsRefused, .toldInOrder, .oneWriter, .refusedMeansUntouched: break
        }
        if breaches.count < 20 { breaches.append(breach) }
    }
}
