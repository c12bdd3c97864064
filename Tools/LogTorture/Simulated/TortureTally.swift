/// What came of one seed of the log of files, or of many.
struct TortureTally: CourseTally {
    var seeds = 0
    var digest = firstDigest
    var crashes = 0
    var faults = 0
    /// Flipped bytes.
    var rotten = 0
    /// Openings after which the log went on.
    var openings = 0
    /// Openings that were refused because of damage.
    var refusals = 0
    /// Records that were told to be durable.
    var acknowledged = 0
    var acknowledgedLost = 0
    var silentDamage = 0
    var onceTwice = 0
    var breaches: [Breach<TortureLaw>] = []

    var counts: [(name: String, count: Int)] {
        [
            ("crashes", crashes), ("faults", faults), ("rotten", rotten), ("openings", openings),
            ("refusals", refusals),
            ("acknowledged", acknowledged), ("acknowledgedLost", acknowledgedLost), ("silentDamage", silentDamage),
            ("onceTwice", onceTwice),
        ]
    }

    mutating func count(_ other: TortureTally) {
        crashes += other.crashes
        faults += other.faults
        rotten += other.rotten
        refusals += other.refusals
        openings += other.openings
        acknowledged += other.acknowledged
        acknowledgedLost += other.acknowledgedLost
        silentDamage += other.silentDamage
        onceTwice += other.onceTwice
    }

    mutating func count(_ law: TortureLaw, _ count: Int) {
        switch law {
        case .nothingAcknowledgedIsLost: acknowledgedLost += count
        case .noDamageInSilence: silentDamage += count
        case .noKeyTwice: onceTwice += count
        case .nothingBeforeDurability, .noSoundLogIsRefused, .toldInOrder, .oneWriter, .refusedMeansUntouched: break
        }
    }
}
