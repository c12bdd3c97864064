import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("Parameters are declared, fixed and used")
struct ParameterRuleTests {
    private static func sample(_ declarations: String, _ items: String? = nil) -> String {
        flow(
            items ?? "state idle waits for user { on start when n > 1 -> done on start otherwise -> failed }",
            declaring: declarations, otherwise: "on cancel -> failed")
    }

    @Test("A parameter is a bool, an int, a duration or an enum without a class, and its default is one of its values")
    func kinds() {
        expect(
            .typeMismatch, at: [("T", "a parameter is a bool")],
            in: Self.sample("type T = text(1...4)\nparam n: T = \"a\""))
        expect(
            .typeMismatch, at: [("T", "stands in the log")],
            in: Self.sample("type T = int(1...4) secret\nparam n: T = 2"))
        expect(.valueMayLeaveRange, at: [("9", "lies outside 1...4")], in: Self.sample("param n: int 1...4 = 9"))
        expect(
            .emptyRange, at: [("9s...1s", "the range from 9s to 1s is empty")],
            in: Self.sample("param n: duration 9s...1s = 9s"))
    }

    @Test("No row changes a parameter, and no event's field is kept in it")
    func fixed() {
        for order in ["n = 2", "n += 1"] {
            expect(
                .parameterChanged, at: [("n", "'n' is a parameter")],
                in: Self.sample(
                    "param n: int 1...4 = 2",
                    "state idle waits for user { on start stay { \(order) } on cancel -> done }"))
        }
    }

    @Test("A parameter that nothing reads is named; a deadline, a first value and a sub-flow read it")
    func unused() {
        let items = "state idle waits for user { on start -> waiting }\nstate waiting { after n -> done reject start }"
        expect(
            .neverUsed, at: [("m", "parameter 'm' is never read")],
            in: Self.sample("param n: duration 1s...9s = 2s\nparam m: int 1...2 = 1", items))
        expectNone(of: .neverUsed, in: Self.sample("param n: duration 1s...9s = 2s", items))
    }

    @Test("A deadline waits for a parameter of type duration that is never 0, and is declared once")
    func deadlines() {
        let items = "state idle waits for user { on start -> waiting }\nstate waiting { after n -> done reject start }"
        expect(
            .unknownValue, at: [("n", "no parameter of type duration called 'n'")],
            in: Self.sample("context { n: duration = 2s }", items))
        expect(
            .emptyRange, at: [("n", "'n' may be 0")], in: Self.sample("param n: duration 0s...9s = 2s", items))
        expect(
            .duplicateRow, at: [("after n", "has an 'after n' already")],
            in: Self.sample(
                "param n: duration 1s...9s = 2s",
                items.changing("after n -> done", to: "after n -> done after n -> failed")))
    }

    @Test("Rule 15: a timer can fire for every value: the longest that a deadline may run counts")
    func timers() {
        func text(_ longest: String) -> String {
            flow(
                """
                state idle waits for user { on start -> inside }
                state inside { timer tick enter { set tick 30s } after n -> done on tick -> failed }
                """, declaring: "param n: duration 10s...\(longest) = 10s",
                otherwise: "on cancel -> failed\nreject other")
        }
        expect(.timerNeverFires, at: [("set tick", "'after n' runs already")], in: text("30s"))
        expectNone(of: .timerNeverFires, in: text("31s"))
    }

    @Test("Ranges and ends are proved for every value, not for the one that the spec has")
    func everyValue() {
        let items = """
            state idle waits for user {
              on start when count < n -> idle { count += 1 }
              on start otherwise -> done
            }
            """
        let declared = "context { count: int 0...3 = 0 }\nparam n: int 1...3 = 1"
        expectNone(of: .valueMayLeaveRange, in: Self.sample(declared, items))
        expect(
            .valueMayLeaveRange, at: [("count += 1", "'count' may leave 0...3")],
            in: Self.sample(declared.changing("1...3", to: "1...4"), items))
    }

    @Test("A first value that is a parameter fits for every value of it")
    func firstValues() {
        let items = "state idle waits for user { on start when left > 1 stay { left -= 1 } on start otherwise -> done }"
        expectNone(
            of: .valueMayLeaveRange, in: Self.sample("param n: int 1...3 = 1\ncontext { left: int 0...3 = n }", items))
        expect(
            .valueMayLeaveRange, at: [("n", "'left' is an int 0...3, and 'n' may be an int 1...4")],
            in: Self.sample("param n: int 1...4 = 1\ncontext { left: int 0...3 = n }", items))
    }

    @Test("Parameters that can be chosen in too many ways are named before the ways are listed")
    func manyChoices() {
        func warnings(_ declarations: String, _ condition: String = "n > 1") -> [Found] {
            let items = "state idle waits for user { on start when \(condition) -> done on start otherwise -> failed }"
            return found(in: Self.sample(declarations, items)).filter { $0.code == .tooManyConfigurations }
        }
        #expect(warnings("param n: int 0...999 = 2").isEmpty)
        for greatest in ["100000", "100000000", "9223372036854775807"] {
            let found = warnings("param n: int 0...\(greatest) = 2")
            #expect(found.map(\.words) == ["n"])
            #expect(found.first?.message.hasPrefix("'n' can be chosen in more than 100000 ways") ?? false, "\(found)")
            #expect(found.first?.message.contains("give it a narrower range") ?? false, "\(found)")
        }
        // Neither alone has too many values, and a flag that nothing reads multiplies nothing.
        let two = "param n: int 0...999 = 2\nparam m: int 0...100 = 2\nparam flag: bool = true"
        #expect(warnings(two, "n > m").first?.message.hasPrefix("'n', 'm' can be chosen in more than") ?? false)
        #expect(warnings(two).isEmpty)
        // A variable whose first value is the parameter can have all values of it.
        let begun = "param n: int 0...100000 = 2\ncontext { left: int 0...100000 = n }"
        #expect(warnings(begun, "left > 1").map(\.words) == ["n"])
    }
}
