import FlowFixtures
import FlowMachine
import Testing

@testable import FlowProviders

@Suite("Orders that lack a value which a restart took")
struct GoneValueTests {
    /// Declarations that the flows have in common.
    private static let rows = """
        within 20m -> done
        on cancel -> done
        ignore unrecognised
        reject other
        late other
        """

    /// A flow that asks the backend with the person's name when the person says so. Its requirement
    /// breaks where a run is won after a restart.
    private static let asking = """
        flow Asking version 1
        type Name = text(1...9) personal
        context {
          name: Name?
          isBack: bool = false
        }
        command start(name: Name), go, cancel
        effect ask(name: Name) replies yes, no otherwise no within 10s
        final won
        final done
        require never in won and isBack
        \(rows)
        state idle waits for user { on start -> ready { keep name } }
        group begun {
          on restored stay { isBack = true }
          state ready waits for user { on go -> asking }
          state asking {
            enter { do ask(name) }
            on yes -> won
            on no -> done
          }
        }
        """

    private func isWonAfterRestart(_ flow: String, running part: String = "") throws -> Bool {
        let machine = try part.isEmpty ? machine(flow) : House.machine(flow, others: ["Part": part])
        // Without a model sub-flows are not followed as legs of the run: they end at any moment.
        let desk = try model("provider Desk version \"1\"\nstate any { call look stay }")
        let exploration = try explore(machine, against: part.isEmpty ? [] : [desk], crashing: true)
        #expect(exploration.isComplete)
        return exploration.verdict(on: "never in won and isBack") == .broken
    }

    @Test("An order that lacks its value gets its otherwise and no other reply")
    func replies() throws {
        #expect(try !isWonAfterRestart(Self.asking))
        let plain = Self.asking.changing(" personal", to: "")
        #expect(try isWonAfterRestart(plain), "a value without a class is in the log")
    }

    @Test("An order whose value the person has given anew may get any reply")
    func givenAnew() throws {
        let anew = Self.asking.changing(
            "user { on go -> asking }", to: "user {\n  on go -> asking\n  on start stay { keep name }\n}")
        #expect(try isWonAfterRestart(anew))
    }

    @Test("A copy of such a value is gone too, and a value that stands in the flow's text is not")
    func copies() throws {
        let copied = Self.asking.changing("  name: Name?", to: "  name: Name?\n  other: Name?")
            .changing("ready { keep name }", to: "ready { other = name }")
            .changing("on go -> asking", to: "on go -> asking { name = other }")
        #expect(try !isWonAfterRestart(copied))
        #expect(try isWonAfterRestart(Self.asking.changing("go -> asking }", to: "go -> asking { name = \"x\" } }")))
    }

    @Test("A process that has the run's key has the value, also behind one that had not")
    func withKey() throws {
        let asked = Self.asking.changing(
            "on restored stay { isBack = true }",
            to: """
                on restored when withValues stay { isBack = true }
                on restored when not withValues stay { isBack = false }
                """)
        #expect(try isWonAfterRestart(asked))
        // Two deaths: the second process has no key, the third has it again.
        let again = asked.changing("withValues stay { isBack = true }", to: "withValues stay { isBack = hadNone }")
            .changing("stay { isBack = false }", to: "stay { hadNone = true }")
            .changing("isBack: bool = false", to: "isBack: bool = false\n  hadNone: bool = false")
        #expect(try isWonAfterRestart(again))
        // As soon as the last process has no key, nothing can be won.
        let none = asked.changing("stay { isBack = true }", to: "stay { isBack = ON }")
            .changing("stay { isBack = false }", to: "stay { isBack = true }").changing("ON", to: "false")
        #expect(try !isWonAfterRestart(none))
    }

    @Test("A flow with more values that a restart may take than are followed is refused")
    func room() throws {
        func asking(keeping count: Int) -> String {
            let names = (1...count).map { "n\($0)" }
            return Self.asking
                .changing("  name: Name?", to: names.map { "  \($0): Name?" }.joined(separator: "\n"))
                .changing("keep name", to: names.map { "\($0) = name" }.joined(separator: "; "))
                .changing("ask(name)", to: "ask(n1)")
                .changing("final won", to: "final won keeps \(names.joined(separator: ", "))")
        }
        func sentence(_ machine: Machine, crashing: Bool = true, against models: [ProviderModel] = []) -> String? {
            do throws(ExplorationProblem) {
                _ = try explore(machine, against: models, crashing: crashing, limit: 1_000)
                return nil
            } catch { return error.sentence }
        }
        let refusal =
            "'Asking' gives the values of more than 64 personal or secret variables to orders, sub-flows or its parent, "
            + "which is too many to explore with restarts"
        #expect(try sentence(machine(asking(keeping: 64))) == nil)
        #expect(try sentence(machine(asking(keeping: 65))) == refusal)
        #expect(try sentence(machine(asking(keeping: 65)), crashing: false) == nil)
        let whole = """
            flow Whole version 1
            command start, cancel
            effect look calls Desk.look
            final done
            \(Self.rows)
            state idle waits for user { on start -> parting { do look } }
            state parting {
              child part = Asking
              enter { run part.start("x") }
              on part.won, part.done -> done
            }
            """
        let parent = try House.machine(whole, others: ["Asking": asking(keeping: 65)])
        let desk = try model("provider Desk version \"1\"\nstate any { call look stay }")
        #expect(sentence(parent, against: [desk]) == refusal)
        #expect(sentence(parent, crashing: false, against: [desk]) == nil)
    }

    @Test("An order that lacks its value makes no call to a provider")
    func calls() throws {
        let box = try model(
            """
            provider Box version "1" for box
            word bad = BAD
            state cold { call warm -> ready  call ask -> broken }
            state ready { call warm stay  call ask stay }
            state broken { emit bad stay }
            """)
        // The first process warms the box, whose SDK is cold again in the next one.
        let flow = Self.asking.changing(
            "effect ask(name: Name)", to: "effect warm once calls Box.warm\neffect ask(name: Name)"
        )
        .changing("ready { keep name }", to: "ready { keep name; do warm }")
        .changing("within 10s", to: "within 10s calls Box.ask")
        .changing("command start", to: "callback bad\ncommand start")
        .changing("final won", to: "source box = \"Box\" by kind singleton { BAD => bad }\nfinal won")
        .changing("require never", to: "require never on bad\nrequire never")
        .changing("on cancel", to: "on cancel, bad")
        let exploration = try explore(machine(flow), against: box, crashing: true)
        #expect(exploration.verdict(on: "never on bad") == .proved)
        let plain = try explore(machine(flow.changing(" personal", to: "")), against: box, crashing: true)
        #expect(plain.verdict(on: "never on bad") == .broken)
    }

    @Test("What a parent gives to a sub-flow is gone there, and so is what a final of the sub-flow keeps")
    func subFlows() throws {
        let part = """
            flow Part version 1
            type Name = text(1...9) personal
            context { name: Name? }
            command start(name: Name), cancel
            effect look calls Desk.look
            final done keeps name
            \(Self.rows)
            state idle waits for user { on start -> done { keep name } }
            """
        let whole = Self.asking.changing(
            "  state asking {",
            to: """
                state parting {
                  child part = Part
                  enter { run part.start(name) }
                  on part.done when name present -> asking { keep name }
                  on part.done when name absent -> done
                }
                state asking {
                """
        ).changing("user { on go -> asking", to: "user { on go -> parting")
        #expect(try !isWonAfterRestart(whole, running: part))
        #expect(try isWonAfterRestart(whole.changing("start(name) }", to: "start(\"x\") }"), running: part))
        #expect(try isWonAfterRestart(whole, running: part.changing("{ keep name }", to: "{ name = \"x\" }")))
    }

    /// A flow that asks the backend anew with the person's name after a word of an earlier attempt.
    private static let retrying = """
        flow Retrying version 1
        type Name = text(1...9) personal
        context { name: Name? }
        command start(name: Name), cancel
        callback opened, jammed
        effect turn calls Lock.turn
        effect ask(name: Name) replies yes, no otherwise no within 30s
        source lock = "Lock" by kind singleton {
          OPENED => opened
          JAMMED => jammed
        }
        final done
        within 20m -> done
        on cancel -> done
        on restored stay
        ignore unrecognised, jammed
        reject other
        late other
        state idle waits for user { on start -> turning { keep name } }
        state turning {
          enter { do turn }
          on opened -> done
          on jammed -> asking
          after 30s -> done
        }
        state asking {
          enter { do ask(name) }
          on yes -> turning
          on no -> done
          on opened -> done
        }
        """

    @Test("An order that an old word brings and that lacks its value gets its otherwise at once: the word ends the run")
    func endsAtOnce() throws {
        func explored(_ flow: String, crashing: Bool) throws -> FlowExploration {
            try explore(machine(flow), against: model(LockedDoor.haunted), crashing: crashing)
        }
        let sound = try explored(Self.retrying, crashing: false)
        #expect(sound.verdict(on: "30.v") == .proved)
        #expect(sound.reached.shortestWait == 30_000)
        let back = try explored(Self.retrying, crashing: true)
        #expect(
            back.sentences(about: "30.v").keys.sorted()
                == ["'jammed' of an earlier attempt or run ends the run in 'turning'"])
        let plain = try explored(Self.retrying.changing(" personal", to: ""), crashing: true)
        #expect(plain.verdict(on: "30.v") == .proved)
        // What comes behind the otherwise takes its time.
        let patient =
            Self.retrying.changing("on no -> done", to: "on no -> waiting")
            + "\nstate waiting { on opened -> done\n late yes, no\n after WAIT -> done }"
        let late = try explored(patient.changing("WAIT", to: "2s"), crashing: true)
        #expect(late.verdict(on: "30.v") == .proved)
        #expect(late.reached.shortestWait == 2_000)
        #expect(try explored(patient.changing("WAIT", to: "500ms"), crashing: true).verdict(on: "30.v") == .broken)
    }
}
