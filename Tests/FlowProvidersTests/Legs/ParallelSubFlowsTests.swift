import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import TestThreads
import Testing

/// A flow whose one state has two sub-flows that share no SDK, each a way to sign in. Both run at once; the first success leaves the state,
/// and the other sub-flow gets its `cancel` (rule 20 of `Specs/README.md`).
@Suite("Two sub-flows that run at once", .longComputation)
struct ParallelSubFlowsTests {
    private static let flow = """
        flow TwoWays version 1
        type RequestID = text(1...64) personal
        type Nonce = text(8...64)
        type Token = text(1...65536) secret
        enum Way { silent, oneTap }
        context {
          requestId: RequestID?
          nonce: Nonce?
          oneHasFailed: bool = false  // or was cancelled
          way: Way?
          token: Token?
        }
        command start(requestId: RequestID, nonce: Nonce), cancel
        final authenticated success keeps way, token
        final failed
        final cancelled
        require authenticated only after silent.authenticated, oneTap.authenticated
        require always possible cancel in idle, trying
        on cancel -> cancelled
        on restored when not withValues -> idle { oneHasFailed = false }
        ignore restored when withValues
        within 1h -> failed
        reject other
        state idle waits for user {
          on start -> trying { keep requestId, nonce }
          ignore restored
        }
        state trying {
          child silent = OTPlessSNA
          child oneTap = TruecallerOneTap
          enter { run silent.start(requestId); run oneTap.start(nonce) }
          on silent.authenticated -> authenticated { way = silent; keep token }
          on oneTap.authenticated -> authenticated { way = oneTap; token = profile }
          on silent.failed, silent.cancelled when oneHasFailed -> failed
          on silent.failed, silent.cancelled otherwise stay { oneHasFailed = true }
          on oneTap.failed, oneTap.cancelled when oneHasFailed -> failed
          on oneTap.failed, oneTap.cancelled otherwise stay { oneHasFailed = true }
        }
        scenario "The first success ends the other way" {
          on start(requestId: "ARID_1", nonce: "12345678")
          expect in trying
          on silent.authenticated
          expect authenticated
          expect way == silent
        }
        scenario "A way that comes to nothing leaves the other one going on" {
          on start(requestId: "ARID_1", nonce: "12345678")
          on oneTap.failed
          expect in trying
          on silent.authenticated
          expect authenticated
        }
        scenario "When both came to nothing the run has failed" {
          on start(requestId: "ARID_1", nonce: "12345678")
          on oneTap.failed
          on silent.failed
          expect failed
        }
        """

    private static let ways = ["OTPless/SNA.flow", "Truecaller/OneTap.flow"]

    private func machine(_ text: String) throws -> Machine {
        let source = SourceText(path: "TwoWays.flow", bytes: Array(text.utf8))
        let checked = check(source, beside: SpecSurroundings(flows: try Fixtures.directory(of: Self.ways)))
        #expect(!checked.hasErrors, "\(checked.diagnostics.map(\.message))")
        return try #require(checked.machine)
    }

    /// The models of Truecaller's SDK and of the given version of OTPless's.
    private func models(of version: String) throws -> [ProviderModel] {
        try Fixtures.models(["Truecaller/Models/SDK-0.2", "OTPless/Models/SDK-\(version)"])
    }

    @Test("The flow is proved with sub-flows that end at any moment, and its scenarios hold")
    func alone() throws {
        let exploration = try explore(machine(Self.flow))
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
    }

    @Test("The flow is proved beside both SDKs, each with room for one waiting callback")
    func besideSDKs() throws {
        let exploration = try explore(machine(Self.flow), against: models(of: "2.0.9"), through: Channel(capacity: 1))
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == 1_056_273)
    }

    @Test("The flow is proved beside both SDKs, with OTPless 3.0", .enabled(if: isOptimised))
    func besideNewestSDKs() throws {
        let exploration = try explore(machine(Self.flow), against: models(of: "3.0"))
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
        #expect(exploration.configurations == 5_408_916)
    }

    @Test("A flow that keeps running after the first success is refuted: it can wait for ever")
    func goingOn() throws {
        let waiting = Self.flow.changing(
            "on oneTap.authenticated -> authenticated { way = oneTap; token = profile }",
            to: "on oneTap.authenticated stay { way = oneTap; token = profile }")
        let machine = try Fixtures.parent(waiting, running: Self.ways)
        let exploration = try explore(machine, against: models(of: "2.0.9"), through: Channel(capacity: 1))
        #expect(exploration.verdict(on: "30.i") == .broken)
    }
}
