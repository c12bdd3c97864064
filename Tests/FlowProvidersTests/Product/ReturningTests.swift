import FlowFixtures
import FlowSearch
import KeywayCore
import Testing

@testable import FlowProviders

@Suite("A flow that says what coming back means, where the app may die")
struct ReturningTests {
    /// A flow that asks the backend with a secret, which a restart takes away. `restored` leads to where the person gives it anew.
    private static let asking = """
        flow Asking version 1
        type Code = text(1...9) secret
        context { code: Code? }
        command start(code: Code), cancel
        effect check(code: Code) replies confirmed, denied, silent otherwise silent within 10s
        final authenticated success
        final failed
        require authenticated only after confirmed
        within 20m -> failed
        on cancel -> failed
        reject other
        late other
        state idle waits for user { on start -> asking { keep code } late silent }
        state asking {
          timer again
          enter { do check(code) }
          on confirmed -> authenticated
          on denied -> failed
          on silent stay { set again 3s }
          on again stay { do check(code) }
          after 60s -> failed
          on restored -> idle { code = nil }
        }
        """

    @Test("Where `restored` leads, a question that died with the app brings its otherwise alone, also after a deadline")
    func onlyOtherwise() throws {
        let exploration = try explore(machine(Self.asking), against: [], crashing: true)
        #expect(exploration.isProved, "\(exploration.judgements.filter { $0.verdict != .proved })")
    }

    @Test("Without a row for that otherwise the claim of `other` is broken, and only where the app may die")
    func forgotten() throws {
        let flow = try machine(
            Fixtures.shipped("OTPless/SNA.flow").changing(
                Regex("  late unreachable.*\n").dotMatchesNewlines(false), to: ""))
        let provider = try model(Fixtures.shipped("OTPless/Models/SDK-2.3.2.provider"))
        let crashing = try explore(flow, against: provider, through: Channel(capacity: 1), crashing: true)
        #expect(crashing.judgements.filter { $0.verdict == .broken }.map(\.name) == ["30.vi"])
        #expect(try explore(flow, against: provider, through: Channel(capacity: 1)).isProved)
    }

    @Test("The row for `restored` can break what is proved, and the run that breaks it names that event")
    func broken() throws {
        let wrong = Self.asking.changing("on restored -> idle { code = nil }", to: "on restored -> authenticated")
        let exploration = try explore(machine(wrong), against: [], crashing: true)
        let judged = try #require(exploration.judgements.first { $0.verdict == .broken })
        let run = try #require(judged.violations.first?.run)
        #expect(run.suffix(2).map(\.kind) == [.crash, .restored])
        #expect(RunWords(exploration).lines(of: run).last?.happening == "restored")
    }

    @Test("A sub-flow that no model follows may end as the app comes back, before the flow gets `restored`")
    func endOfSubFlow() throws {
        let part = """
            flow Part version 1
            command start, cancel
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            reject other
            state idle waits for user { on start -> waiting }
            state waiting { after 5s -> done }
            """
        let whole = """
            flow Whole version 1
            context { isBack: bool = false }
            command start, cancel
            effect ask once replies yes, no otherwise no within 10s
            final won
            final done
            require never in won and isBack
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            reject other
            late other
            state idle waits for user { on start -> parting }
            state parting waits for user {
              child part = Part
              enter { run part.start }
              on part.done -> asking
              on restored -> done
            }
            state asking {
              enter { do ask }
              on yes -> won
              on no -> done
              on restored stay { isBack = true }
            }
            """
        let flow = try House.machine(whole, others: ["Part": part])
        let exploration = try explore(flow, against: [], crashing: true)
        let judged = try #require(exploration.judgements.first { $0.name == "never in won and isBack" })
        let violation = try #require(judged.violations.first)
        #expect(violation.run.map(\.kind) == [.command, .crash, .callback, .restored, .reply(effect: 0)])
        #expect(exploration.counterexample(of: violation).obstacles == [.subFlowAtWill, .endOnReturn])
    }
}
