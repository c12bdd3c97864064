import Foundation
import KeywayPostgres
import KeywayTesting

/// Signs in by chance, kills the process at random moments, begins it again, and judges what the log then says.
struct Killing {
    /// How many processes are killed.
    let kills: Int
    let seed: UInt64
    /// The mistake that the processes make on purpose; nil for none.
    var plant: Plant?
    /// The address of the database that has the log; nil where the log is in a folder.
    var database: String?
    /// The program itself, in the processes that are killed.
    var executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    /// Whether a log that breaks a law is kept for whoever looks into it.
    var keepsLog = true

    /// How many times as fast as the wall clock the clock of the processes runs.
    static let speed = 100
    /// How often one sign-in is killed is drawn from this range; the process after the last kill may run to the end.
    static let killsOfSignIn = 0...12
    /// Within how many seconds a process that nobody kills must end. Its sign-in has a budget of at most 180 seconds of the fast clock.
    static let patience = 15

    func run() async -> SignInTally {
        var tally = SignInTally(seed: seed)
        var chance = SeededGenerator(seed: seed)
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-kills-\(UUID().uuidString)")
        let folder = SignInFolder(log: base.path)
        let log = (try? database.map { SignInLog.database(try PostgresDatabase($0)) }) ?? .folder(folder.log)
        // On a busy machine a process may be late by four seconds of the wall clock.
        var judge = Judge(log, folder: folder, slack: Int64(4_000 * Self.speed))
        // By how many milliseconds the clock of the processes was set back so far.
        var behind: Int64 = 0
        repeat {
            await signIn(in: folder, &judge, &behind, &chance, &tally)
            judge.judge(isAtRest: true, &tally)
        } while tally.kills < kills && tally.breaches.isEmpty
        if tally.breaches.isEmpty || !keepsLog {
            try? FileManager.default.removeItem(atPath: folder.log)
            try? FileManager.default.removeItem(atPath: folder.log + ".server")
        } else {
            tally.keptLog = folder.log
        }
        return tally
    }

    /// Begins processes for one sign-in and kills them, until a process ends by itself or hangs, or a law is broken.
    private func signIn(
        in folder: SignInFolder, _ judge: inout Judge, _ behind: inout Int64, _ chance: inout SeededGenerator,
        _ tally: inout SignInTally
    ) async {
        var killsLeft = Int.random(in: Self.killsOfSignIn, using: &chance)
        /// The process that was stopped last. It goes on while the next process runs, which may have taken the log from it.
        var stopped: Stopped?
        defer { stopped?.life.killNow() }
        while true {
            let isLast = killsLeft == 0 || tally.kills >= kills
            let moment = isLast ? .ifHangingFor(Self.patience) : Self.moment(by: &chance)
            // In 15 of 100 cases somebody has set the clock of the device back.
            if chance.happens(percent: 15) { behind += Int64.random(in: 1000...60_000, using: &chance) }
            let life: Life
            do {
                life = try Life(executable, arguments(in: folder, behind, chance.next()))
            } catch {
                return tally.note(.noProcessFails, "no process can be begun: \(error)")
            }
            // The stopped process goes on within 1.5 seconds, perhaps before the new one has taken the log from it, perhaps after. Where
            // the new one ends sooner, the stopped one is killed before it goes on.
            let sleep = UInt32.random(in: 0...1_500_000, using: &chance)
            let sleeper = stopped
            stopped = nil
            sleeper?.life.wake(after: sleep)
            let isStopped = database != nil && !isLast && chance.happens(percent: 50)
            let (end, lines) = await life.end(at: moment, bySignal: isStopped ? SIGSTOP : SIGKILL)
            tally.processes += 1
            if let sleeper {
                // If the new process took the log, the stopped one ends by itself once it notices that; here it is killed if it still runs.
                // The lines that it wrote since it was stopped are judged too.
                let (end, late) = await sleeper.life.end(at: .after(0))
                judge.hear(Array(late.dropFirst(sleeper.heard)), of: sleeper.number)
                if case .exited(let code) = end, code < 0 {
                    tally.note(.noProcessFails, "a process that was stopped ended by signal \(-code)")
                }
            }
            let number = database == nil ? 0 : tally.processes
            judge.hear(lines, of: number)
            switch end {
            case .killed:
                if isStopped { stopped = Stopped(life: life, number: number, heard: lines.count) }
                tally.kills += 1
                killsLeft -= 1
                judge.judge(isAtRest: false, &tally)
                if !tally.breaches.isEmpty { return }
            case .exited(0): return
            case .exited(let code):
                return tally.note(
                    .noProcessFails,
                    "process \(tally.processes) ended with \(code), and told last: \(lines.last ?? "nothing")")
            case .hung:
                return tally.note(
                    .everySignInEnds,
                    "process \(tally.processes) had \(Self.patience) s and told last: \(lines.last ?? "nothing")")
            }
        }
    }

    /// A process that was stopped and has not ended.
    private struct Stopped {
        let life: Life
        /// Its number as a writer for `Heard`.
        let number: Int
        /// How many of its lines the judge already has.
        let heard: Int
    }

    /// When a process is killed: in half of the cases within its first 0.3 seconds, else within 8 ms after it has written 1 to 16 lines.
    private static func moment(by chance: inout SeededGenerator) -> Life.Moment {
        chance.happens(percent: 50)
            ? .after(.random(in: 0...300_000, using: &chance))
            : .afterLines(
                .random(in: 1...16, using: &chance), .random(in: 0...8_000, using: &chance), orSeconds: 5)
    }

    private func arguments(in folder: SignInFolder, _ behind: Int64, _ seed: UInt64) -> [String] {
        [
            "--log", folder.log, "--auto", "--format", "lines", "--seed", String(seed), "--speed", String(Self.speed),
            "--latency", "900", "--silence", "5", "--trouble", "18", "--faults", "drop,double,reorder",
            "--clock-behind", String(behind),
        ] + (plant.map { ["--plant", $0.rawValue] } ?? []) + (database.map { ["--database", $0] } ?? [])
    }
}
