import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@Suite("Names")
struct NameTests {
    @Test("Rule 0: the first state of the file is the initial one, also inside groups")
    func initialState() throws {
        let machine = try MachineUnderTest(
            """
            flow Tiny version 1
            command go
            final done
            within 20m -> done
            reject other
            group outer { group inner { state first { on go -> done } } }
            state second { on go -> done }
            """)
        #expect(machine.state == "first")
    }

    @Test("Rule 0: a target is a state, a choice or a final, never a group")
    func groupAsTarget() {
        let text = """
            flow Tiny version 1
            command go
            final done
            within 20m -> done
            state first { on go -> outer }
            group outer { state second { on go -> done } }
            """
        #expect(Understood(text).errors == [.unknownTarget])
    }

    @Test("Rule 0a: one name may stand in each of the four name spaces")
    func nameSpaces() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            context { same: bool = false }
            command same
            effect same(same: bool)
            final done
            within 20m -> done
            state first { on same -> same { same = true; do same(same) } }
            state same { on same -> done }
            """)
        #expect(try machine.on("same").orders == ["same(true)"])
        #expect(machine.state == "same")
    }

    @Test(
        "Rule 0a: a name is unique in its own name space",
        arguments: [
            "state here { on go -> done } state here { on go -> done }",
            "state here { on go -> done } group here { state there { on go -> done } }",
            "choice here { otherwise -> done } state here { on go -> done }",
            "state here { on go -> done } final done",
            "state here { timer go on go -> done }",
            "command go state here { on go -> done }",
            "callback go state here { on go -> done }",
            "effect say effect say state here { on go -> done }",
            "context { a: bool = false, a: bool = true } state here { on go -> done }",
            "enum Way { left, left } context { w: Way? } state here { on go -> done }",
        ])
    func duplicates(rest: String) {
        let text = """
            flow Tiny version 1
            command go
            final done
            within 20m -> done
            \(rest)
            """
        #expect(Understood(text).errors == [.duplicateName])
    }

    @Test("Rule 0a: as a value a name is the field, else the variable, else the case of the expected type")
    func meaningOfValues() throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            enum Way { left, right }
            context { n: int 0...9 = 1, way: Way? }
            command go(n: int 0...9), walk
            effect say(n: int 0...9)
            final done
            within 20m -> done
            state first {
              on go stay { do say(n) }
              on walk stay { way = left; do say(n) }
            }
            """)
        #expect(try machine.on("go", .integer(7)).orders == ["say(7)"])
        #expect(try machine.on("walk").orders == ["say(1)"])
        #expect(machine["way"] == "left")
    }

    @Test("Rule 0a: a name that is a variable and also a case of the expected type is an error")
    func ambiguousValue() {
        let text = """
            flow Tiny version 1
            enum Way { left, right }
            context { left: Way?, way: Way? }
            command go
            final done
            within 20m -> done
            state first { on go -> done { way = left } }
            """
        #expect(Understood(text).errors == [.ambiguousValue])
    }

    @Test("Rule 0a: such a name is an error in a first value, an effect's 'otherwise' and a guard's list too")
    func ambiguousConstant() {
        func errors(_ left: String, _ way: String = "Way?", otherwise: String = "right", guarded: String = "right")
            -> [DiagnosticCode]
        {
            Understood(
                """
                flow Tiny version 1
                enum Way { left, right }
                \(left)
                context { way: \(way) }
                command go
                effect ask replies told(to: Way) otherwise told(to: \(otherwise))
                final done
                within 20m -> done
                state first {
                  enter { do ask }
                  on go when way in { \(guarded) } -> done
                  on go otherwise -> done
                  on told -> done { way = to }
                }
                """
            ).errors
        }
        for left in ["param left: Way = right", "context { left: Way? }"] {
            #expect(errors(left) == [])
            #expect(errors(left, "Way = left") == [.ambiguousValue])
            #expect(errors(left, otherwise: "left") == [.ambiguousValue])
            #expect(errors(left, guarded: "right, left") == [.ambiguousValue])
        }
        #expect(errors("param other: Way = left", "Way = other") == [])
        #expect(errors("param left: int 0...3 = 1\nparam n: Way = left") == [.ambiguousValue])
    }

    static let reserved = """
        and or not in true false nil present absent when otherwise on enter ignore reject late hold after within stay \
        keep set clear take run do state group choice timer lane child final
        """.split(separator: " ").map(String.init)

    @Test("Rule 0b: a reserved word names nothing", arguments: NameTests.reserved)
    func reservedWords(word: String) {
        let text = """
            flow Tiny version 1
            command \(word)
            final done
            within 20m -> done
            state first { after 5s -> done }
            """
        #expect(!Understood(text).errors.isEmpty)
    }

    static let free = """
        flow provider version type context command callback effect source require scenario word success text duration \
        int bool of secret personal transient once volatile starts attempt calls needs replies by singleton stamped \
        retained keeps waits user other always never sometimes eventually only advance expect call emit quiet for enum
        """.split(separator: " ").map(String.init)

    @Test(
        "Rule 0b: every other keyword may name a state, an event, an effect and a variable", arguments: NameTests.free)
    func otherKeywords(word: String) throws {
        var machine = try MachineUnderTest(
            """
            flow Tiny version 1
            context { \(word): bool = false }
            command \(word)
            effect \(word)(a: bool)
            final done
            within 20m -> done
            state first { on \(word) -> \(word) { \(word) = true; do \(word)(\(word)) } }
            state \(word) { on \(word) -> done }
            """)
        #expect(try machine.on(word).orders == ["\(word)(true)"])
        #expect(machine.state == word)
    }

    @Test(
        "Rule 0c: a scope has one enter, one after of a duration, one hold of a timer, one other for a kind of event",
        arguments: [
            "state a { enter { do say } enter { do say } on go -> done }",
            "state a { after 30s -> done after 30000ms -> b } state b { on go -> done }",
            "group g { timer t state a { hold t, t on go -> done { set t 3s } } }",
            "group g { timer t state a { hold t hold t on go -> done { set t 3s } } }",
            "reject other reject other state a { on go -> done }",
            "late other late other state a { on go -> done }",
            "late other ignore other state a { on go -> done }",
            "within 30m -> done state a { on go -> done }",
        ])
    func onlyOnce(rest: String) {
        let text = """
            flow Tiny version 1
            command go
            effect say
            final done
            within 20m -> done
            \(rest)
            """
        #expect(Understood(text).errors == [.duplicateRow])
    }
}
