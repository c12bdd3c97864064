import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import SimulatedDisk

/// The course of one seed: a log is opened, written and ended again and again, on a disk that fails.
///
/// What each opening finds must be what the log has reported before, by every law. A life is the time from an opening to the next end.
struct SeedRun: SeedCourse {
    /// The folders on the way to the log's own, which is the last of them.
    static let way = ["a", "b", "log"]
    /// The path of the log's folder.
    static let folder = way.joined(separator: "/")
    /// The path of the folder in which the log's folder stands.
    static let parent = way.dropLast().joined(separator: "/")
    /// The path to which a fault moves the log's folder.
    static let elsewhere = "elsewhere"

    let seed: UInt64
    let mistake: LogMistake?
    let disk: SimulatedDisk
    let setting: Setting
    /// Whether a log that was opened before is just being opened again; some mistakes are made only then.
    let isReopening = Lock(false)
    var chance: SeededGenerator
    var tally = TortureTally()
    /// What must and may be in the log of each run, in the order in which the runs were begun.
    var runs: [ExpectedRun] = []
    /// For each key that a backend has seen, the record whose orders have the key.
    var keys: [KnownKey: Record] = [:]
    /// The byte that has changed on the disk and was not changed back; nil where there is none.
    var rot: Rot?
    /// Why the last end may have cost records that were acknowledged.
    var losses = Losses()
    /// How often faults had struck the disk when the losses were judged last.
    var struckBefore = Struck()
    /// The folders to which damaged logs were moved when new ones were begun in their places.
    var oldLogs: Set<String> = []
    /// The newest mark of the log that the app has kept; nil where it has kept none.
    var mark: FileLog.Mark?
    /// How many unfinished ends had been set aside when the log was opened last.
    var knownSetAside = 0
    /// How many appends were made so far, which numbers them.
    var appends = 0
    /// How many runs were begun so far, which numbers them.
    var begun: UInt64 = 0
    private let teller: StoryTeller

    /// The key by which a backend knows an order again.
    struct KnownKey: Hashable {
        var run: RunID
        var sequence: UInt64
        var salt: UInt64
    }

    /// A byte of a file of which one bit was changed.
    struct Rot {
        var path: String
        /// The byte's distance from the beginning of the file.
        var offset: Int
        /// The bit that was changed.
        var mask: UInt8
    }

    /// Why the last acknowledged records may be gone without a fault of the log.
    struct Losses {
        /// The machine lost its power.
        var powerLoss = false
        /// Whether the file `head.index` may tell of less than was flushed. If a byte rots too, the last write may be set aside as
        /// unfinished.
        var headIndexMayLag = false
    }

    init(seed: UInt64, mistake: LogMistake?, telling: Bool = false) {
        self.seed = seed
        self.mistake = mistake
        chance = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x0123_4567)
        setting = Setting(using: &chance)
        disk = SimulatedDisk(chance: SeededGenerator(seed: chance.next()))
        teller = StoryTeller(isTelling: telling)
    }

    /// Plays the whole course.
    mutating func play() async {
        tell("segments of \(setting.segmentSize), acknowledging \(setting.acknowledging), \(setting.lives) lives")
        disk.makeFolderUnflushed(Self.way.prefix(setting.foldersMadeByApp).joined(separator: "/"))
        for life in 0..<setting.lives {
            tell("life \(life)")
            if let log = await openSomehow(isFirst: life == 0) {
                let tellings = Tellings()
                await work(with: log, tellings)
                await end(log, tellings)
            }
            if !tally.breaches.isEmpty { break }
            rotSomething()
        }
        if tally.breaches.isEmpty { await lookOnceMore() }
        tally.seeds = 1
        tally.crashes = disk.struck.crashes
        tally.faults = disk.struck.faults
        tally.mix(disk.trace)
        tally.mix(UInt64(tally.acknowledged))
        tally.mix(UInt64(tally.refusals))
    }

    var story: [String] { teller.lines }

    func tell(_ sentence: @autoclosure () -> String) {
        teller.tell("[\(disk.calls)] ", sentence)
    }

    mutating func breach(_ law: TortureLaw, _ explanation: String, count: Int = 1) {
        tell("BROKEN: \(law.rawValue): \(explanation)")
        tally.note(Breach(seed: seed, law: law, explanation: explanation), count: count)
    }

}
