import KeywayCore
import KeywayLog
import KeywayOrchestrator
import KeywayTesting

/// The course of one seed: an app with several runs lives several times over one log, which fails and is opened again while the runs go on.
///
/// What the seed draws is the same each time; how threads come between it is not, so two plays of a seed may differ.
struct ReopenedCourse: SeedCourse {
    /// Most of the time a course waits for a thread or a pause of the live runs.
    static let pace = Torture.Pace(tasks: 32, portionSize: 1)

    let seed: UInt64
    let mistake: ReopenedMistake?
    let witness = Witness()
    let openings: Openings
    let clock = TestClock(at: Instant(milliseconds: 1_700_000_000_000))
    let words = WordNumbers()
    /// How many lives the app has before the last one, in which nothing goes wrong.
    let lives: Int
    /// Whether a tracer is told what the runs do.
    let isTraced: Bool
    var chance: SeededGenerator
    var tally = ReopenedTally()
    /// The runs that were begun so far, some of which may not have got into the log.
    var runs: [RunID] = []
    /// By how many milliseconds the wall clock of the present life is ahead.
    var shift: Int64 = 0
    /// What all runs of the app share; a new one where the app is another process.
    var device = Device()
    /// Callers and observers that are at work.
    var tasks: [Task<Void, Never>] = []
    private let teller: StoryTeller

    init(seed: UInt64, mistake: ReopenedMistake?, telling: Bool = false) {
        self.seed = seed
        self.mistake = mistake
        chance = SeededGenerator(seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ 0x4567_0123)
        openings = Openings(mistake: mistake, witness: witness, chance: &chance)
        lives = Int.random(in: 1...3, using: &chance)
        isTraced = Bool.random(using: &chance)
        teller = StoryTeller(isTelling: telling)
    }

    mutating func play() async {
        tell("a log in \(openings.disk == nil ? "memory" : "files"), \(lives) lives before the last")
        for number in 0..<lives { await live(number) }
        await liveToTheEnd()
        await judge()
        tally.seeds = 1
        tally.mix(chance.next())
        tally.runs = runs.count
        tally.openings = openings.count
        tally.faults = openings.faults
    }

    var story: [String] { teller.lines }

    func tell(_ sentence: @autoclosure () -> String) {
        teller.tell("[\(clock.now.milliseconds % 10_000_000) ms] ", sentence)
    }

    mutating func breach(_ law: ReopenedLaw, _ explanation: String) {
        tell("BROKEN: \(law.rawValue): \(explanation)")
        tally.note(Breach(seed: seed, law: law, explanation: explanation))
    }

}
