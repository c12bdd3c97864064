import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayOrchestrator
import KeywayRuns
import KeywayTesting
import ProviderFlows
import Testing

@Suite("A shadow beside an app's own handler")
struct ShadowTests {
    private let clock = TestClock(at: Instant(milliseconds: 1_000_000))
    private let log = MemoryLog()

    private func shadow(in log: (any EventLog)? = nil) -> Shadow<OTPlessSNA> {
        Shadow(of: OTPlessSNA.self, in: log ?? self.log, time: clock)
    }

    private static func callback(_ type: String, _ members: [String: RawValue] = [:]) -> RawValue {
        .object(members.merging(["responseType": .text(type)]) { own, _ in own })
    }
    private static let oneTap = callback("ONETAP", ["response": .object(["token": .text("t-1")])])

    /// The sign-ins of the log, in the order of beginning.
    private func signIns() throws -> [ShadowedRun] {
        try log.runs.map { ShadowedRun(of: try RunHistory(of: log.records(of: $0))) }
    }

    @Test("A success that comes after the handler gave up is lost, and the log says when and why")
    func lateSuccess() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"), reference: "case-17")
        shadow.heard(Self.callback("SDK_READY"))
        clock.advance(by: .seconds(10))
        shadow.ended(.failed("timeout"))
        clock.advance(by: .milliseconds(2_400))
        shadow.heard(Self.oneTap)
        shadow.answered(OTPlessSNA.CheckStatusReply.confirmed)
        let signIn = try #require(try signIns().first)
        #expect(signIn.verdict == .lost)
        #expect(signIn.flowOutcome == "authenticated")
        #expect(signIn.app?.words == "failed: timeout")
        #expect(signIn.history.beginning.kind == .shadow && signIn.history.beginning.reference == "case-17")
        #expect(signIn.history.disagreement == nil)
        let lines = ShadowStory(of: signIn.history).lines
        #expect(lines.contains { $0.at == 10_000 && $0.words == "the app's handler ended: failed: timeout" })
        #expect(lines.last?.words == "checkStatus answered confirmed -> authenticated")
        #expect(shadow.failure == nil)
    }

    @Test("Deadlines pass when they were due, although the shadow hears of the time only with the next call")
    func deadlines() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        clock.advance(by: .seconds(3_600))
        shadow.heard(Self.callback("SDK_READY"))
        let signIn = try #require(try signIns().first)
        let ending = try #require(signIn.history.endingStep)
        #expect(signIn.history.at(signIn.history.steps[ending]) < 120_000)
        #expect(signIn.verdict == .notJudged(.noEnd))
    }

    @Test("What nobody told is not made up: without the backend's answers nothing is called lost")
    func untold() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        clock.advance(by: .seconds(15))
        shadow.ended(.failed("timeout"))
        clock.advance(by: .seconds(60))
        shadow.heard(Self.callback("SDK_READY"))
        #expect(try signIns().map(\.verdict) == [.notJudged(.unanswered(effects: ["checkStatus"]))])
    }

    @Test("A second start begins another sign-in, also where the handler forgot to tell the end of the first")
    func boundaries() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"), reference: "a")
        shadow.asked(.start(requestId: "r-2"), reference: "b")
        shadow.ended(.failed())
        // A `cancel` by which a handler cleans up begins no sign-in.
        shadow.asked(.cancel)
        shadow.asked(.start(requestId: "r-3"))
        shadow.ended(.succeeded)
        shadow.ended(.succeeded)
        let signIns = try signIns()
        #expect(signIns.map(\.history.beginning.reference) == ["a", "b", nil])
        #expect(signIns.map { $0.app?.words } == [nil, "failed", "succeeded"])
        #expect(signIns[2].history.appOutcomes.count == 1)
    }

    @Test("A success that the handler took after it had failed is no loss")
    func changedOutcome() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        shadow.ended(.failed("timeout"))
        shadow.heard(Self.oneTap)
        shadow.answered(OTPlessSNA.CheckStatusReply.confirmed)
        shadow.ended(.succeeded)
        #expect(try signIns().map(\.verdict) == [.alike])
    }

    @Test("No orchestrator goes on with a shadow's run, and no log lists it as open")
    func neverResumed() async throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        #expect(log.openRuns(after: nil, limit: 10).isEmpty)
        let orchestrator = try await Orchestrator(log, serving: [], time: clock)
        #expect(orchestrator.unfinished.isEmpty && orchestrator.unresumed.isEmpty)
        // The orchestrator works on the log, and the shadow goes on.
        shadow.heard(Self.oneTap)
        #expect(shadow.failure == nil)
        try await orchestrator.shutDown()
    }

    @Test("A log that takes nothing harms nobody: the sign-in is given up, and the shadow says why")
    func brokenLog() {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        log.close()
        shadow.heard(Self.oneTap)
        #expect(shadow.failure == .log(.closed))
        shadow.ended(.failed())
        shadow.asked(.start(requestId: "r-2"))
        #expect(shadow.failure == .log(.closed))
    }

    @Test("What the flow cannot take ends the sign-in and not the app")
    func unfit() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: String(repeating: "x", count: 10_000)))
        shadow.heard(Self.oneTap)
        shadow.ended(.succeeded)
        guard case .invalidInput? = shadow.failure else {
            Issue.record("\(String(describing: shadow.failure))")
            return
        }
        #expect(log.runs.isEmpty)
    }

    @Test("A sign-in whose reference has more than 1,024 bytes is not followed, and is not taken for the one before")
    func longReference() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"), reference: "case-17")
        shadow.asked(.start(requestId: "r-2"), reference: String(repeating: "x", count: 1025))
        shadow.ended(.succeeded)
        #expect(shadow.failure == .referenceTooLong(limit: 1024))
        #expect(try signIns().map { $0.app == nil } == [true])
        shadow.asked(.start(requestId: "r-3"), reference: String(repeating: "x", count: 1024))
        #expect(log.runs.count == 2)
    }

    // MARK: - What a survey counts

    /// A model of the silent SDK by which `oneTap` is a success, `initFailed` never comes, and any other callback may come.
    private struct Behavior: ProviderBehavior {
        let callbacks: [RawValue] = []

        mutating func firstImpossible(among happenings: [ProviderHappening]) -> Int? { nil }

        func meaning(of happening: ProviderHappening) -> CallbackMeaning? {
            guard case .heard(let flow, let event, _, let unread, _) = happening, unread == nil else { return nil }
            return switch flow.table.events[event].name {
            case "oneTap": .success
            case "initFailed": .unknown
            default: .known
            }
        }
    }

    private func survey() throws -> ShadowSurvey {
        var survey = ShadowSurvey()
        for run in log.runs {
            let history = try RunHistory(of: log.records(of: run))
            survey.add(ShadowedRun(of: history, beside: Behavior()), beside: Behavior())
        }
        return survey
    }

    @Test("A success that the SDK told, and of which nobody asked the backend, is lost if the backend confirms")
    func unaskedSuccess() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        clock.advance(by: .seconds(10))
        shadow.ended(.failed("timeout"))
        clock.advance(by: .seconds(2))
        shadow.heard(Self.oneTap)
        clock.advance(by: .seconds(300))
        shadow.heard(Self.callback("SDK_READY"))
        // It is counted apart from the successes that were lost whatever the backend would have answered.
        #expect(try survey().lostCount == 0 && survey().lostIfAnsweredCount == 1)
        let losses = try survey().sortedLosses
        #expect(losses.count == 1 && losses.first?.loss.count == 1)
        #expect(losses.first?.kind.answers == [AssumedAnswer(effect: "checkStatus", reply: "confirmed")])
        // Without the model it is not known that `oneTap` was a success.
        #expect(try signIns().map(\.verdict) == [.notJudged(.unanswered(effects: ["checkStatus"]))])
    }

    @Test("An answer that was told behind its limit is an answer: nothing else is assumed in its place")
    func lateAnswer() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        shadow.heard(Self.oneTap)
        clock.advance(by: .milliseconds(10_100))
        shadow.answered(OTPlessSNA.CheckStatusReply.denied)
        shadow.ended(.failed("denied"))
        #expect(try survey().losses.isEmpty)
    }

    @Test("Silent calls, doubled callbacks, unknown ones and those that no model has are counted, each as such")
    func counts() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        clock.advance(by: .seconds(4))
        shadow.ended(.failed("timeout"))
        shadow.asked(.start(requestId: "r-2"))
        for _ in 0..<3 { shadow.heard(Self.callback("DELIVERY_STATUS")) }
        shadow.heard(Self.callback("NEWS", ["statusCode": .integer(403)]))
        shadow.heard(Self.callback("FAILED", ["statusCode": .integer(5003)]))
        shadow.ended(.failed())
        let survey = try survey()
        #expect(survey.silences.sorted.map(\.text) == ["OTPless.begin: the app gave up"])
        #expect(survey.doubled.sorted.map(\.text) == ["otherNews"] && survey.doubled.sorted.first?.count == 2)
        #expect(survey.unread.keys.sorted() == ["NEWS 403"])
        #expect(survey.unread["NEWS 403"]?.row == "NEWS when statusCode == 403 => CALLBACK")
        #expect(survey.unmodelled.sorted.map(\.text) == ["initFailed"])
    }

    @Test("A handler that succeeds after the flow has failed is named, where all answers were told")
    func flowFailed() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        shadow.answered(OTPlessSNA.CheckStatusReply.denied)
        for _ in 0..<40 {
            clock.advance(by: .seconds(2))
            shadow.answered(OTPlessSNA.CheckStatusReply.denied)
        }
        let signIn = try #require(try signIns().first)
        #expect(signIn.flowOutcome == "failed")
        shadow.ended(.succeeded)
        #expect(try signIns().map(\.verdict) == [.flowFailed])
        #expect(try survey().flowFailures.sorted.map(\.text) == ["failed"])
    }

    @Test("From a command on that the flow rejects, nothing is said of a sign-in; one for a sub-flow counts too")
    func rejected() throws {
        let shadow = Shadow(of: PhoneLogin.self, in: log, time: clock)
        shadow.asked(
            .start(
                phone: "5550100000", countryCode: "91", methods: [.smart], account: nil, nonce: nil,
                budget: .seconds(300)))
        // The sub-flow has not asked for a `checkToken` yet, so the answer belongs to no order and changes nothing.
        shadow.answered(OTPlessSmartAuth.CheckTokenReply.confirmed, of: .smart)
        #expect(shadow.failure == nil)
        shadow.asked(.submitCode(code: "1234"), of: .smart)
        shadow.ended(.failed())
        #expect(try signIns().map(\.verdict) == [.notJudged(.rejected(command: "smart.submitCode"))])
    }

    @Test("What answers an earlier call of a stamped SDK is told as such", arguments: [true, false])
    func stamp(isCurrent: Bool) throws {
        let shadow = Shadow(of: OfflineOTP.self, in: log, time: clock)
        shadow.asked(.start(account: "a", signing: false))
        shadow.heard(.object(["handler": .text("cancel")]), isCurrent: isCurrent)
        let told = try #require(try signIns().first?.history.steps.last?.eventRecord)
        #expect(told.cause == .heard && told.stamp == (isCurrent ? .current : .stale))
    }

    @Test("An answer to a sub-flow's effect comes to that sub-flow")
    func legAnswer() throws {
        let shadow = Shadow(of: PhoneLogin.self, in: log, time: clock)
        shadow.asked(
            .start(
                phone: "5550100000", countryCode: "91", methods: [.smart], account: nil, nonce: nil,
                budget: .seconds(300)))
        shadow.heard(Self.callback("SDK_READY"))
        shadow.heard(Self.oneTap)
        shadow.answered(OTPlessSmartAuth.CheckTokenReply.confirmed, of: .smart)
        let told = try signIns().first?.history.steps.first { $0.eventRecord?.cause == .replied }
        #expect(told?.leg == "smart" && told?.event == "smart.confirmed")
    }

    @Test("A handler that tells one outcome and another by turns fills no log")
    func outcomes() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"))
        for _ in 0..<20 {
            shadow.ended(.failed())
            shadow.ended(.succeeded)
        }
        #expect(try signIns().first?.history.appOutcomes.count == 8)
    }

    @Test("References that Swift takes for equal are two where their bytes differ, as every log has them")
    func spellings() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"), reference: "jos\u{e9}")
        shadow.ended(.failed(), reference: "jose\u{301}")
        shadow.ended(.succeeded, reference: "jos\u{e9}")
        #expect(try signIns().map { $0.app?.words } == ["succeeded"])
        #expect(try signIns().first?.history.appOutcomes.count == 1)
    }

    @Test("An end with another reference than the present sign-in's is dropped")
    func lateEnd() throws {
        let shadow = shadow()
        shadow.asked(.start(requestId: "r-1"), reference: "a")
        shadow.asked(.start(requestId: "r-2"), reference: "b")
        shadow.ended(.failed(), reference: "a")
        shadow.ended(.succeeded, reference: "b")
        #expect(try signIns().map { $0.app?.words } == [nil, "succeeded"])
    }

    /// A log that is overloaded, or that loses appends and reports this only later.
    private final class WeakLog: EventLog {
        let isOverloaded: Bool
        private let reports = Lock<[@Sendable (LogError?) -> Void]>([])

        init(isOverloaded: Bool) { self.isOverloaded = isOverloaded }

        var durability: Durability { .memory }
        var salt: UInt64 { 1 }
        var epoch: UInt32 { 1 }
        var appendCount: Int { reports.withLock { $0.count } }

        func append(_ append: Append, report: @escaping @Sendable (LogError?) -> Void) throws(LogError) -> Receipt {
            reports.withLock { $0.append(report) }
            return .pending
        }

        func lose() {
            let fault = StorageFault(operation: "write to", subject: "disk", number: 5, reason: "it is gone")
            for report in reports.withLock({ $0 }) { report(.storage(fault)) }
        }

        func records(of run: RunID, from first: UInt64, limit: Int) -> [Record] { [] }
        func openRuns(after run: RunID?, limit: Int) -> [OpenRun] { [] }
        func runs(of reference: String, after run: RunID?, limit: Int) -> [RunID] { [] }
        func close() {}
    }

    @Test("An overloaded log gets nothing: its room is for live runs")
    func overloaded() {
        let weak = WeakLog(isOverloaded: true)
        let shadow = shadow(in: weak)
        shadow.asked(.start(requestId: "r-1"))
        #expect(weak.appendCount == 0 && shadow.failure == .log(.overloaded))
    }

    @Test("What a log loses later ends the sign-in, so that no record stands behind a gap")
    func lostLater() {
        let weak = WeakLog(isOverloaded: false)
        let shadow = shadow(in: weak)
        shadow.asked(.start(requestId: "r-1"))
        let count = weak.appendCount
        weak.lose()
        shadow.heard(Self.oneTap)
        #expect(weak.appendCount == count)
        guard case .log(.storage)? = shadow.failure else {
            Issue.record("\(String(describing: shadow.failure))")
            return
        }
    }
}
