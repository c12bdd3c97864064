import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("A timer that is set and can never fire is an error")
struct DeadTimerTests {
    private static func inside(_ items: String, group: String = "") -> String {
        flow(
            """
            state idle waits for user { on start -> inside }
            group g { \(group)
              state inside { on tick -> done \(items) }
              state next { on tick -> done after 9s -> done }
            }
            """, otherwise: "on cancel -> failed\nreject other")
    }

    @Test("A timer never fires that is set for at least as long as a running deadline that leaves its scope")
    func outrun() {
        for seconds in [30, 31] {
            expect(
                .timerNeverFires, at: [("set tick", "timer 'tick' can never fire: 'after 30s' runs already")],
                in: Self.inside("timer tick enter { set tick \(seconds)s } after 30s -> done").changing(
                    "state next { on tick -> done", to: "state next {"
                ).changing("on tick -> done", to: "on tick -> next"))
        }
        expectNone(
            of: .timerNeverFires,
            in: Self.inside("timer tick enter { set tick 29s } after 30s -> done").changing(
                "state next { on tick -> done", to: "state next {"
            ).changing("on tick -> done", to: "on tick -> next"))
    }

    @Test("The session's deadline counts as such a deadline too")
    func session() {
        expect(
            .timerNeverFires, at: [("set tick 20m", "'within 15m' runs already")],
            in: Self.inside("enter { set tick 20m } on cancel -> next", group: "timer tick"))
    }

    @Test("A timer of the group outlives a deadline that stays in the group")
    func outlives() {
        expectNone(
            of: .timerNeverFires, in: Self.inside("enter { set tick 40s } after 30s -> next", group: "timer tick"))
        expect(
            .timerNeverFires, at: [("set tick", "'after 30s'")],
            in: Self.inside("enter { set tick 40s } after 5s -> next", group: "timer tick after 30s -> failed"))
    }

    @Test("A deadline of the group that stays in the group may have fired before the timer of a state is set")
    func firedBefore() {
        func text(_ target: String) -> String {
            flow(
                """
                state idle waits for user { on start -> first }
                group g {
                  after 30s -> \(target)
                  state first { timer tick enter { set tick 40s } on tick -> done }
                  state second { on start -> first after 9s -> done }
                }
                """, otherwise: "on cancel -> failed\nreject other")
        }
        expectNone(of: .timerNeverFires, in: text("second"))
        expect(.timerNeverFires, at: [("set tick", "'after 30s' runs already")], in: text("idle"))
    }

    @Test("An 'after' can never fire where a shorter one of its scope or around it, or the session's, goes before")
    func unnamed() {
        for (state, group, words) in [
            ("after 40s -> next after 30s -> done", "", "after 40s"),
            ("after 30s -> next", "after 30s -> done", "after 30s -> next"),
            ("after 30s -> next", "after 10s -> failed", "after 30s -> next"),
            ("after 15m -> next", "", "after 15m"), ("after 16m -> next", "", "after 16m"),
        ] {
            expect(
                .timerNeverFires, at: [(words, "can never fire")],
                in: Self.waiting("\(state) on start -> next", group: group))
        }
        for (state, group) in [
            ("after 30s -> next on start -> failed", "after 40s -> done"),
            ("after 40s -> next", "after 30s -> last"),
            ("after 14m -> next on start -> last", ""),
        ] {
            expectNone(of: .timerNeverFires, in: Self.waiting(state, group: group))
        }
    }

    /// A flow whose first state is in a group: both have these items.
    private static func waiting(_ items: String, group: String) -> String {
        flow(
            """
            group g {
              \(group)
              state first { \(items) }
              state next { after 5s -> last }
              state last { on start -> done after 5s -> failed }
            }
            """, otherwise: "on cancel -> failed\nreject other")
    }

    @Test("A deadline that enters its own state anew leaves that state, and ends the state's timers")
    func itself() {
        func text(_ seconds: Int) -> String {
            flow(
                """
                state s waits for user {
                  timer hint
                  enter { set hint \(seconds)s }
                  after 30s -> s
                  on hint -> failed
                  on start -> done
                }
                """, otherwise: "on cancel -> failed\nreject other")
        }
        expect(.timerNeverFires, at: [("set hint", "'after 30s' runs already")], in: text(40))
        expectNone(of: .timerNeverFires, in: text(29))
    }

    @Test("A deadline that a choice may lead back into the scope proves nothing")
    func choice() {
        let text =
            Self.inside("enter { set tick 40s } after 30s -> fork", group: "timer tick")
            + "\nchoice fork { when far -> next otherwise -> done }"
        expectNone(
            of: .timerNeverFires,
            in: text.changing("command start", to: "context { far: bool = false }\ncommand start").changing(
                "on start -> inside", to: "on start -> inside { far = true }"))
    }

    @Test("A duration that a callback brings counts with its least value")
    func bounds() {
        func text(_ least: String) -> String {
            flow(
                """
                ignore unrecognised
                late told
                state idle waits for user { on start -> inside }
                state inside { timer tick on told stay { set tick life } on tick -> failed after 30s -> done }
                """,
                declaring: """
                    type Life = duration(\(least)...1h)
                    callback told(life: Life)
                    source s = "S" by kind singleton { A => told(life: seconds) }
                    """, otherwise: "on cancel -> failed\nreject other")
        }
        expect(.timerNeverFires, at: [("set tick life", "'after 30s'")], in: text("30s"))
        expectNone(of: .timerNeverFires, in: text("29s"))
    }
}
