import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowRules
import Testing

@Suite("Sub-flows: their flows, commands and finals are known")
struct ChildTests {
    private static let door = """
        flow Door version 1
        type Key = text(1...8) secret
        enum Side { left, right }
        command open(key: Key, side: Side), cancel
        final opened
        final shut
        within 15m -> shut
        on cancel -> shut
        state closed waits for user { on open -> opened }
        """

    /// A flow with `Door` as its child; the parameters are what tests change.
    private static func house(
        flow name: String = "Door", run: String = "open(key, side)", final: String = "opened", key: String = "secret",
        cases: String = "left, right"
    ) -> String {
        flow(
            """
            state idle waits for user { on arrive -> inside { keep key } on start -> done on cancel -> failed }
            state inside { child door = \(name) enter { run door.\(run) } on door.\(final) -> done on door.shut -> failed on cancel -> failed }
            """,
            declaring: """
                type Key = text(1...8) \(key)
                enum Side { \(cases) }
                context { key: Key?, side: Side = left, loud: bool = false }
                command arrive(key: Key)
                """)
    }

    private func errors(in text: String, among flows: [String: String] = ["Door": door]) -> [String] {
        let source = SourceText(path: "House.flow", bytes: Array(text.utf8))
        let directory = FlowDirectory { name in
            flows[name].map { .text(SourceText(path: name, bytes: Array($0.utf8))) } ?? .nothing
        }
        return check(source, beside: SpecSurroundings(flows: directory)).diagnostics.filter { $0.severity == .error }
            .map {
                let words = String(decoding: source.bytes[$0.range.lower..<$0.range.upper], as: UTF8.self)
                return "\($0.code.name) at '\(words)': \($0.message)"
            }
    }

    @Test("A known flow, with a command and a final of its own, is no problem")
    func known() {
        #expect(errors(in: Self.house()) == [])
    }

    @Test("FL031: A flow that nobody knows is said once, where it is named")
    func unknown() {
        #expect(
            errors(in: Self.house(flow: "Dor", final: "nothing")) == [
                "FL031 at 'Dor': there is no flow 'Dor' among the given files and in the nearest Specs"
            ])
    }

    @Test("A final and a command that the child does not have are errors at their places")
    func names() {
        #expect(
            errors(in: Self.house(final: "opend")).first
                == "FL024 at 'opend': there is no final of 'Door' called 'opend'; did you mean 'opened'?")
        // A state of the child is no final of it, and a command of the parent no command of the child.
        #expect(
            errors(in: Self.house(final: "closed")).first?.hasPrefix("FL024 at 'closed'") == true)
        #expect(
            errors(in: Self.house(run: "opn(key, side)")) == [
                "FL024 at 'opn': there is no command of 'Door' called 'opn'; did you mean 'open'?"
            ])
        #expect(errors(in: Self.house(run: "start")).first?.hasPrefix("FL024 at 'start'") == true)
    }

    @Test("A requirement names a child's final only if it has it")
    func requirements() {
        let right = Self.house() + "\nrequire done only after door.opened"
        #expect(errors(in: right) == [])
        #expect(
            errors(in: right.changing("after door.opened", to: "after door.opend")).first?.hasPrefix("FL024") == true
        )
    }

    @Test("Arguments are those of the child's command, in their kinds and classes")
    func arguments() {
        #expect(
            errors(in: Self.house(run: "open(key)")) == [
                "FL041 at 'run door.open(key)': 'door.open' takes key, side, and gets 1 value"
            ])
        #expect(errors(in: Self.house(run: "open(key, loud)")).first?.hasPrefix("FL040 at 'loud'") == true)
        #expect(errors(in: Self.house(run: "open(key, middle)")).first?.hasPrefix("FL026 at 'middle'") == true)
        #expect(errors(in: Self.house(run: "open(key, right)")) == [])
        #expect(errors(in: Self.house(cases: "left, right, back")).first?.hasPrefix("FL040 at 'run door.open") == true)
        let lowered = errors(
            in: Self.house(key: "transient").changing("keep key", to: "").changing("key: Key?, ", to: "")
                .changing("on arrive -> inside {  }", to: "on arrive -> inside").changing(
                    "enter { run door.open(key, side) }", to: "on arrive stay { run door.open(key, side) }"))
        #expect(lowered.first?.hasPrefix("FL049 at 'key': 'key' is transient") == true, "\(lowered)")
    }

    @Test("Of a child with errors of its own nothing is said, and of one that was not looked up neither")
    func unsound() {
        let broken = Self.door.changing("final opened", to: "final final")
        #expect(errors(in: Self.house(final: "nothing"), among: ["Door": broken]) == [])
        let source = SourceText(path: "House.flow", bytes: Array(Self.house(flow: "Dor").utf8))
        #expect(!check(source).hasErrors)
    }
}
