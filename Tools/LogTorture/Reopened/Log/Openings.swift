import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayTesting
import SimulatedDisk

/// The openings of one log, one after the other, by all lives of the app.
final class Openings: Sendable {
    /// The log cannot be opened just now.
    struct NotYet: Error {}

    fileprivate struct State {
        var chance: SeededGenerator
        /// Which life of the app may open the log: an earlier one hears that another process has it.
        var life = 0
        var present: FailingLog?
        /// The log in memory as it was opened last, where the log is no log of files.
        var memory = MemoryLog()
        /// How many openings this life has made, and how many more of them fail.
        var made = 0
        var refusals = 0
        var count = 0
        var faults = 0
        var isCalm = false
    }

    static let folder = "log"
    /// The disk of a log of files; nil for a log in memory.
    let disk: SimulatedDisk?
    private let acknowledging: FileLog.Acknowledgement
    private let mistake: ReopenedMistake?
    private let witness: Witness
    private let state: Lock<State>

    init(mistake: ReopenedMistake?, witness: Witness, chance: inout SeededGenerator) {
        (self.mistake, self.witness) = (mistake, witness)
        acknowledging = Bool.random(using: &chance) ? .written : .flushed
        let isInFiles = Int.random(in: 0..<4, using: &chance) > 0
        disk = isInFiles ? SimulatedDisk(chance: SeededGenerator(seed: chance.next())) : nil
        state = Lock(State(chance: SeededGenerator(seed: chance.next())))
    }

    /// The last opening; nil before the first.
    var present: FailingLog? { state.withLock { $0.present } }
    /// How often the log was opened.
    var count: Int { state.withLock { $0.count } }
    /// How often anything failed.
    var faults: Int {
        let (own, present) = state.withLock { ($0.faults, $0.present) }
        return own + (present?.faults ?? 0) + (disk?.struck.faults ?? 0)
    }

    /// From now on this life has the log. `isCalm`: nothing goes wrong any more.
    func give(to life: Int, isCalm: Bool) {
        if isCalm { disk?.heal() }
        state.withLock { ($0.life, $0.made, $0.isCalm) = (life, 0, isCalm) }
    }

    /// Opens the log for a life of the app.
    ///
    /// - Throws: `LogError.fenced` for an earlier life, `NotYet` as the seed draws, and what the disk makes of it.
    func open(in life: Int) throws -> any EventLog {
        try state.withLock { state in
            if state.life != life { throw LogError.fenced }
            if state.mayFail(), state.chance.happens(percent: 25) {
                state.refusals = Int.random(in: 1...3, using: &state.chance)
            }
            if state.refusals > 0, !state.isCalm {
                state.refusals -= 1
                state.faults += 1
                throw NotYet()
            }
            let trouble = state.mayFail() ? Trouble(using: &state.chance) : .sound
            let base = try openBase(&state)
            let opened = FailingLog(
                base, trouble: trouble, isCalm: state.isCalm, mistake: mistake, witness: witness,
                chance: SeededGenerator(seed: state.chance.next()))
            strikeDisk(trouble)
            if let earlier = state.present { state.faults += earlier.faults }
            state.present = opened
            state.made += 1
            state.count += 1
            return opened
        }
    }

    private func openBase(_ state: inout State) throws -> any EventLog {
        guard let disk else {
            state.memory = state.memory.reopened()
            return state.memory
        }
        return try FileLog(
            Self.folder, in: disk, acknowledging: acknowledging,
            segmentSize: 20_000, wallTime: Instant(milliseconds: 1_700_000_000_000), drawing: &state.chance)
    }

    private func strikeDisk(_ trouble: Trouble) {
        guard let disk else { return }
        switch trouble.kind {
        case .fullDisk: disk.strike(.noRoom(calls: 30 * trouble.struck), atCall: disk.calls + 4 * trouble.spared)
        case .failedFlush: disk.strike(.failure, atFlushOf: ".log", sparing: trouble.spared)
        default: break
        }
    }
}

extension Openings.State {
    /// Whether the next opening may have troubles.
    func mayFail() -> Bool { !isCalm && made < 3 }
}
