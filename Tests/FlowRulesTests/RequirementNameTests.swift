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

    @Test("'since' names an event")
    func since() {
        expectNone(of: .unknownEvent, in: Self.text("done only after do ask since named"))
        expectNone(of: .unknownEvent, in: Self.text("done only after do ask since on named"))
        for name in ["idle", "ask", "names"] {
            expect(.unknownEvent, at: [(name, "")], in: Self.text("done only after do ask since \(name)"))
        }
    }
}
