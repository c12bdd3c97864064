import KeywayCore
import KeywayLog
import KeywayRuns
import KeywayTesting
import LoginFixtures
import ProviderFlows
import Testing

@testable import KeywayOrchestrator

@Suite("The situation of a sub-flow")
struct LegSituationTests {
    /// A login whose backend denies the silent way.
    private struct DeniedLogin: PhoneLogin.Effects {
        struct Denied: OTPlessSNA.Effects {
            func begin(requestId: String) async throws {}
            func stop() async throws {}
            func checkStatus(requestId: String) async throws -> OTPlessSNA.CheckStatusReply { .denied }
        }

        let oneTap: any TruecallerOneTap.Effects = OfflineLogin().oneTap
        let silent: any OTPlessSNA.Effects = Denied()
        let smart: any OTPlessSmartAuth.Effects = OfflineLogin().smart
        let truecaller: any TruecallerOTP.Effects = OfflineLogin().truecaller
        let offline: any OfflineOTP.Effects = OfflineLogin().offline

        func createRequest(phone: String, countryCode: String) async throws -> PhoneLogin.CreateRequestReply {
            .created(requestId: "ARID_1")
        }
    }

    private func begin(in log: MemoryLog) async throws -> Run<PhoneLogin> {
        try await OfflineLogin.orchestrator(log).begin(PhoneLogin.self)
    }

    @Test("How a sub-flow ended is an event of the run, with what its final keeps, in the sub-flow's own type")
    func kept() async throws {
        let orchestrator = try await Orchestrator(
            MemoryLog(), serving: [Orchestrator.Service { _, _ in DeniedLogin() }], time: TestClock()
        ) { _, _ in Device() }
        let run = try await orchestrator.begin(PhoneLogin.self)
        let command = PhoneLogin.Command.start(
            phone: "9876543210", countryCode: "IN", methods: [.silent], account: nil, nonce: nil, budget: .seconds(300))
        #expect(try await run.send(command) == .accepted)
        var last: Run<PhoneLogin>.Situation?
        for try await situation in run.situations { last = situation }
        #expect(last?.state == .failed)
        #expect(last?.event == .silentFailed(why: .denied, failure: nil))
        #expect(last?.context.why == .exhausted && last?.context.whySilent == .denied)
        #expect(last?.context.whySmart == nil)
    }

    @Test("Whoever begins PhoneLogin orders its ways; the start of a run that names one way twice is rejected")
    func order() async throws {
        func begun(_ ways: PhoneLogin.Parameters) async throws -> (run: Run<PhoneLogin>, answer: CommandAnswer) {
            let run = try await OfflineLogin.orchestrator().begin(PhoneLogin.self, parameters: ways)
            let start = PhoneLogin.Command.start(
                phone: "4912345678", countryCode: "DE", methods: [.silent, .offline], account: "asha", nonce: nil,
                budget: .seconds(300))
            return (run, try await run.send(start))
        }
        // The backend creates no request for the silent way: a run that tries `silent` first comes to `byCode` with that reason.
        let orders: [(ways: PhoneLogin.Parameters, noRequest: PhoneLogin.NoRequest?)] = [
            (.init(), .refused), (.init(first: .offline, fourth: .silent), nil),
        ]
        for (ways, noRequest) in orders {
            let (run, answer) = try await begun(ways)
            #expect(answer == .accepted)
            var shown: Run<PhoneLogin>.Situation?
            for try await situation in run.situations where situation.state == .byCode {
                shown = situation
                break
            }
            #expect(shown?.context.noRequest == noRequest)
        }
        #expect(try await begun(.init(second: .silent)).answer == .rejected(.notNow))
    }

    @Test("Observers get a sub-flow's situations in its own types, each state once it is durable, up to the run's end")
    func told() async throws {
        let run = try await begin(in: MemoryLog())
        // This observer is there before the sub-flow begins, and is told nothing until then.
        let situations = run.situations(of: .offline)
        #expect(try await run.send(OfflineLogin.start) == .accepted)
        var states: [OfflineOTP.State] = []
        for try await situation in situations {
            let state = situation.state
            if states.last != state { states.append(state) }
            // A state that is told twice gets its command twice, and the second one may be rejected.
            switch state {
            case .choosing where states.count == 2:
                _ = try await run.send(.chooseType(type: .pin), to: .offline)
            case .typing: _ = try await run.send(.enterPIN(pin: "2468"), to: .offline)
            case .shown:
                #expect(situation.context.otp == "123456")
                _ = try await run.send(.done, to: .offline)
            default: break
            }
        }
        #expect(states == [.idle, .choosing, .typing, .making, .shown, .presented])
    }

    @Test("One stream shows every screen: the run with its running sub-flow, what was decided last, what is waited for")
    func screens() async throws {
        let run = try await begin(in: MemoryLog())
        let situations = run.situations
        #expect(try await run.send(OfflineLogin.start) == .accepted)
        var screens: [String] = []
        for try await situation in situations {
            let offline = situation[.offline]
            screens.append("\(situation.state)" + (offline.map { ", \($0.state)" } ?? ""))
            #expect(situation[.silent] == nil)
            // A situation has the deadlines after its whole decision. One decision leads to the last two situations and ends the run, so
            // these have none.
            if offline != nil { #expect(situation.deadlines[.budget] != nil) }
            switch (offline?.state, offline?.event) {
            case (.choosing?, .typesRead(biometry: false)?):
                #expect(try await run.send(.chooseType(type: .pin), to: .offline) == .accepted)
            case (.typing?, _): #expect(try await run.send(.enterPIN(pin: "2468"), to: .offline) == .accepted)
            case (.shown?, _): #expect(try await run.send(.done, to: .offline) == .accepted)
            default: break
            }
        }
        #expect(
            screens == [
                "idle", "byCode", "byCode, idle", "byCode, choosing", "byCode, choosing", "byCode, typing",
                "byCode, making", "byCode, shown", "byCode", "codePresented",
            ])
    }

    @Test("A recovered sub-flow lacks the values that no log has, and is cancelled, for its parent goes back to `idle`")
    func recovered() async throws {
        let log = MemoryLog()
        let run = try await begin(in: log)
        #expect(try await run.send(OfflineLogin.start) == .accepted)
        for try await situation in run.situations(of: .offline)
        where situation.state == .choosing {
            #expect(situation.context.account == "asha")
            break
        }
        let again = try #require(try await OfflineLogin.orchestrator(log.reopened()).run(run.id, of: PhoneLogin.self))
        for try await situation in again.situations(of: .offline) {
            #expect(situation.context.account == nil)
            if situation.state == .cancelled { break }
            #expect(situation.state == .choosing)
        }
        // Behind its last way the run may have ended by itself.
        _ = try await again.send(.cancel)
    }

    @Test("The name of a sub-flow of a sub-flow begins with its parent's name")
    func nested() {
        let inner = SubFlow<OTPlessSNA, OfflineOTP>(declared: "code")
        #expect(SubFlow<PhoneLogin, OTPlessSNA>.silent.then(inner).name == "silent.code")
    }

    @Test("A sub-flow of a sub-flow is found in its parent's situation by the name that the parent gives it")
    func nestedSituation() throws {
        func view<Followed: Flow>(of flow: Followed.Type, as name: String?, inState state: Int) -> LegView {
            let outcome = Outcome(state: state, context: flow.table.initialValues)
            return LegView(name: name, outcome: outcome, timers: [], isEnded: false)
        }
        let view = RunView(legs: [
            view(of: PhoneLogin.self, as: nil, inState: 0), view(of: OTPlessSNA.self, as: "silent", inState: 0),
            view(of: OfflineOTP.self, as: "silent.code", inState: 1), view(of: OfflineOTP.self, as: "code", inState: 0),
        ])
        let code = SubFlow<OTPlessSNA, OfflineOTP>(declared: "code")
        let situation = try #require(try Run<PhoneLogin>.Situation(view, at: 0))
        let inner = try #require(situation[.silent]?[code])
        #expect(inner.state == OfflineOTP.state(at: 1))
        #expect(situation[SubFlow<PhoneLogin, OTPlessSNA>.silent.then(code)] == inner)
    }

    @Test("A name that the flow does not have, which only a caller of the initialiser can make, is an error")
    func wrongName() async throws {
        let run = try await begin(in: MemoryLog())
        let online = SubFlow<PhoneLogin, OfflineOTP>(declared: "online")
        await #expect(throws: RunError.noSuchLeg("online")) {
            for try await _ in run.situations(of: online) {}
        }
        await #expect(throws: RunError.noSuchLeg("online")) { try await run.send(.done, to: online) }
        // The flow has a sub-flow of the name `silent`, but it follows another flow than the one asked for.
        await #expect(throws: RunError.noSuchLeg("silent")) {
            for try await _ in run.situations(of: SubFlow<PhoneLogin, OfflineOTP>(declared: "silent")) {}
        }
        #expect(try await run.send(.cancel) == .accepted)
    }
}
