import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("A scenario is played")
struct ScenarioTests {
    /// A door that is turned in attempts, while a timer polls; once it has opened, a backend is asked.
    private static func flow(_ lines: [String]) -> String {
        """
        flow Door version 1
        enum Why { closed, silent }
        context { tries: int 0...3 = 0, why: Why? }
        command open(by: Why), knock, cancel
        callback opened(fast: bool?), jammed
        effect turn starts attempt
        effect ask replies yes, no(why: Why) otherwise no(why: silent) within 10s
        effect wait
        source hand = "Hand" by kind stamped { OPENED => opened  JAMMED => jammed }
        final inside
        final out keeps why
        within 15m -> out
        on cancel -> out
        reject other
        late other
        ignore unrecognised
        choice again {
          when tries < 2 -> turning
          when tries >= 2 -> out
        }
        state closed waits for user {
          on open when by == closed -> turning
          reject open when by == silent
        }
        state turning {
          timer poll
          enter { do turn; set poll 5s }
          on poll stay { do wait; set poll 5s }
          on opened -> asking
          on jammed -> again { tries += 1 }
          late stale jammed
          after 30s -> out
        }
        state asking {
          enter { do ask }
          on yes -> inside
          on no -> out { keep why }
          ignore opened, jammed
        }
        scenario "a story" {
          \(lines.joined(separator: "\n  "))
        }
        """
    }

    private func problems(_ lines: String...) -> [String] { problems(lines) }

    private func problems(_ lines: [String]) -> [String] {
        let text = Self.flow(lines)
        return check(SourceText(path: "Door.flow", bytes: Array(text.utf8))).diagnostics
            .filter { $0.severity == .error }.map { "\($0.code.name): \($0.message)" }
    }

    @Test(
        "A scenario whose expectations hold is no problem",
        arguments: [
            ["expect in closed", "on open(by: closed)", "expect in turning", "expect turn", "expect open"],
            ["on open(by: silent)", "expect in closed", "expect not tries > 0"],
            ["on open(by: closed)", "advance 14s", "expect wait", "expect in turning", "advance 16s", "expect out"],
            ["on open(by: closed)", "on opened(fast: true)", "expect ask", "on yes", "expect inside"],
            ["on open(by: closed)", "on opened", "advance 9999ms", "expect in asking", "advance 1ms", "expect out"],
            ["on open(by: closed)", "on opened", "advance 10s", "expect no", "expect why == silent"],
            ["on open(by: closed)", "on jammed", "expect again", "expect tries == 1", "on jammed", "expect out"],
            ["on open(by: closed)", "on stale jammed", "expect in turning", "expect tries == 0"],
            ["on open(by: closed)", "on opened", "on yes", "on knock", "on stale no(why: closed)", "expect inside"],
            ["advance 15m", "expect out", "advance 1h", "on cancel", "expect out"],
        ])
    func held(lines: [String]) {
        #expect(problems(lines) == [])
    }

    @Test("A held timer that is due fires as its hold ends, and the limit of what it orders runs from then on")
    func heldTimer() {
        let text = """
            flow Held version 1
            command shut, free, cancel
            effect ask replies yes, no otherwise no within 10s
            final inside
            final out
            within 15m -> out
            on cancel -> out
            reject other
            late other
            group room {
              timer over
              state open waits for user { on shut -> closed { set over 5s } }
              state closed waits for user { hold over  on free -> freed }
              state freed waits for user { on over -> asking }
            }
            state asking {
              enter { do ask }
              on yes -> inside
              on no -> out
            }
            scenario "a story" {
              on shut
              advance 30s
              on free
              advance 9s
              expect in asking
              advance 1s
              expect out
            }
            """
        let found = check(SourceText(path: "Held.flow", bytes: Array(text.utf8))).diagnostics
        #expect(found.filter { $0.severity == .error }.map(\.message) == [])
    }

    /// The problems of a flow that goes by silence where the given ways contain it, and by another way otherwise.
    private func problemsOfChoice(_ lines: String...) -> [String] {
        let text = """
            flow Choice version 1
            enum Way { silent, smart }
            context { ways: set of Way? }
            command start(ways: set of Way, more: set of Way?), stop
            final done
            within 15m -> done
            on stop -> done
            reject other
            choice first { when silent in ways -> bySilence  otherwise -> bySmart }
            state idle waits for user { on start -> first { keep ways } }
            state bySilence waits for user {}
            state bySmart waits for user {}
            scenario "a story" {
              \(lines.joined(separator: "\n  "))
            }
            """
        return check(SourceText(path: "Choice.flow", bytes: Array(text.utf8))).diagnostics
            .filter { $0.severity == .error }.map { "\($0.code.name): \($0.message)" }
    }

    @Test("A field that holds a set is told the cases in braces")
    func sets() {
        #expect(problemsOfChoice("on start(ways: { smart, silent }, more: {})", "expect in bySilence") == [])
        #expect(problemsOfChoice("on start(ways: { smart })", "expect in bySmart") == [])
        #expect(problemsOfChoice("on start(ways: {})", "expect in bySmart") == [])
        #expect(problemsOfChoice("on start(ways: { fax })").first?.hasPrefix("FL026: ") == true)
        #expect(problemsOfChoice("on start(ways: silent)").first?.hasPrefix("FL040: ") == true)
        #expect(problemsOfChoice("on start(ways: { smart silent })").first?.hasPrefix("FL005: ") == true)
    }

    @Test(
        "An expectation that does not hold is told with what happened last, at its line",
        arguments: [
            (
                ["on open(by: silent)", "expect in turning"],
                "scenario 'a story' expects 'in turning', which is not so; 'open' was rejected, and the run is in 'closed'"
            ),
            (
                ["expect turn"],
                "scenario 'a story' expects 'turn', which is not so; nothing happened, and the run is in 'closed'"
            ),
            (
                ["on open(by: closed)", "expect ask"],
                "scenario 'a story' expects 'ask', which is not so; 'open' was taken and ordered 'turn', and the run is in 'turning'"
            ),
            (
                ["on open(by: closed)", "advance 29s", "expect out"],
                "scenario 'a story' expects 'out', which is not so; 'poll' stayed and ordered 'wait', 'poll' stayed and ordered 'wait', 'poll' stayed and ordered 'wait', and the run is in 'turning'"
            ),
            (
                ["on yes", "expect inside"],
                "in scenario 'a story' 'yes' cannot come here: no open effect has this reply; nothing happened, and the run is in 'closed'"
            ),
        ])
    func broken(lines: [String], message: String) {
        #expect(problems(lines) == ["FL087: " + message])
    }

    @Test("Rule 23: A word of a source that is not stamped cannot come as stale")
    func staleOfSingleton() {
        let text = Self.flow(["on open(by: closed)", "on stale jammed", "expect in turning"])
        func messages(_ text: String) -> [String] {
            check(SourceText(path: "Door.flow", bytes: Array(text.utf8))).diagnostics
                .filter { $0.severity == .error }.map(\.message)
        }
        let mistaken = messages(
            text.changing("by kind stamped", to: "by kind singleton").changing("late stale jammed", to: ""))
        #expect(mistaken.count == 1)
        #expect(mistaken.first?.contains("cannot come here: only a 'stamped' source") ?? false, "\(mistaken)")
        #expect(messages(text.changing("late stale jammed", to: "")) == [])
    }

    @Test("Each unmet 'expect' is told; nothing behind an event that cannot come")
    func several() {
        #expect(problems("expect out", "expect inside", "on no(why: closed)", "expect out").count == 3)
    }

    @Test("An 'advance' that would never come to an end is an error, and no endless wait")
    func endless() {
        let text = """
            flow Clock version 1
            command start, cancel
            effect tick
            final over
            within 24h -> over
            on cancel -> over
            reject other
            state idle waits for user { on start -> ticking }
            state ticking waits for user {
              timer beat
              enter { set beat 1ms }
              on beat stay { do tick; set beat 1ms }
            }
            scenario "a day" {
              on start
              advance 23h
            }
            """
        let problems = check(SourceText(path: "Clock.flow", bytes: Array(text.utf8))).diagnostics
        #expect(problems.filter { $0.code == .scenarioFails }.count == 1, "\(problems.map(\.message))")
        #expect(problems.contains { $0.message.contains("more than 100000 steps are due") })
    }

    @Test(
        "Names, values and timers are told at their places",
        arguments: [
            ("on opne", "FL024: there is no event 'opne'"),
            ("on open", "FL041: 'open' needs 'by: ...'"),
            ("on open(by: closed, by: silent)", "FL041: 'by' is given twice"),
            ("on open(by: closed, at: 1)", "FL041: 'open' has no field 'at'"),
            ("on open(by: later)", "FL026: there is no case of 'Why' called 'later'"),
            ("on poll", "FL077: 'poll' comes when its time is over; 'advance' lets it pass"),
            ("on stale open(by: closed)", "FL077: only a callback or a reply can be stale, and 'open' is neither"),
            ("expect in nowhere", "FL023: there is no state, group or final 'nowhere'"),
            ("expect tires == 1", "FL026: there is no value 'tires'"),
        ])
    func wrongNames(line: String, message: String) {
        #expect(problems(line) == [message])
    }

    @Test("A title that stands twice is told once")
    func twice() {
        let text = Self.flow(["on cancel"]) + "\nscenario \"a story\" { on cancel expect out }"
        let problems = check(SourceText(path: "Door.flow", bytes: Array(text.utf8))).diagnostics
        #expect(problems.filter { $0.severity == .error }.map(\.message) == ["scenario 'a story' is told twice"])
    }
}
