import Foundation
import KeywayCore
import KeywayKeys
import KeywayLog
import KeywayOrchestrator
import KeywayPostgres
import ProgramStreams
import ProviderFlows

/// One of several processes that serve sign-ins over one database: a node of Keyway that takes requests as lines of JSON.
struct SignInServer: Sendable {
    private let node: Node
    private let world: ServerWorld
    private let plant: Plant?

    /// How long a node counts as living after it last renewed its lease, how long after a deadline others look at its runs (grace), and how
    /// long a caller waits for an answer (patience).
    static let terms = NodeTerms(lease: .seconds(2), grace: .milliseconds(300), patience: .seconds(3))

    /// - Throws: why the process cannot serve, such as a database that cannot be opened.
    init(_ call: Call, _ streams: Streams) async throws {
        guard case .database(let database) = try call.signInLog() else {
            preconditionFailure("a call to serve has an address")
        }
        let folder = SignInFolder(log: call.log)
        try folder.prepare()
        var temper = call.temper
        temper.seed = call.givenSeed ?? 1
        let world = try ServerWorld(temper, in: folder, time: FastTime(beginning: FastTime.wallClock(), factor: 1)) {
            streams.write($0.line)
        }
        // The secret that encrypts the runs' keys must be the same in all processes, so here it is fixed; a real server keeps it with its
        // other secrets.
        guard let wrapping = AESGCMKey(bytes: Array(repeating: 7, count: 32)) else {
            preconditionFailure("a key has 32 bytes")
        }
        // A build without the trait Crypto has no keys: this throws there, before any request is served.
        _ = try AESGCMKey.random()
        node = try Node(
            in: try await database.openSharedLog(),
            serving: [
                Orchestrator.Service { _, device in
                    SignInHandlers(ServedPhone(world: world, device: device ?? ""))
                }
            ],
            keys: PostgresKeyStore(database, wrappedBy: wrapping), terms: Self.terms)
        self.world = world
        plant = temper.plant
        if plant == .beginsAgain { try world.beginnings.beginLastAgain(noted: Beginnings.read(folder.beginnings)) }
    }

    /// Serves until a request says to drain, or the input ends.
    func serve() async {
        let running = Task { [node] in await node.run(drainingFor: .seconds(3)) }
        world.report(.ready)
        for await request in Self.requests() {
            if case .drain = request.content { break }
            Task { await take(request) }
        }
        running.cancel()
        await running.value
    }

    /// The requests on standard input, read on a thread of their own.
    private static func requests() -> AsyncStream<ServerRequest> {
        let (requests, asked) = AsyncStream<ServerRequest>.makeStream()
        Thread.detachNewThread {
            while let line = readLine() {
                guard let request = try? JSONDecoder().decode(ServerRequest.self, from: Data(line.utf8)) else {
                    continue
                }
                asked.yield(request)
            }
            asked.finish()
        }
        return requests
    }

    private func take(_ request: ServerRequest) async {
        if case .watch(let run) = request.content {
            await watch(run, as: request.number)
            return world.report(.seenLast(request.number))
        }
        // The mistake: the command is answered before the node has decided it.
        if plant == .tellsTooEarly, case .type(let line, let run, _, let id) = request.content,
            let command = try? PersonCommand(line)
        {
            let early = ServerAnswer.decided(run: run, id: id, command: command.name.rawValue, isAccepted: true)
            world.report(.answered(request.number, early))
        }
        let answer: ServerAnswer
        do throws(NodeError) {
            answer = try await self.answer(to: request.content)
        } catch {
            answer = ServerAnswer(error)
        }
        world.report(.answered(request.number, answer))
    }

    private func answer(to request: ServerRequest.Content) async throws(NodeError) -> ServerAnswer {
        switch request {
        case .start(let line, let device, let id):
            guard case .start(let start)? = try? PersonCommand(line) else {
                return .meaningless("'\(line)' begins nothing")
            }
            let (run, answer) = try await node.start(
                start.event, of: PhoneLogin.self, reference: device, on: device, id: id)
            return .decided(run: "\(run.id)", id: id, command: "start", isAccepted: answer == .accepted)
        case .type(let line, let run, let state, let id):
            let seen = PhoneLogin.State.allCases.first { "\($0)" == state }
            guard let run = RunID(run), let seen, let command = try? PersonCommand(line) else {
                return .meaningless("'\(line)' is no command, or '\(state)' no state")
            }
            guard let answer = try await ask(command, of: node.run(run, of: PhoneLogin.self), in: seen, id: id) else {
                return .meaningless("'\(line)' means nothing in '\(state)'")
            }
            return .decided(
                run: "\(run)", id: id, command: command.name.rawValue, isAccepted: answer == .accepted)
        case .word(let callback, let device):
            let run = try await node.deliver(callback, as: PhoneLogin.self, from: device)
            return .taken(run: run.map { "\($0)" })
        case .prompted(let callback, let device, let isOld):
            let prompts = world.prompts(of: device)
            prompts.deliver(callback, isOld: isOld)
            return .taken(run: nil)
        case .watch, .drain: preconditionFailure("they are taken before")
        }
    }

    /// Sends the command to the run, or to the way that was tried in the state; nil where that way has no such command.
    ///
    /// The state is the one that the person saw, so that a repeated request means the same command though the run has gone on.
    private func ask(
        _ command: PersonCommand, of run: SharedRun<PhoneLogin>, in state: PhoneLogin.State, id: String
    ) async throws(NodeError) -> CommandAnswer? {
        // A code always stands in the line itself: this process does not have the messages of the phones.
        switch command.event(in: state, Messages()) {
        case .login(let event)?: try await run.send(event, id: id)
        case .silent(let event)?: try await run.send(event, to: .silent, id: id)
        case .smart(let event)?: try await run.send(event, to: .smart, id: id)
        case .truecaller(let event)?: try await run.send(event, to: .truecaller, id: id)
        case .offline(let event)?: try await run.send(event, to: .offline, id: id)
        case nil: nil
        }
    }

    /// Reports where the run is, each time that this changes, until the run has ended or an error comes: then the caller asks another
    /// process.
    private func watch(_ id: String, as number: Int) async {
        guard let run = RunID(id) else { return }
        do {
            for try await situation in node.run(run, of: PhoneLogin.self).situations {
                world.report(.seen(number, Sight(situation)))
            }
        } catch {}
    }
}

extension Sight {
    fileprivate init(_ situation: Run<PhoneLogin>.Situation) {
        let place = Place(
            root: situation, silent: situation[.silent], smart: situation[.smart], truecaller: situation[.truecaller],
            offline: situation[.offline])
        self.init(state: "\(situation.state)", isOver: situation.state.isFinal, question: place.question)
        ways["silent"] = place.silent.map { "\($0.state)" }
        ways["smart"] = place.smart.map { "\($0.state)" }
        ways["truecaller"] = place.truecaller.map { "\($0.state)" }
        ways["offline"] = place.offline.map { "\($0.state)" }
    }
}

extension ServerAnswer {
    /// The error as an answer, which says whether to ask again and whether something may have happened.
    fileprivate init(_ error: NodeError) {
        switch error {
        case .outcomeUnknown: self = .unknown
        case .unavailable, .overloaded, .key, .unreadableDevice, .newer: self = .notNow("\(error)")
        case .refused, .notTaken: self = .meaningless("\(error)")
        case .noSuchRun, .otherFlow, .otherVersion, .unserved, .damaged, .regressed, .unreadableFlow, .needsDevice,
            .deviceNameTooLong, .emptyName, .unfitFlow:
            self = .broken("\(error)")
        }
    }
}
