import Keyway
import KeywayCore
import KeywayLog
import KeywayTesting
import LoginFixtures
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

/// What a held log reports on its appends: nil where they are durable.
private let reports: [LogError?] = [
    nil, .storage(StorageFault(operation: "flush", subject: "held log", number: 5, reason: "a test says so")),
]

@MainActor
@Suite("A model of a run", .timeLimit(.minutes(20)))
struct RunModelTests {
    private func begun(_ log: MemoryLog = MemoryLog()) async throws -> RunModel<PhoneLogin> {
        let model = RunModel<PhoneLogin>()
        await model.begin(in: try await OfflineLogin.orchestrator(log))
        return model
    }

    @Test("It shows every screen, once for each change, and the end; commands go to the run and to its sub-flow")
    func screens() async throws {
        let orchestrator = try await OfflineLogin.orchestrator()
        let model = RunModel<PhoneLogin>()
        let watch = Watch(model) { model in
            guard let situation = model.situation else { return "nothing" }
            return "\(situation.state)" + (situation[.offline].map { ", \($0.state)" } ?? "")
        }
        await model.begin(in: orchestrator)
        model.send(OfflineLogin.start)
        while model.ending == nil {
            let offline = model.situation?[.offline]
            switch (offline?.state, offline?.event) {
            case (.choosing?, .typesRead(biometry: false)?): model.send(.chooseType(type: .pin), to: .offline)
            case (.typing?, _): model.send(.enterPIN(pin: "2468"), to: .offline)
            case (.shown?, _):
                #expect(offline?.context.otp == "123456")
                model.send(.done, to: .offline)
            default: break
            }
            await model.change { _ = ($0.situation, $0.ending) }
        }
        #expect(
            watch.all == [
                "nothing", "idle", "byCode", "byCode, idle", "byCode, choosing", "byCode, choosing", "byCode, typing",
                "byCode, making", "byCode, shown", "byCode", "codePresented",
            ])
        #expect(model.ending == .codePresented)
        #expect(model.error == nil && model.refusal == nil)
    }

    @Test("A change of a property that a view does not read does not concern the view")
    func otherProperties() async throws {
        let model = try await begun()
        let watch = Watch(model) { $0.ending }
        model.send(.cancel)
        model.send(.cancel)
        await model.becomes { $0.ending != nil && $0.refusal != nil }
        #expect(watch.all == [nil, .cancelled])
    }

    // MARK: - Beginning

    @Test("A model that has begun has its first situation, and beginning again changes nothing while the run goes on")
    func beginsOnce() async throws {
        let orchestrator = try await OfflineLogin.orchestrator()
        let model = RunModel<PhoneLogin>()
        async let first: Void = model.begin(in: orchestrator)
        async let second: Void = model.begin(in: orchestrator)
        _ = await (first, second)
        await model.begin(in: orchestrator)
        #expect(model.situation?.state == .idle)
        #expect(orchestrator.unfinished.count == 1)
        model.send(.cancel)
        await model.becomes { $0.ending == .cancelled }
        let ended = model.run?.id
        await model.begin(in: orchestrator)
        #expect(model.run?.id != ended && model.situation?.state == .idle && model.ending == nil)
        model.send(.cancel)
    }

    @Test("A run that goes on is found by its reference, also after a restart, and shown at once")
    func found() async throws {
        let log = MemoryLog()
        var model: RunModel<PhoneLogin>? = RunModel()
        await model?.begin(in: try await OfflineLogin.orchestrator(log), reference: "person 1")
        model?.send(OfflineLogin.start)
        await model?.becomes { $0.situation?[.offline]?.state == .choosing }
        let id = model?.run?.id
        model = nil
        let orchestrator = try await OfflineLogin.orchestrator(log.reopened())
        let next = RunModel<PhoneLogin>()
        await next.begin(in: orchestrator, reference: "person 1")
        #expect(next.run?.id == id && next.situation != nil)
        let other = RunModel<PhoneLogin>()
        await other.begin(in: orchestrator, reference: "person 2")
        #expect(other.run?.id != id)
        for model in [next, other] { model.send(.cancel) }
        await next.becomes { $0.ending == .cancelled }
    }

    @Test("Who comes back while a sub-flow that was left goes on gets a new run, by the same model and by another")
    func comesBack() async throws {
        let orchestrator = try await HeldCard.orchestrator()
        let (first, second) = (RunModel<CardLogin>(), RunModel<CardLogin>())
        await first.begin(in: orchestrator, reference: "person 1")
        let left = first.run?.id
        first.send(.start)
        await first.becomes { $0.situation?[.reader]?.state == .reading }
        first.send(.cancel)
        await first.becomes { $0.situation?.state == .left && $0.situation?[.reader]?.state == .ejecting }
        #expect(first.ending == nil)
        await second.begin(in: orchestrator, reference: "person 1")
        #expect(second.run?.id != left && second.situation?.state == .idle)
        await first.begin(in: orchestrator, reference: "person 1")
        #expect(first.run?.id == second.run?.id && first.situation?.state == .idle)
        second.send(.start)
        await second.becomes { $0.situation?.state == .reading }
        // The end is decided by now, and perhaps not shown yet.
        second.send(.cancel)
        await second.begin(in: orchestrator, reference: "person 1")
        #expect(second.run?.id != first.run?.id && second.situation?.state == .idle)
        #expect(first.error == nil && second.error == nil && second.refusal == nil)
    }

    @Test("A run that takes another's place is shown alone")
    func replaced() async throws {
        let orchestrator = try await OfflineLogin.orchestrator()
        let first = try await orchestrator.begin(PhoneLogin.self)
        let second = try await orchestrator.begin(PhoneLogin.self)
        let model = RunModel<PhoneLogin>()
        model.follow(first)
        model.send(OfflineLogin.start)
        await model.becomes { $0.situation?[.offline]?.event == .typesRead(biometry: false) }
        model.follow(second)
        #expect(try await first.send(.cancel) == .accepted)
        #expect(model.situation?.state == .idle && model.run?.id == second.id)
        model.send(OfflineLogin.start)
        await model.becomes { $0.situation?.state == .byCode }
        #expect(model.ending == nil)
        model.send(.cancel)
        await model.becomes { $0.ending == .cancelled }
    }

    @Test("A model waits for the first situation of a run that another model has only just begun", arguments: reports)
    func foundBeforeDurable(report: LogError?) async throws {
        let log = HeldLog()
        let orchestrator = try await OfflineLogin.orchestrator(log)
        let (first, second) = (RunModel<PhoneLogin>(), RunModel<PhoneLogin>())
        async let beginning: Void = first.begin(in: orchestrator, reference: "person 1")
        await log.holdsNext()
        // This task has no turn on the main actor before the second model waits.
        let lettingGo = Task { log.release(failing: report) }
        await second.begin(in: orchestrator, reference: "person 1")
        // Where the first run failed, the second model shows why, or a run of its own.
        #expect((second.situation?.state == .idle) != (second.error is RunError))
        await lettingGo.value
        await beginning
        #expect((first.error == nil) == (report == nil))
        if report == nil { #expect(second.error == nil && second.run?.id == first.run?.id) }
    }

    @Test("Two models that begin a run of one reference at one moment show the same run")
    func atOneMoment() async throws {
        for _ in 0..<20 {
            let orchestrator = try await OfflineLogin.orchestrator()
            let (first, second) = (RunModel<PhoneLogin>(), RunModel<PhoneLogin>())
            async let beginning: Void = first.begin(in: orchestrator, reference: "person 1")
            await second.begin(in: orchestrator, reference: "person 1")
            await beginning
            #expect(first.run?.id == second.run?.id && first.situation?.state == .idle)
            #expect(orchestrator.unfinished.count == 1)
        }
    }

    @Test("A run that is followed while another is begun stays, whether that one begins or fails", arguments: reports)
    func followedMeanwhile(report: LogError?) async throws {
        let followed = try await OfflineLogin.orchestrator().begin(PhoneLogin.self)
        let log = HeldLog()
        let orchestrator = try await OfflineLogin.orchestrator(log)
        let model = RunModel<PhoneLogin>()
        async let beginning: Void = model.begin(in: orchestrator)
        await log.holdsNext()
        model.follow(followed)
        log.release(failing: report)
        await beginning
        #expect(model.run?.id == followed.id && model.situation?.state == .idle && model.error == nil)
        model.send(.cancel)
        await model.becomes { $0.ending == .cancelled }
    }

    // MARK: - What goes wrong

    @Test("A run that cannot begin is an error, and the next try may succeed")
    func doesNotBegin() async throws {
        let model = RunModel<PhoneLogin>()
        await model.begin(in: try await Orchestrator(MemoryLog(), serving: []))
        #expect(model.error as? RunError == .notServed(flow: "PhoneLogin"))
        #expect(model.situation == nil)
        await model.begin(in: try await OfflineLogin.orchestrator())
        #expect(model.error == nil && model.situation?.state == .idle)
        model.send(.cancel)
    }

    @Test("The error that stops a run is shown beside what was seen last, also by a model that follows the run later")
    func stopped() async throws {
        let orchestrator = try await OfflineLogin.orchestrator()
        let model = RunModel<PhoneLogin>()
        await model.begin(in: orchestrator)
        try await orchestrator.shutDown()
        await model.becomes { $0.error != nil }
        let later = RunModel<PhoneLogin>()
        later.follow(try #require(model.run))
        await later.becomes { $0.error != nil }
        for model in [model, later] {
            #expect(model.error as? RunError == .shutDown)
            #expect(model.situation?.state == .idle && model.ending == nil)
        }
    }

    @Test("A refusal is shown until another command is sent")
    func refusals() async throws {
        let model = RunModel<PhoneLogin>()
        model.send(.cancel)
        #expect(model.refusal == .noRun)
        await model.begin(in: try await OfflineLogin.orchestrator())
        #expect(model.refusal == nil)
        model.send(.done, to: .offline)
        await model.becomes { $0.refusal == .rejected(.notNow) }
        model.send(.done, to: SubFlow(declared: "online") as SubFlow<PhoneLogin, OfflineOTP>)
        #expect(model.refusal == nil)
        await model.becomes { $0.refusal == .failed(.noSuchLeg("online")) }
        model.send(.cancel)
        #expect(model.refusal == nil)
        await model.becomes { $0.ending == .cancelled }
        model.send(.cancel)
        await model.becomes { $0.refusal == .rejected(.ended) }
    }

    @Test("A refusal that comes behind the next command, or behind another run, is not shown")
    func lateRefusal() async throws {
        let other = try await OfflineLogin.orchestrator().begin(PhoneLogin.self)
        let model = try await begun()
        let online = SubFlow(declared: "online") as SubFlow<PhoneLogin, OfflineOTP>
        model.send(.done, to: online)
        model.send(OfflineLogin.start)
        await model.becomes { $0.situation?.state == .byCode }
        #expect(model.refusal == nil)
        model.send(.done, to: online)
        model.follow(other)
        #expect(try await other.send(OfflineLogin.start) == .accepted)
        await model.becomes { $0.situation?.state == .byCode }
        #expect(model.refusal == nil)
        model.send(.cancel)
    }

    // MARK: - Release

    @Test(
        "A model released while its run goes on is let go, observes no more, and gives up its handle of the run"
    )
    func goes() async throws {
        let orchestrator = try await OfflineLogin.orchestrator()
        var model: RunModel<PhoneLogin>? = RunModel()
        await model?.begin(in: orchestrator)
        model?.send(OfflineLogin.start)
        // After this situation nothing comes by itself, so the model's task waits.
        await model?.becomes { $0.situation?[.offline]?.event == .typesRead(biometry: false) }
        let live = try #require(model?.run.flatMap { orchestrator.live($0.id) })
        #expect(live.handles > 0)
        weak let gone = model
        model = nil
        #expect(gone == nil)
        #expect(try await eventually { live.handles == 0 })
        #expect(live.withState { $0.watchers.states.all.isEmpty })
        #expect(!live.isEndedOrStopped)
        #expect(try await live.send(Command(PhoneLogin.Command.cancel.position, fields: [])) == .accepted)
    }

    @Test("Commands are decided in the order in which they were sent, also where the model is released right after")
    func leaves() async throws {
        let log = MemoryLog()
        let orchestrator = try await OfflineLogin.orchestrator(log)
        var model: RunModel<PhoneLogin>? = RunModel()
        await model?.begin(in: orchestrator)
        let id = try #require(model?.run?.id)
        model?.send(OfflineLogin.start)
        model?.send(.cancel)
        model = nil
        #expect(try await eventually { orchestrator.live(id)?.isEndedOrStopped != false })
        let commands = try await log.records(of: id).compactMap { record -> String? in
            guard case .event(let told) = record.content, record.leg == 0 else { return nil }
            return PhoneLogin.table.events[told.event].name
        }
        #expect(commands.prefix(2) == ["start", "cancel"])
    }

    /// Whether a condition that no model shows becomes true. The limit is a number of pauses and no time: where all threads are busy,
    /// the run gets its turns as late as this test.
    private func eventually(_ isSo: () -> Bool) async throws -> Bool {
        for _ in 0..<10_000 {
            if isSo() { return true }
            try await Task.sleep(for: .milliseconds(1))
        }
        return isSo()
    }
}
