import FlowLanguage
import FlowMachine
import FlowRules
import Testing

@Suite("What is declared is used, and what is not checked is said")
struct UseTests {
    @Test(
        "Commands that no row names, callbacks that no decoder makes, and unused effects, timers and variables are told"
    )
    func unused() {
        let text = flow(
            "state idle waits for user { timer tick on start -> done on heard stay { spare = true } on told stay on tick stay }",
            declaring: """
                context { spare: bool = false }
                callback told, heard
                effect ask
                source s = "S" by kind singleton { A => told }
                """, otherwise: "reject other\nignore unrecognised")
        let warnings = found(in: text).filter { $0.code == .neverUsed }
        #expect(warnings.allSatisfy { $0.severity == .warning })
        #expect(
            warnings.map(\.message) == [
                "variable 'spare' is never read", "no decoder row makes 'heard'", "nothing does the effect 'ask'",
                "no row names 'cancel'; only 'other' decides it", "timer 'tick' is never set",
            ])
    }

    @Test("A callback that no decoder makes and no row names is told once")
    func neverTold() {
        let text = flow(
            "state idle waits for user { on start -> done on cancel -> failed on told stay }",
            declaring: """
                callback told, neverTold
                source s = "S" by kind singleton { A => told }
                """, otherwise: "late other\nignore unrecognised")
        #expect(
            found(in: text).filter { $0.code == .neverUsed }.map(\.message) == [
                "no decoder row makes 'neverTold', and no row names it"
            ])
    }

    @Test("A choice to which nothing leads has no use; one behind another choice has")
    func choices() {
        let text = flow(
            """
            state idle waits for user { on start -> first on cancel -> failed }
            choice first { otherwise -> second }
            choice second { otherwise -> done }
            choice third { otherwise -> second }
            """, otherwise: "")
        expect(.neverUsed, at: [("third", "nothing leads to choice 'third'")], in: text)
    }

    @Test("A variable that a requirement, a final or an argument reads is used")
    func used() {
        expectNone(
            of: .neverUsed,
            in: flow(
                "state idle waits for user { on start -> done { do ask(c) } on cancel -> failed { a = true; b = true; c = true } }",
                declaring: """
                    context { a: bool = false, b: bool = false, c: bool = false }
                    effect ask(c: bool)
                    final kept keeps a
                    require never not b
                    """, otherwise: "on again -> kept\ncommand again"))
    }

    @Test(
        "Rule 0a: a variable that is called like an event, target or effect of a requirement is not read by it",
        arguments: [
            "never again", "never on again", "kept only after again", "idle only after ask", "never around",
            "never stale again",
        ])
    func namesakes(requirement: String) {
        let text = flow(
            """
            group around { state idle waits for user { on start -> done { do ask } on cancel -> failed } }
            """,
            declaring: """
                context { again: bool = false, idle: bool = false, ask: bool = false, around: bool = false, kept: bool = false }
                effect ask
                final kept
                require \(requirement)
                """, otherwise: "on again -> kept\non stale again -> kept\ncallback again")
        let names = ["again", "idle", "ask", "around", "kept"]
        expect(.neverUsed, at: names.map { ($0, "variable '\($0)' is never read") }, in: text)
    }

    @Test("A bool is read where a requirement, a role or a scenario names it by itself")
    func boolsByThemselves() {
        expectNone(
            of: .neverUsed,
            in: flow(
                "state idle waits for user { on start -> done on cancel -> failed { a = true; b = true; c = true } }",
                declaring: """
                    context { a: bool = false, b: bool = false, c: bool = false }
                    require never (a and in done)
                    role known = b
                    scenario "begins" { expect not c }
                    """, otherwise: ""))
    }

    @Test("A provider's file is a model and no machine")
    func provider() {
        let text = """
            provider OTPless version "2.3.2" for otpless
            word ready = SDK_READY(statusCode: 200)
            success ready
            state cold { emit ready -> cold }
            """
        let source = SourceText(path: "OTPless.provider", bytes: Array(text.utf8))
        let flow = check(source)
        #expect(flow.machine == nil)
        #expect(!flow.mayRun)
        #expect(flow.diagnostics.isEmpty, "\(found(in: text))")
        #expect(flow.model?.title == "OTPless 2.3.2")
    }

    @Test("A flow whose sub-flow was not looked up is checked, and may not be run")
    func subFlow() {
        let text = flow(
            """
            state idle waits for user { on start -> inner on cancel -> failed }
            state inner { child other = Other enter { run other.start } on other.done -> done on cancel -> failed }
            """, otherwise: "reject start")
        let checked = check(SourceText(path: "test.flow", bytes: Array(text.utf8)))
        #expect(!checked.hasErrors, "\(found(in: text))")
        #expect(!checked.mayRun)
        let simple = flow("state idle waits for user { on start -> done on cancel -> failed }", otherwise: "")
        #expect(check(SourceText(path: "test.flow", bytes: Array(simple.utf8))).mayRun)
    }

    @Test("Rule 13: Finals have no rows; Rule 10: choices form no cycle; Rule 7: classes reach no guard")
    func resolverRules() {
        let live = "state idle waits for user { on start -> done on cancel -> failed }"
        expect(
            .finalStateLeft, at: [("on start", "'ended' is final, so 'start' cannot stand in it")],
            in: flow("final ended { on start -> done }\n" + live, otherwise: ""))
        expect(
            .choiceCycle,
            at: [("one", "choice 'one' leads back to itself"), ("two", "choice 'two' leads back to itself")],
            in: flow(
                "state idle waits for user { on start -> one on cancel -> failed }\nchoice one { otherwise -> two }\nchoice two { otherwise -> one }",
                otherwise: ""))
        for classification in ["secret", "personal"] {
            expect(
                .classifiedValueSteers, at: [("way", classification)],
                in: flow(
                    "state idle waits for user { on start when way > 1 -> done on start otherwise -> done on cancel -> failed }",
                    declaring: "type Way = int(0...3) \(classification)\ncontext { way: Way? }", otherwise: ""))
        }
    }
}
