import FlowLanguage
import FlowRules
import Testing

@Suite("The names in requirements")
struct RequirementNameTests {
    private static func text(_ requirement: String) -> String {
        flow(
            "state idle waits for user { on start -> done { do ask(\"a\", 1) } on named stay { do ask(phone, tries) } }",
            declaring: """
                type Phone = text(1...9)
                command named(phone: Phone, tries: int 0...3)
                effect ask(phone: Phone, tries: int 0...3)
                require \(requirement)
                """)
    }

    @Test("'with the latest' names an effect, a text that it takes, and a text that a command gives")
    func latest() {
        expectNone(of: .unknownValue, in: Self.text("do ask(phone) with the latest phone"))
        for (requirement, code, words) in [
            ("do asks(phone) with the latest phone", .unknownEffect, "asks"),
            ("do ask(fone) with the latest phone", .unknownValue, "fone"),
            ("do ask(phone) with the latest fone", .unknownValue, "fone"),
            ("do ask(tries) with the latest phone", .typeMismatch, "phone"),
            ("do ask(phone) with the latest tries", .typeMismatch, "tries"),
        ] as [(String, DiagnosticCode, String)] {
            expect(code, at: [(words, "")], in: Self.text(requirement))
        }
    }

    @Test("What remembers, counts or compares names what it can speak of, and says what it cannot")
    func severalSteps() {
        for requirement in [
            "ask never after start until named", "at most 3 ask until on named", "at most 63 ask and in idle",
            "tries falls only on start", "on named only while life", "always possible start in idle, apart",
        ] {
            expectNone(of: .unknownEvent, in: Self.several(requirement))
            expectNone(of: .typeMismatch, in: Self.several(requirement))
        }
        for (requirement, code, words) in [
            ("ask never after started", .unknownEvent, "started"),
            ("ask never after start until end", .unknownEvent, "end"),
            ("at most 64 ask", .numberOutOfRange, "64"), ("at most tries ask", .typeMismatch, "tries"),
            ("at most 5s ask", .unexpectedToken, "5s"), ("at most wide ask", .typeMismatch, "wide"),
            ("at most 3 in idle", .typeMismatch, "in idle"), ("at most 3 tries == 2", .typeMismatch, "tries == 2"),
            ("at most 3 ask or in idle", .typeMismatch, "ask or in idle"),
            ("trys falls only on start", .unknownValue, "trys"), ("many falls only on start", .typeMismatch, "many"),
            ("lit falls only on start", .typeMismatch, "lit"), ("tries falls only on starts", .unknownEvent, "starts"),
            ("ask only while lately", .unknownTimer, "lately"), ("ask only while idle", .unknownTimer, "idle"),
            ("always possible begin in idle", .unknownEvent, "begin"),
            ("always possible life in idle", .unknownEvent, "life"),
            ("always possible start in nowhere", .unknownTarget, "nowhere"),
            ("always possible start in done", .typeMismatch, "done"),
            ("never in idle and nobody", .unknownEvent, "nobody"),
        ] as [(String, DiagnosticCode, String)] {
            expect(code, at: [(words, "")], in: Self.several(requirement))
        }
    }

    private static func several(_ requirement: String) -> String {
        flow(
            """
            state idle waits for user { on start -> done on named -> apart { tries = 1; do ask } }
            group around { timer life on life -> done state apart waits for user { enter { set life 5s } } }
            """,
            declaring: """
                param wide: int 0...99 = 3
                context { tries: int 0...3 = 0, many: int 0...99 = 0, lit: bool = false }
                command named
                effect ask
                require \(requirement)
                """)
    }

    @Test("A name by itself has one meaning: of a state, an effect and an event of one name it is said which is meant")
    func namesakes() {
        func text(_ line: String) -> String {
            flow(
                """
                ignore unrecognised
                late told
                state idle waits for user { on start -> right { do told } on cancel -> failed }
                group wrong { state right { enter { do ask } on right -> done on wrong, cancel -> failed } }
                """,
                declaring: """
                    context { told: bool = false }
                    callback told
                    source s = "S" by kind singleton { T => told }
                    effect told
                    effect ask replies right, wrong otherwise wrong within 5s
                    \(line)
                    """)
        }
        for (line, words) in [
            ("require done only after right", "'right' is a state and a reply; write 'in right' or 'on right'"),
            ("require never wrong", "'wrong' is a group and a reply; write 'in wrong' or 'on wrong'"),
            ("require never (ask and told)", "'told' is an effect and a callback; write 'do told' or 'on told'"),
            ("role lost = wrong", "'wrong' is a group and a reply"),
            ("scenario \"begins\" { on start\nexpect right }", "'right' is a state and a reply"),
        ] {
            expect(.ambiguousValue, at: [("", words)], in: text(line))
        }
        for line in ["done only after on right", "never in wrong and on wrong", "never do told", "never on told"] {
            expectNone(of: .ambiguousValue, in: text("require \(line)"))
        }
    }

    @Test("'since' names an event")
    func since() {
        expectNone(of: .unknownEvent, in: Self.text("done only after do ask since named"))
        expectNone(of: .unknownEvent, in: Self.text("done only after do ask since on named"))
        for name in ["idle", "ask", "names"] {
            expect(.unknownEvent, at: [(name, "")], in: Self.text("done only after do ask since \(name)"))
        }
    }
}
