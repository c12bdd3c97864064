import KeywayCore
import KeywayFileLog
import KeywayLog
import KeywayOrchestrator
import KeywayPostgres
import ProgramStreams
import ProviderFlows

/// One process of a sign-in: it opens the log, and resumes the sign-in that it finds there, or begins a new one.
struct Program {
    private let call: Call
    private let streams: Streams
    private let teller: Teller
    private let folder: SignInFolder
    private let temper: World.Temper
    /// A random name, by which the commands of this process differ from those of other processes of the same run.
    private let process: String

    init(_ call: Call, _ streams: Streams) {
        self.call = call
        self.streams = streams
        folder = SignInFolder(log: call.log)
        teller = Teller(form: call.form, write: streams.write)
        process = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        var temper = call.temper
        temper.seed = call.givenSeed ?? .random(in: 0...999_999)
        self.temper = temper
    }

    /// Follows the sign-in until it ends or the person leaves.
    func signIn() async throws {
        try folder.prepare()
        let time = FastTime(
            beginning: try folder.clockBeginning(), factor: call.speed, behind: call.clockBehind)
        let place = try call.signInLog()
        let world = try World(temper, in: folder, time: time, teller: teller)
        teller.tell(.note("Log: \(call.logName)\nSeed: \(temper.seed). 'help' lists what you can type."))
        let orchestrator = try await orchestrator(over: place, world, time)
        for run in orchestrator.unresumed { teller.tell(.unresumed("\(run)")) }
        if temper.plant == .beginsAgain {
            try world.beginnings.beginLastAgain(noted: Beginnings.read(folder.beginnings))
        }
        let run = try await unfinished(in: orchestrator)
        let signIn = SignIn(
            run, person: person(world), messages: world.phone.messages, teller: teller,
            plant: temper.plant)
        world.phone.load()
        let ending = try await signIn.follow()
        try await orchestrator.shutDown(within: .seconds(2))
        tell(ending, of: run.id)
    }

    /// Opens the orchestrator as an app does; for a planted mistake by an initialiser that apps do not have.
    private func orchestrator(over log: SignInLog, _ world: World, _ time: FastTime) async throws -> Orchestrator {
        let services = [Orchestrator.Service { _, _ in SignInHandlers(world) }]
        guard let plant = temper.plant else {
            if case .folder = log { return try await Orchestrator(log.open(), serving: services, time: time) }
            return try await Orchestrator(opening: { try await log.open() }, serving: services, time: time)
        }
        return try await Orchestrator(
            log.open(), openedBy: nil, serving: services, time: time, limit: 100, recovery: plant.recovery,
            device: { _, _ in .shared })
    }

    /// The run that an earlier process left, or a new one.
    private func unfinished(in orchestrator: Orchestrator) async throws -> Run<PhoneLogin> {
        for unfinished in orchestrator.unfinished {
            guard let run = orchestrator.run(unfinished.run, of: PhoneLogin.self) else { continue }
            teller.tell(.isThere(run.id, cameBack: true))
            return run
        }
        let run = try await orchestrator.begin(PhoneLogin.self, reference: "terminal")
        teller.tell(.isThere(run.id, cameBack: false))
        return run
    }

    private func person(_ world: World) -> any Person {
        switch call.who {
        case .person: return TypingPerson(leavesAtEnd: streams.inputIsTerminal, process: process)
        case .chance: return ChancePerson(seed: temper.seed, pace: world.pace, process: process)
        case .script(let script): return ScriptedPerson(script, process: process, teller: teller)
        }
    }

    private func tell(_ ending: SignIn.Ending, of run: RunID) {
        switch ending {
        case .ended: teller.tell(.note("Why: swift run keyway replay '\(call.logName)' --run \(run)"))
        case .left:
            teller.tell(.note("It is not over. To go on: swift run TerminalSignIn --log '\(call.logName)'"))
        }
    }

    /// Why no sign-in is possible, and what helps.
    static func sentence(for error: any Error, log: String) -> String {
        switch error {
        case FileLog.Failure.locked: "\(error); end the other program, or give another folder with --log"
        case FileLog.Failure.damaged, FileLog.Failure.notALog, FileLog.Failure.notAFolder:
            "\(error); give another folder with --log, or look at this one with 'keyway verify'"
        case let error as DecodingError: "\(log).server/servers.json is none of this program's files: \(error)"
        default: "\(error)"
        }
    }
}
