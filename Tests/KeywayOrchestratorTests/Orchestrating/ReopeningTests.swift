import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayReplay
import KeywayRuns
import KeywayTesting
import Testing

@testable import KeywayOrchestrator

@Suite("A log that failed is opened again, and its runs go on")
struct ReopeningTests {
    /// The openings of one log; what a test asks is answered from the last one.
    private final class Openings: Sendable {
        struct NotYet: Error {}

        private struct State {
            var memory: MemoryLog
            var present: FaultyLog
            /// How many attempts to open the log still fail, and with what.
            var refusals = 0
            var refusal: any Error = NotYet()
            /// How often `open` has opened the log.
            var count = 0
        }

        private let state: Lock<State>
        private let preparing = Lock<@Sendable (FaultyLog) -> Void>({ _ in })

        init() {
            let memory = MemoryLog()
            state = Lock(State(memory: memory, present: FaultyLog(memory)))
        }

        /// Does this to each further opening before it is used.
        func prepare(_ prepare: @escaping @Sendable (FaultyLog) -> Void) { preparing.withLock { $0 = prepare } }

        var memory: MemoryLog { state.withLock { $0.memory } }
        var present: FaultyLog { state.withLock { $0.present } }
        var count: Int { state.withLock { $0.count } }

        /// The next so many attempts to open the log fail.
        func refuse(_ count: Int, with error: any Error = NotYet()) {
            state.withLock { ($0.refusals, $0.refusal) = (count, error) }
        }

        func open() throws -> FaultyLog {
            try state.withLock { state in
                if state.refusals > 0 {
                    state.refusals -= 1
                    throw state.refusal
                }
                state.memory = state.memory.reopened()
                state.present = FaultyLog(state.memory)
                preparing.withLock { $0 }(state.present)
                state.count += 1
                return state.present
            }
        }

        func records(of run: RunID) -> [Record] { memory.records(of: run) }
    }

    private let openings = Openings()

    /// A flow with two callbacks: each `told` is recorded, and `noise` changes nothing.
    private static let hearing = """
        flow Hearing version 1
        context { n: int 0...3 = 0 }
        command look, cancel
        callback told, noise
        source sdk = "SDK" by kind singleton {
          TOLD  => told
          NOISE => noise
        }
        final done
        within 20m -> done
        on cancel -> done
        ignore noise, unrecognised
        on told stay { n = 0 }
        reject other
        late other
        state first waits for user { on look -> second }
        state second waits for user {}
        """
    private static let noise = RawValue.object(["kind": .text("NOISE")])

    private func begun(
        following text: String = RecoveryTests.text, _ performing: @escaping NotingHandler.Performing = { _, _ in nil }
    ) async throws -> (orchestrator: Orchestrator, run: LiveRun, phone: Phone) {
        let phone = Phone(try LoadedFlow(text), performing)
        let orchestrator = try await phone.start { [openings] in try openings.open() }
        return (orchestrator, try await orchestrator.begin(phone.running), phone)
    }

    private func events(of run: LiveRun) -> [String] {
        openings.records(of: run.id).compactMap { record in
            guard case .event(let event) = record.content else { return nil }
            return run.flow.table.events[event.event].name
        }
    }

    @Test(
        "A command whose flush failed is answered once the log has it, and nothing is performed twice",
        arguments: [false, true])
    func failedFlush(writing: Bool) async throws {
        let asked = Lock(0)
        let (orchestrator, run, _) = try await begun { effect, _ in
            guard effect == "query" else { return nil }
            asked.withLock { $0 += 1 }
            return "yes"
        }
        let states = run.states
        openings.present.fail(with: .inDoubt(FaultyLog.fault), writing: writing)
        #expect(try await run.send(named: "ask") == .accepted)
        #expect(try await names(states, of: run.flow.table) == ["idle", "asking", "done"])
        #expect(events(of: run) == ["ask", "yes"])
        #expect(asked.withLock { $0 } == 1)
        #expect(openings.count == 2 && orchestrator.logFailure == nil)
        #expect(try Replay(of: openings.records(of: run.id)).disagreement == nil)
    }

    @Test("Commands that come while the log cannot be opened are decided in order, and answered when it is open again")
    func outage() async throws {
        let (orchestrator, run, _) = try await begun()
        openings.refuse(4)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        async let looked = run.send(named: "look")
        #expect(try await eventually { orchestrator.logFailure is Openings.NotYet })
        async let refused = run.send(named: "look")
        #expect(try await (looked, refused) == (.accepted, .rejected(.notNow)))
        #expect(events(of: run) == ["look", "look"])
        #expect(openings.count == 2)
    }

    @Test("An order that the flow has closed before the log took it is not performed, and those around it are")
    func closedMeanwhile() async throws {
        let performed = Lock<[String]>([])
        let (orchestrator, run, phone) = try await begun(following: PerformanceTests.text) { effect, _ in
            performed.withLock { $0.append(effect) }
            return nil
        }
        openings.refuse(.max)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        let answers = Lock<[Result<CommandAnswer, RunError>]>([])
        for name in ["start", "again", "cancel"] {
            let command = Command(try #require(phone.running.table.event(named: name)))
            run.ask(command) { answer in answers.withLock { $0.append(answer) } }
        }
        #expect(try await eventually { orchestrator.logFailure is Openings.NotYet })
        openings.refuse(0)
        #expect(try await eventually { answers.withLock { $0 } == Array(repeating: .success(.accepted), count: 3) })
        for await failure in run.failures { Issue.record("\(failure)") }
        // Each of the two orders of `ask` was closed by the next command.
        #expect(performed.withLock { $0 } == ["begin", "stop"])
        #expect(try Replay(of: openings.records(of: run.id)).disagreement == nil)
    }

    @Test("A run that is begun while the log fails has begun when the log has its beginning")
    func beginning() async throws {
        let (orchestrator, first, phone) = try await begun()
        openings.present.fail(with: .storage(FaultyLog.fault))
        let second = try await orchestrator.begin(phone.running)
        #expect(openings.records(of: second.id).count == 1)
        #expect(try await first.send(named: "look") == .accepted)
    }

    @Test("A run with more than 2,000 decisions that wait is stopped, and whoever waits or observes hears why")
    func stopped() async throws {
        let (_, run, _) = try await begun(following: Self.hearing)
        openings.refuse(.max)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        let states = run.states
        let look = try #require(run.flow.table.event(named: "look"))
        let answers = Lock<[Result<CommandAnswer, RunError>]>([])
        for number in 0..<900 {
            run.ask(Command(look, id: "\(number)")) { answer in answers.withLock { $0.append(answer) } }
        }
        // A callback cannot be refused as a command can: the SDK has called already.
        for _ in 0..<1100 { run.deliver(LiveRunTests.told) }
        #expect(!run.isStopped)
        run.deliver(LiveRunTests.told)
        #expect(run.isStopped)
        #expect(try await eventually { answers.withLock { $0.count } == 900 })
        #expect(answers.withLock { $0.allSatisfy { $0 == .failure(.log(.storage(FaultyLog.fault))) } })
        await #expect(throws: RunError.self) { for try await _ in states {} }
    }

    /// Keys that encrypt until they fail.
    private final class FailingKeys: KeyStore, RunKey {
        struct Failed: Error {}

        private let hasFailed = Lock(false)

        func fail() { hasFailed.withLock { $0 = true } }

        func makeKey(for run: RunID) -> any RunKey { self }
        func key(of run: RunID) -> (any RunKey)? { self }
        func eraseKey(of run: RunID) {}

        func seal(_ plain: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
            if hasFailed.withLock({ $0 }) { throw Failed() }
            return plain
        }

        func open(_ sealed: [UInt8], boundTo binding: [UInt8]) -> [UInt8] { sealed }
    }

    @Test("A run whose key fails while the log is opened again is stopped, and whoever waits or observes hears of that")
    func keyFails() async throws {
        let keys = FailingKeys()
        let phone = Phone(try LoadedFlow(KeyTests.text), keys: keys)
        let orchestrator = try await phone.start { [openings] in try openings.open() }
        let run = try await orchestrator.begin(phone.running)
        let states = run.states
        openings.refuse(.max)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        let waiting = Task { try await run.send(named: "pay") }
        #expect(try await eventually { orchestrator.logFailure is Openings.NotYet })
        keys.fail()
        let reason = RunError.key(.notSealed(sequence: 2, "Failed()"))
        await #expect(throws: reason) { try await run.send(named: "start", [.text("4111")]) }
        await #expect(throws: reason) { try await waiting.value }
        await #expect(throws: reason) { for try await _ in states {} }
    }

    @Test("When too much waits, commands are refused until the log takes records again")
    func tooMuch() async throws {
        let (_, run, _) = try await begun(following: Self.hearing)
        openings.refuse(.max)
        openings.present.refuse(with: .unavailable(retryAfter: nil))
        let states = run.states
        let look = Command(try #require(run.flow.table.event(named: "look")))
        // Only so many rejected commands get a record; the answer to each waits for the log all the same.
        for _ in 0..<1000 { run.ask(look) { _ in } }
        await #expect(throws: RunError.log(.overloaded)) { try await run.send(look) }
        for _ in 0..<900 { run.deliver(LiveRunTests.told) }
        #expect(!run.isStopped)
        // No record was lost: the log takes them all once it can be opened.
        openings.refuse(0)
        #expect(try await eventually { (try? await run.send(named: "cancel")) == .accepted })
        _ = try await names(states, of: run.flow.table)
    }

    @Test("Callbacks that change nothing wait for no log, however many come")
    func noise() async throws {
        let (_, run, _) = try await begun(following: Self.hearing)
        openings.refuse(.max)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        for _ in 0..<2100 { run.deliver(Self.noise) }
        // Some of them are on record, and the others are counted.
        #expect(run.withState { $0.undurable.count } < 100)
        run.deliver(LiveRunTests.told)
        #expect(!run.isStopped)
        openings.refuse(0)
        #expect(try await eventually { events(of: run).last == "told" })
    }

    @Test("Runs that hand over more than the log has room for all go on")
    func flood() async throws {
        let (orchestrator, first, phone) = try await begun(following: Self.hearing)
        var runs = [first]
        for _ in 1..<20 { runs.append(try await orchestrator.begin(phone.running)) }
        openings.refuse(.max)
        openings.prepare { log in
            log.limitUndurable(to: 8)
            log.stall()
        }
        openings.present.refuse(with: .storage(FaultyLog.fault))
        let answers = Lock<[Result<CommandAnswer, RunError>]>([])
        let look = try #require(phone.running.table.event(named: "look"))
        for run in runs {
            for _ in 0..<4 { run.deliver(LiveRunTests.told) }
            run.ask(Command(look)) { answer in answers.withLock { $0.append(answer) } }
        }
        openings.refuse(0)
        // The log takes what it has room for. A run that has handed over a part of its records goes on with the next one.
        #expect(try await eventually { openings.present.waiting == 8 })
        for number in 1...3 {
            openings.present.resumeOnce()
            #expect(try await eventually { openings.present.taken.count == 8 + number })
        }
        openings.present.resume()
        #expect(try await eventually { answers.withLock { $0.count } == 20 })
        #expect(answers.withLock { $0.allSatisfy { $0 == .success(.accepted) } })
        #expect(openings.count == 2 && orchestrator.logFailure == nil)
        for run in runs {
            #expect(!run.isStopped)
            #expect(events(of: run) == ["told", "told", "told", "told", "look"])
        }
    }

    @Test(
        "Where all is shut down while the log fails, whoever waits hears how it failed", arguments: ["look", "cancel"])
    func shutDown(command: String) async throws {
        let (orchestrator, run, _) = try await begun()
        let states = run.states
        openings.refuse(.max)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        let answer = Task { try await run.send(named: command) }
        #expect(try await eventually { orchestrator.logFailure is Openings.NotYet })
        try? await orchestrator.shutDown(within: .zero)
        await #expect(throws: RunError.log(.storage(FaultyLog.fault))) { try await answer.value }
        await #expect(throws: RunError.log(.storage(FaultyLog.fault))) { for try await _ in states {} }
    }

    @Test("Where all is shut down while the log fails, whoever asked an ended run hears how the log failed")
    func shutDownBehindTheEnd() async throws {
        let (orchestrator, run, _) = try await begun()
        try await run.send(named: "cancel")
        #expect(try await eventually { run.hasLastHandlerReturned })
        openings.refuse(.max)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        let look = Command(try #require(run.flow.table.event(named: "look")), id: "late")
        let answer = Task { try await run.send(look) }
        #expect(try await eventually { orchestrator.logFailure is Openings.NotYet })
        try? await orchestrator.shutDown(within: .zero)
        await #expect(throws: RunError.log(.storage(FaultyLog.fault))) { try await answer.value }
        // The end of the run itself stays as observers were told.
        #expect(try await names(run.states, of: run.flow.table) == ["failed"])
    }

    @Test("A shutdown while the log is being opened returns only when nobody has the log")
    func shutDownWhileOpening() async throws {
        let (isOpened, end) = AsyncStream.makeStream(of: Void.self)
        let phone = Phone(try LoadedFlow(RecoveryTests.text))
        let orchestrator = try await phone.start { [openings] in
            let log = try openings.open()
            // The opening lasts until `end` is finished, as that of a long log does.
            if openings.count > 1 { for await _ in isOpened {} }
            return log
        }
        let run = try await orchestrator.begin(phone.running)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        let answer = Task { try await run.send(named: "look") }
        #expect(try await eventually { openings.count == 2 })
        let hasReturned = Lock(false)
        let shutDown = Task {
            try? await orchestrator.shutDown(within: .zero)
            hasReturned.withLock { $0 = true }
        }
        await #expect(throws: RunError.log(.storage(FaultyLog.fault))) { try await answer.value }
        for _ in 0..<1000 { await Task.yield() }
        #expect(!hasReturned.withLock { $0 })
        end.finish()
        await shutDown.value
        await #expect(throws: LogError.closed) {
            try await openings.memory.append(Append(run: run.id, records: [], standing: .over))
        }
    }

    @Test(
        "Where the next opening cannot read the run, whoever waits or observes hears that, and not the failure before it",
        arguments: [LogError.damaged("a record was torn"), .newer("version 9 wrote it")])
    func unreadable(error: LogError) async throws {
        let (_, run, _) = try await begun()
        let states = run.states
        openings.prepare { $0.refuseReading(with: error) }
        openings.present.refuse(with: .storage(FaultyLog.fault))
        await #expect(throws: RunError.log(error)) { try await run.send(named: "look") }
        await #expect(throws: RunError.log(error)) { for try await _ in states {} }
    }

    @Test("Where another process has taken the log meanwhile, whoever waits or observes hears that")
    func fenced() async throws {
        let (_, run, _) = try await begun()
        let states = run.states
        openings.refuse(.max, with: LogError.fenced)
        openings.present.refuse(with: .storage(FaultyLog.fault))
        await #expect(throws: RunError.log(.fenced)) { try await run.send(named: "look") }
        await #expect(throws: RunError.log(.fenced)) { for try await _ in states {} }
    }

    @Test("Where somebody else has gone on with the run meanwhile, it is stopped")
    func stolen() async throws {
        let (_, run, phone) = try await begun()
        let other = try #require(openings.records(of: run.id).first)
        openings.present.fail(with: .inDoubt(FaultyLog.fault))
        let cancel = try #require(phone.running.table.event(named: "cancel"))
        let failed = try #require(phone.running.table.states.firstIndex { $0.name == "failed" })
        let event = EventRecord(
            event: cancel, cause: .asked, stamp: .unknown, fields: [], row: 0, disposition: .taken,
            outcome: Outcome(state: failed, context: [nil]))
        let theirs = Record(run: run.id, sequence: 1, time: other.time, content: .event(event))
        try await openings.memory.append(Append(run: run.id, records: [theirs], standing: .over))
        await #expect(throws: RunError.log(.conflict(run: run.id, expected: 1, actual: 2))) {
            try await run.send(named: "look")
        }
        #expect(openings.records(of: run.id).count == 2)
    }

    @Test(
        "Whenever the log fails, every answered command is in it once, in order, and all runs replay",
        arguments: 0..<20 as Range<UInt64>)
    func storm(seed: UInt64) async throws {
        let phone = Phone(try LoadedFlow(RecoveryTests.text)) { effect, _ in effect == "query" ? "no" : nil }
        let orchestrator = try await phone.start { [openings] in try openings.open() }
        var runs: [LiveRun] = []
        for _ in 0..<4 { runs.append(try await orchestrator.begin(phone.running)) }
        let answered = Lock<[RunID: [String]]>([:])
        await withTaskGroup(of: Void.self) { group in
            for (place, run) in runs.enumerated() {
                group.addTask {
                    var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(place))
                    for number in 0..<20 {
                        let name = ["ask", "look", "report", "pay", "start"].randomElement(using: &generator) ?? "ask"
                        let id = "\(place) \(number)"
                        let fields: [Value?] = name == "start" ? [.text("4111")] : []
                        let command = Command(run.flow.table.event(named: name) ?? -1, fields: fields, id: id)
                        guard (try? await run.send(command)) != nil else { continue }
                        answered.withLock { $0[run.id, default: []].append(id) }
                    }
                }
            }
            group.addTask {
                var generator = SeededGenerator(seed: seed)
                for _ in 0..<12 {
                    for _ in 0..<Int.random(in: 0..<200, using: &generator) { await Task.yield() }
                    let fault = FaultyLog.fault
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: openings.present.refuse(with: .storage(fault))
                    case 1: openings.present.fail(with: .inDoubt(fault))
                    default: openings.present.fail(with: .inDoubt(fault), writing: true)
                    }
                    openings.refuse(Int.random(in: 0..<2, using: &generator))
                }
            }
        }
        for run in runs {
            await run.settled()
            let records = openings.records(of: run.id)
            #expect(try Replay(of: records).disagreement == nil, "seed \(seed)")
            let recorded = records.compactMap { record -> String? in
                guard case .event(let event) = record.content else { return nil }
                return event.inputID
            }
            #expect(!recorded.isEmpty, "seed \(seed)")
            #expect(recorded == answered.withLock { $0[run.id] ?? [] }, "seed \(seed)")
            #expect(!run.isStopped, "seed \(seed)")
        }
    }

    @Test("A lane that a run got when the log was opened again is that run's after a restart, whoever asked first")
    func lanes() async throws {
        let phone = Phone(try LoadedFlow(PostFlow.text))
        let (running, time) = (phone.running, TestClock())
        let services = [Orchestrator.Service(phone.version, running) { _, _ in NotingHandler(of: running.table) }]
        let send = Command(try #require(running.table.event(named: "send")))
        // Which run is handed the new opening first is chance.
        for _ in 0..<10 {
            let (openings, device, next) = (Openings(), Device(), Device())
            let first = try await Orchestrator(
                opening: { try openings.open() }, serving: services, time: time, device: { _, _ in device })
            let runs = [try await first.begin(running), try await first.begin(running)]
            openings.present.stall()
            openings.present.fail(with: .inDoubt(FaultyLog.fault), writing: true)
            for run in runs { run.ask(send) { _ in } }
            openings.present.resume()
            #expect(
                try await eventually {
                    Set(runs.map(\.durableStateName)) == ["working", "waiting"]
                        && runs.contains { openings.records(of: $0.id).count == 3 }
                })
            let second = try await Orchestrator(
                openings.memory.reopened(), openedBy: nil, serving: services, time: time, limit: 100, recovery: .sound,
                device: { _, _ in next })
            for run in runs { await second.live(run.id)?.settled() }
            #expect(second.unfinished.map(\.state).sorted() == ["waiting", "working"])
        }
    }
}
