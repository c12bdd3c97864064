import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("Values are present and in range where they are used")
struct ValueTests {
    static let declarations = """
        type Token = text(1...64) secret
        context { token: Token?, tries: int 0...3 = 0, narrow: int 0...3 = 0, wide: int 0...9 = 0 }
        effect use(token: Token)
        callback told(token: Token?), counted(number: int 0...9)
        source s = "S" by kind singleton {
          A => told(token: token)
          B => counted(number: n)
        }
        """

    static func text(_ items: String, rest: String = "reject other\nlate other\nignore unrecognised") -> String {
        flow(items, declaring: declarations, otherwise: rest)
    }

    @Test("An argument that is not optional is proven present, or the shortest way to its absence is shown")
    func argument() {
        let items = """
            state idle waits for user { on told -> using { keep token } on counted stay on cancel -> using }
            state using { enter { do use(token) } after 5s -> done }
            """
        expect(
            .valueMayBeAbsent, at: [("token", "the 'token' of 'use' may be absent here: after ")], in: Self.text(items))
    }

    @Test("Rule 7a: Presence is what holds on every way: a guard proves it")
    func presenceByGuard() {
        let items = """
            state idle waits for user {
              on told when token present -> using { keep token }
              ignore told otherwise
              on counted stay
            }
            state using { enter { do use(token) } after 5s -> done }
            """
        expectNone(of: .valueMayBeAbsent, in: Self.text(items))
    }

    @Test("Rule 7a: One way that brings less is found, however late it joins")
    func presenceOnEveryWay() {
        let items = """
            state idle waits for user {
              on told when token present -> using { keep token }
              ignore told otherwise
              on counted stay
              on cancel -> roundabout
            }
            state roundabout { after 5s -> using }
            state using { on start stay { do use(token) } after 5s -> done }
            """
        expect(.valueMayBeAbsent, at: [("token", "after ")], in: Self.text(items))
    }

    @Test("A duration that may be absent sets no timer")
    func duration() {
        let items = """
            state idle waits for user { timer tick on start stay { set tick pause } on tick, cancel -> done }
            """
        expect(
            .valueMayBeAbsent, at: [("set tick pause", "the duration of timer 'tick'")],
            in: flow(items, declaring: "context { pause: duration? }", otherwise: ""))
        expectNone(
            of: .valueMayBeAbsent, in: flow(items, declaring: "context { pause: duration = 5s }", otherwise: ""))
    }

    @Test("A count that may leave its range is shown with the way there")
    func count() {
        let items = "state idle waits for user { on start stay { tries += 1 } on cancel -> done on told, counted stay }"
        expect(
            .valueMayLeaveRange,
            at: [
                ("tries += 1", "'tries' may leave 0...3 here: after 'start', 'start', 'start', 'start', with tries = 3")
            ],
            in: Self.text(items, rest: "ignore unrecognised"))
        let guarded = items.changing(
            "on start stay", to: "on start otherwise -> failed\non start when tries < 3 stay")
        expectNone(of: .valueMayLeaveRange, in: Self.text(guarded, rest: "ignore unrecognised"))
    }

    @Test("A count at the end of all integers is held to its range as well")
    func countBeyondIntegers() {
        let items = "state idle waits for user { on start stay { n += 1 } on cancel -> done }"
        expect(
            .valueMayLeaveRange, at: [("n += 1", "'n' may leave 0...9223372036854775807 here")],
            in: flow(
                items, declaring: "context { n: int 0...9223372036854775807 = 9223372036854775807 }", otherwise: ""))
    }

    @Test("A count downwards that may leave its range is shown too")
    func countDown() {
        let items = "state idle waits for user { on start stay { tries -= 1 } on cancel -> done on told, counted stay }"
        expect(
            .valueMayLeaveRange, at: [("tries -= 1", "'tries' may leave 0...3")],
            in: Self.text(items, rest: "ignore unrecognised"))
    }

    @Test("An int from a wider one stays in range only behind a guard")
    func widerField() {
        let items = "state idle waits for user { ROW on start, cancel -> done on told stay }"
        expect(
            .valueMayLeaveRange, at: [("narrow = number", "'narrow' may leave 0...3")],
            in: Self.text(
                items.changing("ROW", to: "on counted stay { narrow = number }"), rest: "ignore unrecognised"))
        expectNone(
            of: .valueMayLeaveRange,
            in: Self.text(
                items.changing(
                    "ROW", to: "on counted when number <= 3 stay { narrow = number } ignore counted otherwise"),
                rest: "ignore unrecognised"))
    }

    @Test("A variable brings its value along: a wider one is followed through assignments")
    func widerVariable() {
        let items = """
            state idle waits for user {
              on counted stay { wide = number }
              on start WHEN stay { narrow = wide }
              REST
              on cancel -> done
              on told stay
            }
            """
        expect(
            .valueMayLeaveRange, at: [("narrow = wide", "with ")],
            in: Self.text(items.changing("WHEN", to: "").changing("REST", to: ""), rest: "ignore unrecognised"))
        expectNone(
            of: .valueMayLeaveRange,
            in: Self.text(
                items.changing("WHEN", to: "when wide <= 3").changing("REST", to: "ignore start otherwise"),
                rest: "ignore unrecognised"))
    }

    @Test("Rule 9: Assignments read the values before them, all at once")
    func simultaneous() {
        let items = """
            state idle waits for user {
              on start when tries < 3 stay { tries += 1; narrow = tries }
              on start otherwise stay { tries = 0; narrow = tries }
              on cancel -> done
              on told, counted stay
            }
            """
        expectNone(of: .valueMayLeaveRange, in: Self.text(items, rest: "ignore unrecognised"))
    }

    @Test("A timer takes no duration that may be nothing")
    func emptyDuration() {
        let text = flow(
            """
            state idle waits for user { on start -> inside on cancel -> failed }
            state inside { timer tick enter { set tick life } on tick -> done after 5m -> failed }
            """, declaring: "param life: duration 0s...1m = 1s", otherwise: "reject other")
        expect(
            .valueMayLeaveRange,
            at: [("life", "this 'life' may last 0s...1m, and the 'tick' that it goes to takes 1ms or more")], in: text)
        expectNone(of: .valueMayLeaveRange, in: text.changing("0s...1m", to: "1ms...1m"))
    }

    @Test("A text that fits neither by its length nor by its class is told both, with both ranges")
    func lengthAndClass() {
        let text = """
            flow Door version 1
            type Key = text(1...2048) secret
            type Short = text(8...512)
            command open(key: Key)
            effect turn(key: Short)
            final opened
            within 15m -> opened
            state closed waits for user { on open -> opened { do turn(key) } }
            """
        let told = found(in: text).map(\.message)
        #expect(
            told == [
                "this 'key' may have 1...2048 characters, and the 'key' that it goes to takes 8...512",
                "'key' is secret, and 'key' is plain: a value goes only where its class is kept",
            ])
    }

    @Test("What an int is counted by has no range in a message, and a duration that cannot be read is told once")
    func messages() {
        let text = """
            flow Door version 1
            context { left: int 0...5 = 5 }
            command open
            callback rung(life: duration)
            source bell = "Bell" by event singleton { RUNG => rung(life: ttl or 10min) }
            final opened
            within 15m -> opened
            ignore unrecognised, rung
            state closed waits for user { on open -> opened { left -= "1" } }
            """
        let told = found(in: text).filter { $0.severity == .error }.map(\.message)
        #expect(
            told == [
                "'10min' is no number and no duration: the units are ms, s, m and h",
                "'left' is an int, and this is not",
            ])
    }

    @Test(
        "A word that is misspelled at the end of a declaration is told with the one that is meant",
        arguments: [
            ("type Key = text(1...8) secert", "'secert'; did you mean 'secret'?"),
            ("final opened keep key", "'keep'; did you mean 'keeps'?"),
            ("comand open", "'comand'; did you mean 'command'?"),
        ])
    func misspelled(line: String, ending: String) {
        let told = found(in: "flow Door version 1\n\(line)\n").map(\.message)
        #expect(told.contains { $0.hasSuffix("found \(ending)") }, "\(told)")
    }
}
