import Foundation
import KeywayPostgres
import KeywayTesting

/// Lets people sign in through several processes over one database, and strikes these with blows: a blow kills, stops or drains a process
/// (asks it to end), or restarts the database. At the end all sign-ins are judged.
struct NodeKilling {
    /// How many blows are struck: processes killed, stopped and drained, and restarts of the database.
    let blows: Int
    let seed: UInt64
    /// How many processes serve.
    let nodes: Int
    let database: PostgresDatabase
    /// The address of the database, as the processes get it.
    let address: String
    /// A command of the shell that restarts the database; nil where the database is never restarted.
    var restart: String?
    /// The mistake that the processes make on purpose; nil for none.
    var plant: Plant?
    /// This program, which the processes run.
    var executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    var showProgress: @Sendable (String) -> Void = { _ in }

    /// How the SDKs, the backend and the channel between behave; each phone has a seed of its own.
    private static let temper = World.Temper(
        latency: 120, tendency: RandomModelWalk.Tendency(silence: 5, trouble: 18), faults: Set(ChannelFault.allCases))
    /// How many phones there are; each signs in again and again.
    static let phones = 12
    /// The range of seconds from which a sign-in's budget is drawn: for how long it may begin further ways. Short, because nodes go by the
    /// database's clock, which cannot be made faster.
    static let budget = 20...40
    /// After how many seconds a person who has not signed in goes away.
    static let patience = 60
    /// How many seconds each sign-in has after the last blow to end.
    static let rest = patience + 30
    /// How many milliseconds a deadline may be late: for two leases, a stop or restart, and what a busy machine takes.
    static let slack: Int64 = 15_000

    /// What is done to a process, or to the database.
    private enum Blow: Equatable {
        case kill
        /// The process is stopped, and goes on after this time.
        case stop(milliseconds: Int)
        /// The process is asked to end.
        case drain
        case restartDatabase

        /// The name under which the result counts such blows.
        var name: String {
            switch self {
            case .kill: "killed"
            case .stop: "stopped"
            case .drain: "drained"
            case .restartDatabase: "database restarted"
            }
        }
    }

    func run() async -> SignInTally {
        // Without this, writing to a process that has ended would end this process too.
        signal(SIGPIPE, SIG_IGN)
        var tally = SignInTally(seed: seed)
        var chance = SeededGenerator(seed: seed)
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("keyway-nodes-\(UUID().uuidString)")
        let folder = SignInFolder(log: base.path)
        let servers = Servers(
            nodes, running: executable,
            [
                "--serve", "--database", address, "--log", folder.log, "--latency", "\(Self.temper.latency)",
                "--silence",
                "\(Self.temper.tendency.silence)",
            ] + (plant.map { ["--plant", $0.rawValue] } ?? []))
        do {
            try folder.prepare()
            let owners = try owners(in: folder, asking: servers, &chance)
            for place in 0..<nodes { try servers.begin(place) }
            let isEnding = Flag()
            let signIns = Task { await Self.signIn(owners, until: isEnding) }
            await strike(servers, &chance, &tally)
            isEnding.raise()
            if await !Self.waitForEnd(of: signIns, within: .seconds(Self.rest)) {
                tally.note(.everySignInEnds, "some sign-in has not ended \(Self.rest) s after the last blow")
                signIns.cancel()
            }
        } catch {
            tally.note(.noProcessFails, "no process can be begun: \(error)")
        }
        await end(servers, &tally)
        tally.processes = servers.begun
        judge(folder, servers, &tally)
        if tally.breaches.isEmpty {
            try? FileManager.default.removeItem(atPath: folder.log + ".server")
        } else {
            tally.keptLog = folder.log + ".server"
        }
        return tally
    }

    /// The owners of the phones, each phone with its own SDKs and its own chance.
    private func owners(
        in folder: SignInFolder, asking servers: Servers, _ chance: inout SeededGenerator
    ) throws -> [PhoneOwner] {
        let memory = try ServerMemory(folder.servers)
        let pace = Pace(time: FastTime(beginning: FastTime.wallClock(), factor: 1), latency: Self.temper.latency)
        return try (0..<Self.phones).map { number in
            var temper = Self.temper
            temper.seed = chance.next()
            return try PhoneOwner("phone-\(number)", temper, memory: memory, pace: pace, asking: servers)
        }
    }

    /// Each owner signs in again and again. Once `isEnding` is raised, sign-ins that are under way go on to their ends, and no more begin.
    private static func signIn(_ owners: [PhoneOwner], until isEnding: Flag) async {
        await withTaskGroup(of: Void.self) { group in
            for owner in owners {
                group.addTask {
                    var number = 0
                    while !isEnding.isRaised, !Task.isCancelled {
                        await owner.signIn(number, within: Self.budget, patience: .seconds(Self.patience))
                        number += 1
                    }
                }
            }
        }
    }

    /// Waits for the task, at most as long as `limit`; returns whether it has ended.
    private static func waitForEnd(of task: Task<Void, Never>, within limit: Duration) async -> Bool {
        let isDone = Flag()
        Task {
            await task.value
            isDone.raise()
        }
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end, !isDone.isRaised { try? await Task.sleep(for: .milliseconds(50)) }
        return isDone.isRaised
    }

    // MARK: - Blows

    /// Strikes blow after blow, each at a process that chance chooses, until there were enough or something is wrong.
    private func strike(_ servers: Servers, _ chance: inout SeededGenerator, _ tally: inout SignInTally) async {
        while tally.kills < blows, tally.breaches.isEmpty, servers.broken.isEmpty {
            await sleep(.random(in: 300...2_000, using: &chance))
            let place = Int.random(in: 0..<nodes, using: &chance)
            let blow = blow(by: &chance)
            for server in servers.all where server.end != nil {
                return tally.note(.noProcessFails, "process \(server.number) has ended by itself")
            }
            guard let server = servers[place] else { return }
            tally.kills += 1
            tally.blows[blow.name, default: 0] += 1
            showProgress("\(tally.kills) of \(blows): \(blow.name)")
            switch blow {
            case .kill:
                server.send(SIGKILL)
                await waitForEnd(of: server, within: 5_000)
                await sleep(.random(in: 0...1_000, using: &chance))
                begin(place, servers, &tally)
            case .stop(let length):
                server.send(SIGSTOP)
                await sleep(length)
                server.send(SIGCONT)
            case .drain:
                await drain(server, &tally)
                begin(place, servers, &tally)
            case .restartDatabase:
                guard let restart, await ShellCommand(restart).perform() else {
                    return tally.note(.noProcessFails, "the database could not be restarted")
                }
            }
        }
    }

    private func blow(by chance: inout SeededGenerator) -> Blow {
        switch Int.random(in: 0..<100, using: &chance) {
        case ..<45: return .kill
        case ..<75: return .stop(milliseconds: .random(in: 100...5_000, using: &chance))
        case ..<90: return .drain
        default: return restart == nil ? .kill : .restartDatabase
        }
    }

    private func begin(_ place: Int, _ servers: Servers, _ tally: inout SignInTally) {
        do { try servers.begin(place) } catch { tally.note(.noProcessFails, "no process can be begun: \(error)") }
    }

    /// Asks the process to end, and checks that it does so by itself.
    private func drain(_ server: ServerProcess, _ tally: inout SignInTally) async {
        server.tell(.drain)
        // A draining process has 3 seconds for what it has begun, and the database may be slow.
        let end = await waitForEnd(of: server, within: 15_000)
        if end == 0 { return }
        let how = end.map { "ended with \($0)" } ?? "did not end"
        tally.note(.noProcessFails, "process \(server.number) was to drain, and \(how)")
        server.send(SIGKILL)
    }

    /// Drains all processes, as at the end of a service, and waits until all of their reports are read.
    private func end(_ servers: Servers, _ tally: inout SignInTally) async {
        for server in servers.all {
            await drain(server, &tally)
            for _ in 0..<500 where !server.isHeardOut { await sleep(10) }
        }
    }

    /// Waits for the process to end; returns how it has ended, as `ServerProcess.end`, or nil if it still runs after this time.
    @discardableResult
    private func waitForEnd(of server: ServerProcess, within milliseconds: Int) async -> Int32? {
        for _ in 0..<milliseconds / 10 where server.end == nil { await sleep(10) }
        return server.end
    }

    private func sleep(_ milliseconds: Int) async { try? await Task.sleep(for: .milliseconds(milliseconds)) }

    // MARK: - The judgement

    private func judge(_ folder: SignInFolder, _ servers: Servers, _ tally: inout SignInTally) {
        var judge = Judge(.database(database), folder: folder, slack: Self.slack)
        for (line, writer) in servers.told { judge.hear([line], of: writer) }
        judge.judge(isAtRest: true, &tally)
        for sentence in servers.broken { tally.note(.nothingShownIsLost, sentence) }
        // A trial in which nobody is authenticated shows too little: the law about proofs has nothing to judge.
        if tally.endings["authenticated"] == nil { tally.note(.everySignInEnds, "nobody at all was signed in") }
    }
}
