import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("A scenario in which the app dies")
struct ScenarioRestartTests {
    /// A shop that charges a card at most once, and checks it; where a restart has taken the card away, the run goes back to `idle`.
    private static func flow(_ lines: [String]) -> String {
        """
        flow Shop version 1
        type Card = text(1...19) secret
        type Pin = text(4...4) transient
        context { card: Card?, lost: int 0...3 = 0 }
        command start(card: Card), pay, ask, prove(pin: Pin), look, cancel
        effect charge once replies paid, unpaid otherwise unpaid within 1m
        effect check(card: Card?) replies good, unsure otherwise unsure within 1m
        effect verify(pin: Pin) replies right, unheard otherwise unheard within 1m
        effect peek replies seen, hidden otherwise hidden within 1m
        final done
        within 15m -> done
        on cancel -> done
        on restored when withValues stay
        on restored when not withValues -> idle
        late unpaid, unsure, unheard
        reject other
        late other
        state idle waits for user {
          on start -> ready { keep card }
          on ask -> checking
          on hidden when lost < 3 stay { lost += 1 }
          late hidden when lost == 3
        }
        state ready waits for user {
          on pay -> paying
          on ask -> checking
          on prove -> proving { do verify(pin) }
          on look -> looking
        }
        state paying {
          enter { do charge }
          on unpaid -> ready
          on paid -> done
        }
        state checking {
          enter { do check(card) }
          on unsure -> ready
          on good -> done
        }
        state proving {
          on unheard -> ready
          on right -> done
        }
        state looking {
          enter { do peek }
          on hidden -> ready
          on seen -> done
        }
        scenario "a story" {
          on start(card: "4711")
          \(lines.joined(separator: "\n  "))
        }
        """
    }

    private func problems(_ lines: [String]) -> [String] {
        let text = Self.flow(lines)
        return check(SourceText(path: "Shop.flow", bytes: Array(text.utf8))).diagnostics
            .filter { $0.severity == .error }.map { "\($0.code.name): \($0.message)" }
    }

    @Test(
        "What is not performed again gets its `otherwise` at once",
        arguments: [
            // `charge` is `once`, so it is not performed again.
            ["on pay", "on restored(withValues: true)", "expect unpaid", "expect in ready"],
            // `peek` is performed again, so the run still waits for its reply.
            [
                "on look", "on restored(withValues: true)", "expect not hidden", "expect in looking", "on seen",
                "expect done",
            ],
            // The row for `restored` leads to a state, so `peek` is given up.
            ["on look", "on restored(withValues: false)", "expect hidden", "expect in idle", "expect lost == 1"],
            // `check` has its value from the log; the value of `verify` is gone.
            ["on ask", "on restored(withValues: true)", "expect in checking", "on good", "expect done"],
            ["on prove(pin: \"1234\")", "on restored(withValues: true)", "expect unheard", "expect in ready"],
        ])
    func interrupted(lines: [String]) {
        #expect(problems(lines) == [])
    }

    @Test("An order that is made later with a value that is gone gets its `otherwise` at once as well")
    func later() {
        #expect(problems(["on restored(withValues: false)", "on ask", "expect unsure", "expect in ready"]) == [])
        #expect(problems(["on restored(withValues: true)", "on ask", "expect in checking"]) == [])
    }

    @Test("Time goes on after the restart, by the deadlines that the run had")
    func time() {
        #expect(
            problems([
                "on look", "advance 59s", "on restored(withValues: true)", "expect in looking", "advance 1s",
                "expect in ready", "advance 14m", "expect done",
            ]) == [])
    }

    @Test("The app dies in a flow without a row for `restored` as well, where it brings no event")
    func withoutRow() {
        func problems(_ lines: String...) -> [String] {
            let text = [
                "on restored when withValues stay", "on restored when not withValues -> idle",
                "late unpaid, unsure, unheard", "on hidden when lost < 3 stay { lost += 1 }",
                "late hidden when lost == 3",
            ].reduce(Self.flow(lines)) { $0.changing($1, to: "") }
            return check(SourceText(path: "Shop.flow", bytes: Array(text.utf8))).diagnostics
                .filter { $0.severity == .error }.map { "\($0.code.name): \($0.message)" }
        }
        #expect(problems("on pay", "on restored", "expect unpaid", "expect in ready") == [])
        #expect(problems("on look", "on restored", "expect in looking", "on seen", "expect done") == [])
        // No row asks for the values, so the run does not have them again.
        #expect(problems("on restored", "on ask", "expect unsure", "expect in ready") == [])
        // What the lines before brought about counts no more.
        #expect(problems("on look", "expect peek", "on restored", "expect not peek") == [])
        #expect(problems("on restored(withValues: true)") == ["FL041: 'restored' has no field 'withValues'"])
    }

    @Test("Rule 24a: What an `otherwise` gives is gone as a reply's value is; what a row assigns is not")
    func valueOfOtherwise() {
        func problems(_ effect: String, _ row: String, _ ending: String) -> [String] {
            let text = """
                flow Guest version 1
                type Token = text(1...20) secret
                context { token: Token? }
                command start, go, cancel
                effect ask replies \(effect)
                effect use(token: Token) replies fine, bad otherwise bad
                final good
                final failed
                within 9m -> failed
                reject other
                late other
                on cancel -> failed
                ignore restored
                state idle waits for user { on start -> asking }
                state asking { enter { do ask } \(row) }
                state have waits for user { on go -> using }
                state using { enter { do use(token) } on fine -> good on bad -> failed }
                scenario "nobody answers, and the app dies" {
                  on start
                  advance 30s
                  on restored
                  on go
                  expect \(ending)
                }
                """
            return found(in: text).filter { $0.severity == .error }.map(\.message)
        }
        #expect(
            problems("got(token: Token) otherwise got(token: \"guest\")", "on got -> have { keep token }", "failed")
                == [])
        #expect(problems("got otherwise got", "on got -> have { token = \"guest\" }", "in using") == [])
    }

    @Test("A scenario that expects something else after the restart fails, with what happened")
    func otherwise() {
        #expect(
            problems(["on pay", "on restored(withValues: true)", "expect in paying"]) == [
                "FL087: scenario 'a story' expects 'in paying', which is not so; 'restored' stayed, 'unpaid' was taken, and the run is in 'ready'"
            ])
    }

    @Test("A scenario in which an order fails and is made anew without end fails, and does not go on for ever")
    func endless() {
        let text = Self.flow(["on restored(withValues: false)", "on ask"])
            .changing("on unsure -> ready", to: "on unsure -> checking")
        let problems = check(SourceText(path: "Shop.flow", bytes: Array(text.utf8))).diagnostics
        #expect(problems.contains { $0.code == .scenarioFails && $0.message.contains("steps are due") })
    }
}
