import FlowFixtures
import FlowLanguage
import Testing

@testable import FlowRules

@Suite("Where a restart takes away a value that an effect needs later, a row says what it means")
struct GoneValueRuleTests {
    private func text(_ rows: String = "", order: String = "do check(address)", entering: String = "") -> String {
        """
        flow Mail version 1
        type Address = text(3...254) personal
        context { address: Address? }
        command start(address: Address), submit
        effect check(address: Address) replies right, lost otherwise lost within 20s
        final done
        within 20m -> done
        reject other
        late other
        \(rows)
        state idle waits for user { on start -> entering { keep address } late right, lost }
        state entering waits for user {
          on submit -> checking { \(order) }
          \(entering)
        }
        state checking {
          on right -> done
          on lost -> entering
        }
        """
    }

    @Test("Without a row the warning stands at the order, and names the states and what comes instead")
    func warned() {
        let pieces = ["a restart in 'entering', 'checking' takes 'address' away", "'lost' comes in its place"]
        for piece in pieces { expect(.restartTakesValue, at: [("do check(address)", piece)], in: text()) }
    }

    @Test("A row of a state speaks for that state alone, and a row of the file for all")
    func decided() {
        expect(
            .restartTakesValue, at: [("do check(address)", "a restart in 'checking' takes")],
            in: text(entering: "ignore restored"))
        #expect(!found(in: text("on restored -> idle { address = nil }")).contains { $0.code == .restartTakesValue })
    }

    @Test("A sub-flow needs what it gives to an effect, by itself or by a sub-flow of its own, and nothing else")
    func subFlows() {
        func part(_ name: String, _ items: String, effect: String = "do send(address)") -> String {
            """
            flow \(name) version 1
            type Address = text(3...254) personal
            context { address: Address?, kept: Address? }
            command start(address: Address), cancel
            effect send(address: Address)
            final over
            within 9m -> over
            on cancel -> over
            reject other
            state idle waits for user { on start -> busy { \(items) } }
            state busy { child part = Leaf enter { \(effect) } on part.over -> over after 9s -> over }
            """
        }
        let leaf = part("Leaf", "do send(address)", effect: "").changing("child part = Leaf ", to: "")
            .changing("on part.over -> over ", to: "")
        let order = "run inner.start(address)"
        let parent = text(order: order).changing("effect check", to: "command cancel\neffect check").changing(
            "state checking {", to: "on cancel -> done\nstate checking { child inner = Part on inner.over -> done"
        ).changing("on submit -> checking {", to: "on submit -> checking { do check(\"a@b\");")
        for (items, effect) in [
            ("keep address", "do send(address)"), ("kept = address", "do send(kept)"),
            ("address = address; kept = address", "run part.start(kept)"),
        ] {
            let flows = ["Part": part("Part", items, effect: effect), "Leaf": leaf]
            let piece = "in 'entering', 'checking' takes 'address' away, which is personal: 'inner' begins here"
            expect(.restartTakesValue, at: [("run inner.start(address)", piece)], in: parent, among: flows)
        }
        let unneeded = ["Part": part("Part", "keep address", effect: "run part.start(\"a@b\")"), "Leaf": leaf]
        expect(.restartTakesValue, at: [], in: parent, among: unneeded)
    }

    @Test("A copy of a value that is gone is not set anew, in the body, in the next state or behind an 'enter'")
    func copied() {
        let text = text(order: "last = address; do check(last)")
            .changing("context { address: Address? }", to: "context { address: Address?, last: Address? }")
        expect(.restartTakesValue, at: [("do check(last)", "takes 'address' away")], in: text)
        let later = text.changing("last = address; do check(last)", to: "last = address")
            .changing("state checking {", to: "state checking {\n  enter { do check(last) }")
        expect(.restartTakesValue, at: [("do check(last)", "takes 'address' away")], in: later)
        // What the person gives is new, whatever else is copied.
        let anew = text.changing("{ last = address;", to: "{ last = other;")
            .changing("submit\n", to: "submit(other: Address)\n")
        #expect(!found(in: anew).contains { $0.code == .restartTakesValue }, "\(found(in: anew))")
    }

    @Test("A value that is set anew on the way is not missed")
    func setAnew() {
        let anew = text(order: "").changing("on submit -> checking {  }", to: "on submit -> done")
            .changing("on start -> entering", to: "on start -> checking")
            .changing("{ keep address }", to: "{ keep address; do check(address) }")
        #expect(!found(in: anew).contains { $0.code == .restartTakesValue }, "\(found(in: anew))")
    }

    @Test("An order on a way through choices needs what is gone behind the last of them")
    func choices() {
        func text(_ first: String, _ second: String) -> String {
            let declared = "address: Address?, copy: Address?, again: bool = false }"
            return self.text(order: "do check(copy)").changing("address: Address? }", to: declared)
                .changing("submit\neffect", to: "submit(fresh: Address)\neffect")
                .changing("on submit -> checking", to: "on submit -> first")
                .changing("on lost -> entering", to: "on lost -> entering { again = true }") + """

                    choice first { when again -> second { \(first) } otherwise -> second { \(first) } }
                    choice second { when again -> checking { \(second) } otherwise -> checking { \(second) } }
                    """
        }
        for (first, second) in [("copy = address", ""), ("copy = fresh", "copy = address")] {
            expect(.restartTakesValue, at: [("do check(copy)", "takes 'address' away")], in: text(first, second))
        }
        expect(.restartTakesValue, at: [], in: text("copy = address", "copy = fresh"))
    }

    @Test("A first value and a constant are the spec's own; what an event has put in their place is gone")
    func firstValues() {
        let begun = text().changing("address: Address? }", to: "address: Address = \"a@b\" }")
        expect(.restartTakesValue, at: [("do check(address)", "in 'entering', 'checking' takes")], in: begun)
        let kept = begun.changing("keep address }", to: "}")
        expect(.restartTakesValue, at: [], in: kept)
        expect(.restartTakesValue, at: [], in: text().changing("keep address }", to: "address = \"a@b\" }"))
    }

    @Test("Many choices, each of which leads to the next in two ways, are gone through in no time")
    func manyChoices() {
        let choices = (0..<60).map { number in
            let next = number == 59 ? "checking" : "c\(number + 1)"
            return "choice c\(number) { when n == \(number) -> \(next) { n = 0 } otherwise -> \(next) }"
        }
        let sample = text().changing("address: Address? }", to: "address: Address?, n: int 0...60 = 0 }")
            .changing("on submit -> checking", to: "on submit -> c0")
        expect(
            .restartTakesValue, at: [("do check(address)", "in 'entering', 'checking'")],
            in: sample + "\n" + choices.joined(separator: "\n"))
    }
}
