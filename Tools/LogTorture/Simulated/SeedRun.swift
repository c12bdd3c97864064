import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import SimulatedDisk

/// The course of one seed: a log is opened, written and torn down again and again, on a disk that fails, and every law is
/// checked against what was told.
struct SeedRun: SeedCourse {
    static let folder = "log"
    static let elsewhere = "elsewhere"

    let seed: UInt64
    let mistake: LogMistake?
    let disk: SimulatedDisk
    let setting: Setting
    let isReopening = Lock(false)
    var chance: SeededGenerator
    var tally = TortureTally()
    var runs: [ExpectedRun] = []
    var keys: [KnownKey: Record] = [:]
    /// A byte that has changed, and may have cost what nobody can know.
    var rot: Rot?
    /// What the last end may have cost beyond what was in doubt.
    var losses = Losses()
    /// How often faults had struck the disk when a log was opened last, and all its losses were judged.
    var struckBefore = Struck()
    /// The folders of logs that were damaged, and beside which others were begun.
    var oldLogs: Set<String> = []
    /// How many tails had been set aside when the log was opened last.
    var knownSetAside = 0
    var appends = 0
    var begun: UInt64 = 0
    private let told: StoryTeller

    /// The key by which a backend knows an order again.
    struct KnownKey: Hashable {
        var run: RunID
        var sequence: UInt64
        var salt: UInt64
    }

    /// A byte of a file that was flipped.
    struct Rot {
        var path: String
        var offset: Int
        var mask: UInt8
    }

    /// Why the last acknowledged records may be gone without anybody's fault but the disk's.
    struct Losses {
        var powerLoss = false
        /// `head.index` may say that less was flushed than was. If a byte rots too, the last batch may be set aside.
        var headMayLag = false
        /// Somebody deleted the folder.
        var isDeleted = false
        /// Somebody moved the folder.
        var isMoved = false
    }

    init(seed: UInt64, mistake: LogMistake?, telling: Bool = false) {
        self.seed = seed
        self.mistake = mistake
        chance = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x0123_4567)
        setting = Setting(using: &chance)
        disk = SimulatedDisk(chance: SeededGenerator(seed: chance.next()))
        told = StoryTeller(isTelling: telling)
    }

    /// Lives the whole course.
    mutating func live() async {
        tell("segments of \(setting.segmentSize), acknowledging \(setting.acknowledging), \(setting.lives) lives")
        if setting.isFolderMadeByApp { disk.makeFolderUnflushed(Self.folder) }
        for life in 0..<setting.lives {
            tell("life \(life)")
            if let log = await openSomehow(isFirst: life == 0) {
                await work(with: log)
                await end(log)
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

    var story: [String] { told.lines }

    func tell(_ sentence: @autoclosure () -> String) {
        told.tell("[\(disk.calls)] ", sentence)
    }

    mutating func breach(_ law: TortureLaw, _ explanation: String, count: Int = 1) {
        tell("BROKEN: \(law.rawValue): \(explanation)")
        tally.note(Breach(seed: seed, law: law, explanation: explanation), count: count)
    }

    /// Whether something happens that happens so often of 100 times.
    mutating func happens(percent: Int) -> Bool { Int.random(in: 0..<100, using: &chance) < percent }
}
