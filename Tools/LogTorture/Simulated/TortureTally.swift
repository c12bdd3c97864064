/// What was counted in one seed of the log in files, or in many seeds.
struct TortureTally: CourseTally {
    var seeds = 0
    var digest = firstDigest
    /// How often the machine lost its power, or the process was killed.
    var crashes = 0
    /// How often the disk failed otherwise, or somebody moved or deleted the log's folder.
    var faults = 0
    /// Bytes of which a bit was changed.
    var rotten = 0
    /// Openings that succeeded.
    var openings = 0
    /// Openings that were refused because of damage.
    var refusals = 0
    /// Records that the log reported as durable.
    var acknowledged = 0
    /// Records among these that were lost.
    var acknowledgedLost = 0
    /// Damage that was not noticed.
    var silentDamage = 0
    /// Keys of effects that stand for two orders, so that an effect could be performed twice.
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
        case .nothingBeforeDurability, .noSoundLogIsRefused, .soundDiskIsEnough, .toldInOrder, .oneWriter,
            .refusedMeansUntouched:
            break
        }
    }
}
