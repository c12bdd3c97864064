import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("Timers live in scopes")
struct TimerTests {
    static let items = """
        state idle waits for user { on start -> inside START }
        group g {
          timer tick
          state inside { on tick -> done on cancel -> outside CANCEL after 5s -> done }
        }
        state outside { after 5s -> done }
        """

    static func rows(start: String, cancel: String) -> String {
        flow(items.changing("START", to: start).changing("CANCEL", to: cancel))
    }

    @Test("Rule 14: A timer is set where the step arrives, not where it comes from")
    func arriving() {
        expectNone(of: .usedOutOfScope, in: Self.rows(start: "{ set tick 1s }", cancel: ""))
        expect(
            .usedOutOfScope,
            at: [("set tick 1s", "timer 'tick' does not live in 'outside', so it cannot be set there")],
            in: Self.rows(start: "{ set tick 1s }", cancel: "{ set tick 1s }"))
        expect(
            .usedOutOfScope, at: [("clear tick", "so it cannot be cleared there")],
            in: Self.rows(start: "{ set tick 1s }", cancel: "{ clear tick }"))
    }

    @Test("Rule 14: Every state that a choice can lead to counts")
    func throughChoices() {
        let text =
            Self.rows(start: "{ set tick 1s }", cancel: "")
            .changing("on start -> inside", to: "on start -> fork")
            + "\nchoice fork { when ready -> inside otherwise -> outside }"
        expect(
            .usedOutOfScope, at: [("set tick", "'outside'")],
            in: text.changing("command", to: "context { ready: bool = false }\ncommand"))
    }

    @Test("Rule 14: 'stay' and 'enter' count for the states of their scope")
    func stayAndEnter() {
        let enter = Self.rows(start: "{ set tick 1s }", cancel: "").changing(
            "state outside {", to: "state outside { enter { set tick 1s }")
        expect(.usedOutOfScope, at: [("set tick", "'outside'")], in: enter)
        let stay = Self.rows(start: "{ set tick 1s }", cancel: "") + "\non cancel stay { clear tick }"
        expect(.usedOutOfScope, at: [("clear tick", "'idle'")], in: stay)
    }

    @Test("Rule 13: What lives in the file is not begun where only finals follow, which end it")
    func intoFinals() {
        func text(_ order: String, _ thing: String, _ fork: String) -> String {
            flow(
                """
                \(thing)
                choice fork { when far -> \(fork) otherwise -> failed }
                state idle waits for user { on start stay { far = true } on cancel -> fork { \(order) } }
                state busy { on cancel -> done after 5s -> done }
                """, declaring: "context { far: bool = false }")
        }
        let things = [
            ("set tick 1s", "timer tick on tick -> done", "timer 'tick', so it cannot be set"),
            ("take queue", "lane queue of Mail on queue -> done", "lane 'queue', so it cannot be taken"),
            (
                "run door.open", "child door = Door on door.opened, door.shut -> done",
                "child 'door', so it cannot be run"
            ),
        ]
        for (order, thing, words) in things {
            expect(
                .usedOutOfScope, at: [(order, "'done' ends \(words) on the way there")],
                in: text(order, thing, "done"), among: ["Door": doorFlow])
            expectNone(of: .usedOutOfScope, in: text(order, thing, "busy"), among: ["Door": doorFlow])
        }
    }

    @Test("Rule 17: A timer is held only where it can run")
    func held() {
        let text = Self.rows(start: "{ set tick 1s }", cancel: "").changing(
            "state outside {", to: "state outside { hold tick")
        expect(.usedOutOfScope, at: [("tick", "cannot be held there")], in: text)
    }
}
