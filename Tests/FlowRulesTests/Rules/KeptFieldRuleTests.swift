import FlowFixtures
import FlowGenerator
import FlowLanguage
import FlowMachine
import FlowRules
import Testing

@Suite("Rule 20a: what a child's final keeps fits where the parent puts it")
struct KeptFieldRuleTests {
    private static let door = """
        flow Door version 1
        type Key = text(1...8) secret
        type Name = text(1...30) personal
        type Wait = duration(1s...1h)
        enum Why { jammed, tired }
        context { key: Key?, who: Name = "nobody", tries: int 0...9 = 0, why: Why?, wait: Wait? }
        command open(key: Key, who: Name), push(wait: Wait), cancel
        final opened keeps key, who, tries, wait
        final shut keeps why
        within 15m -> shut { why = tired }
        on cancel -> shut
        state closed waits for user {
          on open -> opened { keep key, who }
          on push when tries < 9 stay { tries += 1; keep wait }
          on push otherwise -> shut { why = jammed }
        }
        """

    /// A parent whose variables and row for a child's end are what tests change.
    private static func house(
        _ context: String = "key: Key?, who: Name?, n: int 0...9 = 0, why: Why?, doorWhy: Door.Why?",
        opened: String = "keep key, who",
        shut: String = "doorWhy = why",
        types: String = "type Key = text(1...8) secret\ntype Name = text(1...30) personal",
        more: String = ""
    ) -> String {
        """
        flow House version 1
        \(types)
        enum Why { cold, dark }
        context { \(context) }
        command knock, leave
        \(more)
        final inside keeps key, who, n
        final outside keeps why, doorWhy
        within 20m -> outside { why = dark }
        reject other
        on leave -> outside
        state street waits for user { on knock -> front }
        state front {
          child door = Door
          enter { run door.open("k", "Asha") }
          on door.opened -> inside { \(opened) }
          on door.shut -> outside { \(shut) }
        }
        """
    }

    private func errors(in text: String, door: String = door) -> [String] {
        let source = SourceText(path: "House.flow", bytes: Array(text.utf8))
        let directory = FlowDirectory { name in
            name == "Door" ? .text(SourceText(path: "Door.flow", bytes: Array(door.utf8))) : .nothing
        }
        let diagnostics = check(source, beside: SpecSurroundings(flows: directory), for: SwiftLanguage()).diagnostics
        return diagnostics.filter { $0.severity == .error }.map {
            let words = String(decoding: source.bytes[$0.range.lower..<$0.range.upper], as: UTF8.self)
            return "\($0.code.name) at '\(words)': \($0.message)"
        }
    }

    @Test("What fits in type, range and class is no problem, and what nobody reads neither")
    func fitting() {
        #expect(errors(in: Self.house()) == [])
        #expect(errors(in: Self.house(opened: "n = tries; who = who")) == [])
        #expect(errors(in: Self.house(opened: "", shut: "")) == [])
    }

    @Test("FL040: A variable of another type is told with the type that takes the value")
    func types() {
        #expect(
            errors(in: Self.house(shut: "keep why")) == [
                "FL040 at 'why': 'why' is a case of 'Why', and 'why' is a case of 'Door.Why'; declare what takes it as 'Door.Why'"
            ])
        #expect(errors(in: Self.house(opened: "n = wait")).first?.hasPrefix("FL040 at 'wait': 'n' is an int") == true)
        // An enum of the same name is another type where a case is missing, or stands at another place.
        for cases in ["jammed", "tired, jammed", "jammed, tired, lost"] {
            let text = Self.house(shut: "keep why").changing("cold, dark", to: cases)
                .changing("why = dark", to: "why = jammed")
            #expect(errors(in: text).first?.hasPrefix("FL040 at 'why'") == true, "\(cases)")
        }
        let same = Self.house(shut: "keep why").changing("cold, dark", to: "jammed, tired")
            .changing("why = dark", to: "why = tired").changing("doorWhy: Door.Why?", to: "doorWhy: Why?")
        #expect(errors(in: same) == [])
    }

    @Test("FL048: A narrower range of texts, durations or numbers is an error where the value goes")
    func ranges() {
        let short = errors(in: Self.house(types: "type Key = text(1...7) secret\ntype Name = text(1...30) personal"))
        #expect(short.first?.hasPrefix("FL048 at 'key': this 'key' may have") == true, "\(short)")
        let context = "key: Key?, who: Name?, n: int 0...8 = 0, why: Why?, doorWhy: Door.Why?"
        let narrow = errors(in: Self.house(context, opened: "n = tries"))
        #expect(narrow.count == 1 && narrow[0].hasPrefix("FL048 at 'n = tries': 'n' may leave 0...8 here"), "\(narrow)")
        let brief = errors(
            in: Self.house(
                "key: Key?, who: Name?, n: int 0...9 = 0, why: Why?, doorWhy: Door.Why?, rest: Rest?",
                opened: "rest = wait",
                types: "type Key = text(1...8) secret\ntype Name = text(1...30) personal\ntype Rest = duration(1s...1m)"
            ))
        #expect(brief.first?.hasPrefix("FL048 at 'wait'") == true, "\(brief)")
    }

    @Test(
        "FL049: A secret goes into no plain variable, into no effect's plain argument, and to no other child as plain")
    func classes() {
        for lax in ["", " personal"] {
            let text = Self.house(types: "type Key = text(1...8)\(lax)\ntype Name = text(1...30) personal")
            #expect(errors(in: text).first?.hasPrefix("FL049 at 'key': 'key' is secret, and 'key' is") == true)
        }
        let told = Self.house(opened: "do tell(key)", more: "type Line = text(1...8)\neffect tell(line: Line?)")
        #expect(errors(in: told).first?.hasPrefix("FL049 at 'key': 'key' is secret, and 'line' is plain") == true)
        let passed = Self.house(opened: "").changing(
            "on door.opened -> inside {  }", to: "on door.opened stay { run door.say(key) }")
        let talkative = Self.door.changing(
            "push(wait: Wait), cancel", to: "push(wait: Wait), say(line: Line?), cancel"
        )
        .changing("enum Why", to: "type Line = text(1...8)\nenum Why").changing(
            "on push otherwise", to: "ignore say\n  on push otherwise")
        #expect(
            errors(in: passed, door: talkative).contains { $0.hasPrefix("FL049 at 'key': 'key' is secret, and 'line'") }
        )
        // A stricter place is fine.
        let strict = "type Key = text(1...8) secret\ntype Name = text(1...30) secret"
        #expect(errors(in: Self.house(types: strict)) == [])
    }

    @Test("FL046: A classified value of a child steers no guard; whether it is there may")
    func steering() {
        let steering = Self.house().changing(
            "on door.opened -> inside { keep key, who }",
            to: "on door.opened when key == \"k\" -> inside { keep key, who }\n  on door.opened otherwise -> outside")
        #expect(errors(in: steering).first?.hasPrefix("FL046 at 'key'") == true)
        #expect(errors(in: steering.changing("key == \"k\"", to: "key present")) == [])
    }

    @Test("FL047: What may be absent at the child's end fills no place that needs a value, unless a guard asks for it")
    func presence() {
        let told = Self.house(opened: "do tell(key)", more: "effect tell(key: Key)")
        #expect(errors(in: told).first?.hasPrefix("FL047 at 'key'") == true)
        let asked = told.changing(
            "on door.opened ->", to: "on door.opened when key absent -> outside\n  on door.opened otherwise ->")
        #expect(errors(in: asked) == [])
        #expect(errors(in: Self.house(opened: "do tell(who)", more: "effect tell(who: Name)")) == [])
    }

    @Test("FL026: An end without the field has nothing to keep, and a guard's case is one of the child's enum")
    func unknown() {
        #expect(errors(in: Self.house(opened: "keep why")).first?.hasPrefix("FL026 at 'why'") == true)
        let guarded = Self.house().changing(
            "on door.shut ->", to: "on door.shut when why == cold -> street\n  on door.shut otherwise ->")
        #expect(errors(in: guarded).first?.hasPrefix("FL026 at 'cold'") == true)
        #expect(errors(in: guarded.changing("why == cold", to: "why == jammed")) == [])
        let overlapping = guarded.changing("why == cold", to: "why == jammed").changing(
            "on door.shut otherwise", to: "on door.shut when why != tired")
        #expect(errors(in: overlapping).contains { $0.hasPrefix("FL062") || $0.hasPrefix("FL063") })
    }

    @Test("FL027: A type is named behind the flow of a child, and is an enum of that flow")
    func foreignTypes() {
        let typo = errors(in: Self.house().changing("Door.Why?", to: "Door.Wy?"))
        #expect(
            typo == [
                "FL027 at 'Door.Wy': there is no enum of a child's flow called 'Door.Wy'; did you mean 'Door.Why'?"
            ])
        #expect(errors(in: Self.house().changing("Door.Why?", to: "Gate.Why?")).first?.hasPrefix("FL027") == true)
        #expect(
            errors(in: Self.house().changing("Door.Why?", to: "set of Door.Key?")).first?.hasPrefix("FL027") == true)
    }

    @Test("FL021: A final keeps a variable once")
    func twice() {
        let source = SourceText(
            path: "Door.flow", bytes: Array(Self.door.changing("keeps why", to: "keeps why, why").utf8))
        #expect(check(source).diagnostics.filter { $0.severity == .error }.map(\.code) == [.duplicateRow])
    }

    @Test(
        "FL032: A variable that can be no field of an event in Swift is told at the child, and so is a type that hides its flow"
    )
    func swiftNames() {
        let odd = Self.door.changing("tries", to: "inout")
        let found = errors(in: Self.house(opened: ""), door: odd)
        #expect(found.first?.hasPrefix("FL032 at 'door': 'door.opened' would have a field 'inout'") == true, "\(found)")
        let hiding = Self.house(more: "enum Door { wood, iron }").changing(
            "n: int 0...9 = 0", to: "n: int 0...9 = 0, kind: Door?"
        )
        .changing("keeps key, who, n", to: "keeps key, who, n, kind")
        #expect(errors(in: hiding).contains { $0.hasPrefix("FL032 at 'Door'") })
    }

    @Test("Of a child with problems of its own nothing is said, whatever rows read of its ends")
    func unsound() {
        let broken = Self.door.changing("state closed", to: "state closed closed")
        let text = Self.house(opened: "keep key, nothing").changing(
            "on door.shut ->", to: "on door.shut when why == cold -> street\n  on door.shut otherwise ->")
        #expect(errors(in: text.changing(", nothing", to: ""), door: broken) == [])
    }
}
